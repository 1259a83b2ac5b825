"""The Game on paper: a sheet of ten attempts, its check list and its set-up cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.core.messages import N_, Json
from companion.games.the_game import TITLE
from companion.games.the_game.options import LEVEL
from companion.games.the_game.setup import CARDS, SEATS, Setup, checklist
from companion.games.the_game.switches import SWITCHES
from companion.games.the_game.words import WORDS
from companion.sheets import reference as reference_card
from companion.sheets import setups
from companion.sheets.parts import Chip, Panel
from companion.sheets.played import Played, blank_fields, house_rules
from companion.sheets.score import Block, Cell, Row, Score
from companion.sheets.speech import Speech

COLLECTS = True
ATTEMPTS = 10
BLANK = "\u2026\u2026\u2026"  # where a name is written in


def title(setup: Setup, speech: Speech) -> str:
    """Return the name of the game."""
    return TITLE


def detail(setup: Setup, speech: Speech) -> str:
    """Return the level."""
    return speech(N_("level {level}"), level=speech.translator(WORDS).say(setup.level))


def setting_up(setup: Setup, speech: Speech, names: tuple[str, ...] = ()) -> setups.Setup:
    """Return how a game is set up."""
    translator = speech.translator(WORDS, [name or BLANK for name in names] or [BLANK] * setup.players)
    piles = (("G", "1 \u2191"), ("G", "1 \u2191"), ("R", "100 \u2193"), ("R", "100 \u2193"))
    numbers = [
        setups.DeckRow("", tuple(Chip("W", str(card), card not in CARDS) for card in range(first, first + 10)), 0.84)
        for first in range(1, 101, 10)
    ]
    hand, pile = setup.hand, setup.draw_pile
    return setups.Setup(
        game=title(setup, speech),
        players=setup.players,
        detail=detail(setup, speech),
        deck=(setups.DeckRow("", tuple(Chip(*pile) for pile in piles), 1.8), *numbers),
        steps=tuple(translator(step) for step in checklist(setup)),
        facts=(
            (speech(N_("Hands")), f"{setup.players} \u00d7 {hand}"),
            (speech(N_("Draw pile")), f"{len(CARDS)} - {setup.players * hand} = {pile}"),
            (speech(N_("Minimum per turn")), str(setup.minimum)),
            (speech(N_("Draw pile empty")), "1"),
        ),
        closing=speech(
            N_("Decide together who starts. When someone is stuck, count the cards left: fewer than ten is excellent.")
        ),
    )


def score(
    setup: Setup, names: tuple[str, ...], speech: Speech, games: Sequence[Played] = (), turns: bool = False
) -> Score:
    """Return a sheet of ten attempts, or of as many more as were played, the first of them filled with `games`."""
    count = max(ATTEMPTS, len(games))
    last = (N_("Draw pile"), N_("Left over"), N_("Result"))
    blocks = []
    for number in range(count):
        cells = _attempt(games[number].report, setup, speech) if number < len(games) else _blank(setup, speech)
        blocks.append(Block(str(number + 1), (Row("" if games else speech(N_("Date")), cells, tall=True),)))
    shown = tuple(name or speech(N_("Player {n}"), n=seat + 1) for seat, name in enumerate(names))
    verdicts = tuple(map(speech, (N_("0: beaten"), N_("1 to 9: excellent"), N_("10 or more: try again"))))
    return Score(
        title=title(setup, speech),
        detail=f"{speech.count(setups.PLAYERS, setup.players)} \u00b7 {detail(setup, speech)}",
        columns=(*shown, *map(speech, last)),
        blocks=tuple(blocks),
        panels=(
            Panel(speech(N_("Result")), verdicts),
            _levels(setup, speech),
            house_rules(SWITCHES, setup.rulings, speech),
        ),
        fields=() if games else blank_fields(speech),
    )


def every(options: dict[str, Json]) -> Iterator[Setup]:
    """Yield each set-up that there is: every number of players at every level."""
    for count in SEATS:
        for level in LEVEL.values:
            yield Setup(count, level)


def reference(speech: Speech) -> Iterator[reference_card.Card]:
    """Yield the reference cards: the piles and their trick, what may be said."""
    piles = (("G", "\u2191", ("TG-03", "TG-09")), ("R", "\u2193", ("TG-04", "TG-10")))
    items = [reference_card.Item(reference_card.rules(speech, *ids), suit, sign) for suit, sign, ids in piles]
    yield reference_card.Card(
        TITLE, speech(N_("The piles")), (*items, _said(speech, "TG-07", "TG-08", "TG-13", "TG-14"))
    )
    talk = (
        _said(speech, "TG-12"),
        reference_card.Item(speech(N_("Yes: “Please leave this pile alone.” “I can do a lot on this one.”")), "G", "+"),
        reference_card.Item(
            speech(N_("No: \u201cI have the 54.\u201d \u201cMine is five higher than that.\u201d")), "R", "\u00d7"
        ),
    )
    yield reference_card.Card(TITLE, speech(N_("What you may say")), talk)


def _said(speech: Speech, *ids: str) -> reference_card.Item:
    return reference_card.Item(reference_card.rules(speech, *ids))


def _attempt(report: dict[str, object], setup: Setup, speech: Speech) -> tuple[Cell, ...]:
    hands = report["hands"]
    known = [str(cards) for cards in hands] if isinstance(hands, list) else [""] * setup.players
    pile = "" if report["draw_pile"] is None else str(report["draw_pile"])
    over = report["rating"] is not None
    verdict = speech.translator(WORDS).say(str(report["rating"])) if over else speech(N_("still playing"))
    return (*map(Cell, known), Cell(pile), Cell(str(report["leftover"])), Cell(verdict))


def _blank(setup: Setup, speech: Speech) -> tuple[Cell, ...]:
    return (Cell(),) * (setup.players + 3)


def _levels(setup: Setup, speech: Speech) -> Panel:
    """Return hand, draw pile and least number of cards of every level for this number of players."""
    translator = speech.translator(WORDS)
    levels = [Setup(setup.players, level) for level in LEVEL.values]
    rows = (
        ("", speech(N_("Hand")), speech(N_("Draw pile")), speech(N_("Per turn"))),
        *((translator.say(it.level), str(it.hand), str(it.draw_pile), str(it.minimum)) for it in levels),
    )
    return Panel(speech(N_("Levels")), tables=(rows,), weight=2.3)
