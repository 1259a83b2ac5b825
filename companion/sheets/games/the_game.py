"""The Game on paper: a sheet of twenty attempts, its check list and its set-up cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.core.messages import N_, Json
from companion.core.translator import Translator
from companion.games.the_game import TITLE
from companion.games.the_game.options import LEVEL
from companion.games.the_game.setup import CARDS, SEATS, Setup, checklist
from companion.games.the_game.switches import SWITCHES
from companion.games.the_game.words import WORDS
from companion.sheets import parts, setups
from companion.sheets import reference as reference_card
from companion.sheets.canvas import Box, Canvas
from companion.sheets.grid import Block, Cell, Row
from companion.sheets.parts import Chip, Panel
from companion.sheets.played_games import PlayedGame, blank_fields, house_rules
from companion.sheets.score import ScoreSheet
from companion.sheets.table_picture import Spot, TablePicture

COLLECTS_ATTEMPTS = True
TURNS_LABEL = ""
HAS_TALLY = False
ATTEMPTS = 20


def title(setup: Setup, translator: Translator) -> str:
    """Return the name of the game."""
    return TITLE


def detail(setup: Setup, translator: Translator) -> str:
    """Return the level."""
    return translator.text(N_("level {level}"), level=translator.with_texts(WORDS).say(setup.level))


def setup_sheet(setup: Setup, translator: Translator, names: tuple[str, ...] = ()) -> setups.SetupSheet:
    """Return how a game is set up."""
    translator = translator.with_texts(WORDS, setups.named(names, setup.players))
    piles = (("G", "1 \u2191"), ("G", "1 \u2191"), ("B", "100 \u2193"), ("B", "100 \u2193"))
    numbers = [
        setups.DeckRow("", tuple(Chip("W", str(card), card not in CARDS) for card in range(first, first + 10)), 0.84)
        for first in range(1, 101, 10)
    ]
    hand, pile = setup.hand, setup.draw_pile
    return setups.SetupSheet(
        game=title(setup, translator),
        players=setup.players,
        detail=detail(setup, translator),
        deck=(setups.DeckRow("", tuple(Chip(*pile) for pile in piles), 1.8), *numbers),
        steps=tuple(translator(step) for step in checklist(setup)),
        facts=(
            (translator.text(N_("Hands")), f"{setup.players} \u00d7 {hand}"),
            (translator.text(N_("Draw pile")), f"{len(CARDS)} − {setup.players * hand} = {pile}"),
            (translator.text(N_("Minimum per turn")), str(setup.minimum)),
            (translator.text(N_("Draw pile empty")), "1"),
        ),
        closing=translator.text(
            N_(
                "Shuffle the number cards, then deal. When someone is stuck, count the cards left: fewer than ten is"
                " excellent."
            )
        ),
        aim=translator.text(N_("Together, lay all 98 cards on the four piles.")),
        table=TablePicture(
            (*(Spot("", *pile) for pile in piles), Spot(translator.text(N_("Draw pile")))),
            hand,
        ),
        names=names,
    )


def score_sheet(
    setup: Setup,
    names: tuple[str, ...],
    translator: Translator,
    games: Sequence[PlayedGame] = (),
    turns: bool = False,
    verdicts: bool = False,
) -> ScoreSheet:
    """Return a sheet of twenty attempts, or of as many more as were played, the first of them filled with `games`."""
    count = max(ATTEMPTS, len(games))
    last = (N_("Draw pile"), N_("Left over"), N_("Result"))
    blocks = []
    for number in range(count):
        attempt = games[number] if number < len(games) else None
        cells = _attempt(attempt.report, setup, translator) if attempt else _blank(setup, translator)
        blocks.append(Block(str(number + 1), (Row(attempt.date if attempt else "", cells),)))
    usual = {switch.name: switch.values[0] for switch in SWITCHES}
    return ScoreSheet(
        title=title(setup, translator),
        detail=f"{translator.count(setups.PLAYERS, setup.players)} \u00b7 {detail(setup, translator)}",
        columns=names,
        label=translator.text(N_("Date")),
        headed=tuple(map(translator.text, last)),
        blocks=tuple(blocks),
        panels=(_ratings(translator), _levels(setup, translator)),
        house_rules=house_rules(SWITCHES, dict(setup.rulings), usual, translator),
        fields=() if games else blank_fields(translator),
    )


def reminders(setup: Setup, translator: Translator) -> tuple[Panel, ...]:
    """Return how good a result is, and what the levels ask for."""
    return _ratings(translator), _levels(setup, translator)


def _ratings(translator: Translator) -> Panel:
    ratings = tuple(map(translator.text, (N_("0: beaten"), N_("1 to 9: excellent"), N_("10 or more: try again"))))
    return Panel(translator.text(N_("Result")), ratings)


def all_setups(options: dict[str, Json]) -> Iterator[Setup]:
    """Yield each set-up that there is: every number of players at every level."""
    for count in SEATS:
        for level in LEVEL.values:
            yield Setup(count, level)


def emblem(canvas: Canvas, box: Box) -> None:
    """Draw the picture of the game: a pile that goes up and one that goes down."""
    x, y, width, height = box
    card = height * 0.68
    parts.tilted_card(canvas, (x + width / 2 - card - 0.7, y, card, height), 6, "G", "\u2191")
    parts.tilted_card(canvas, (x + width / 2 + 0.7, y, card, height), -6, "B", "\u2193")


def reference_cards(setup: Setup | None, translator: Translator) -> Iterator[reference_card.ReferenceCard]:
    """Yield the reference cards: the piles and their trick, what may be said."""
    piles = (("G", "\u2191", ("TG-03", "TG-09")), ("B", "\u2193", ("TG-04", "TG-10")))
    items = [reference_card.Item(reference_card.rule_texts(translator, *ids), suit, sign) for suit, sign, ids in piles]
    yield reference_card.ReferenceCard(
        TITLE, translator.text(N_("The piles")), (*items, _said(translator, "TG-07", "TG-08", "TG-13", "TG-14"))
    )
    talk = (
        _said(translator, "TG-12"),
        reference_card.Item(
            translator.text(N_("Yes: “Please leave this pile alone.” “I can do a lot on this one.”")), "G", "+"
        ),
        reference_card.Item(
            translator.text(N_("No: \u201cI have the 54.\u201d \u201cMine is five higher than that.\u201d")),
            "R",
            "\u00d7",
        ),
    )
    yield reference_card.ReferenceCard(TITLE, translator.text(N_("What you may say")), talk)


def _said(translator: Translator, *ids: str) -> reference_card.Item:
    return reference_card.Item(reference_card.rule_texts(translator, *ids))


def _attempt(report: dict[str, object], setup: Setup, translator: Translator) -> tuple[Cell, ...]:
    hands = report["hands"]
    known = [str(cards) for cards in hands] if isinstance(hands, list) else [""] * setup.players
    pile = "" if report["draw_pile"] is None else str(report["draw_pile"])
    over = report["rating"] is not None
    verdict = translator.with_texts(WORDS).say(str(report["rating"])) if over else translator.text(N_("still playing"))
    return (*map(Cell, known), Cell(pile), Cell(str(report["leftover"])), Cell(verdict))


def _blank(setup: Setup, translator: Translator) -> tuple[Cell, ...]:
    return (Cell(),) * (setup.players + 3)


def _levels(setup: Setup, translator: Translator) -> Panel:
    """Return hand, draw pile and least number of cards of every level for this number of players."""
    translator = translator.with_texts(WORDS)
    levels = [Setup(setup.players, level) for level in LEVEL.values]
    rows = (
        ("", translator.text(N_("Hand")), translator.text(N_("Draw pile")), translator.text(N_("Per turn"))),
        *((translator.say(item.level), str(item.hand), str(item.draw_pile), str(item.minimum)) for item in levels),
    )
    return Panel(translator.text(N_("Levels")), tables=(rows,), weight=2.3)
