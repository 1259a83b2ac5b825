"""Take That on paper: its score sheet, its check list and its set-up cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.core.messages import N_, NN_, Json
from companion.core.translator import Translator, format_number
from companion.games.take_that import TITLE
from companion.games.take_that.setup import CARDS, MIRROR, SEATS, TOAD_COST, TOADS, Setup, checklist
from companion.games.take_that.switches import SWITCHES
from companion.games.take_that.words import WORDS
from companion.sheets import reference as reference_card
from companion.sheets import setups
from companion.sheets.parts import Chip, Panel
from companion.sheets.played_games import (
    PlayedGame,
    adjustment_lines,
    blank_fields,
    final_block,
    house_rules_panel,
    ranking_panel,
    total_rows,
)
from companion.sheets.score import Block, Cell, Row, ScoreSheet

COLLECTS_ATTEMPTS = False
TURNS_LABEL = ""
GAMES = NN_("{n} game", "{n} games")
AFTER_GAMES = NN_("{player}: {points} after {n} game ({reason})", "{player}: {points} after {n} games ({reason})")


def title(setup: Setup, translator: Translator) -> str:
    """Return the name of the game."""
    return TITLE


def detail(setup: Setup, translator: Translator) -> str:
    """Return whether it is the advanced game."""
    return translator.text(N_("advanced")) if setup.advanced else ""


def setup_sheet(setup: Setup, translator: Translator, names: tuple[str, ...] = ()) -> setups.SetupSheet:
    """Return how a game is set up."""
    translator = translator.with_texts(WORDS, setups.named(names, setup.players))
    deck = tuple(
        setups.DeckRow(
            "",
            tuple(
                Chip("K" if card in TOADS else "W", str(card), card not in CARDS)
                for card in range(ten * 10 + 1, ten * 10 + 10)
            ),
            0.88,
        )
        for ten in range(1, 10)
    )
    return setups.SetupSheet(
        game=title(setup, translator),
        players=setup.players,
        detail=detail(setup, translator),
        deck=deck,
        steps=tuple(translator(step) for step in checklist(setup)),
        facts=(
            (translator.text(N_("Cards")), str(len(CARDS))),
            (translator.text(N_("including toads")), str(len(TOADS))),
            (translator.text(N_("Hands")), f"{setup.players} \u00d7 {setup.hand}"),
            (translator.text(N_("Draw pile")), f"= {setup.draw_pile}"),
        ),
        closing=_closing(setup, translator),
    )


def score_sheet(
    setup: Setup, names: tuple[str, ...], translator: Translator, games: Sequence[PlayedGame] = (), turns: bool = False
) -> ScoreSheet:
    """Return the score sheet of a match: blank, or as far as the last of `games` was played.

    `names` are by seat, "" for a place to write.
    """
    game = games[-1] if games else None
    shown = tuple(name or translator.text(N_("Player {n}"), n=seat + 1) for seat, name in enumerate(names))
    over = game is not None and game.report["ranking"] is not None
    count = len(game.report["rounds"]) if game and over else setup.games
    blocks = [_game(setup, number, translator, game) for number in range(1, count + 1)]
    panels = [_counting(translator), house_rules_panel(SWITCHES, setup.rulings, translator)]
    if game and over:
        blocks.append(final_block(game, range(setup.players), translator))
        panels.insert(0, ranking_panel(game, shown, translator))
    parts = [
        translator.count(setups.PLAYERS, setup.players),
        detail(setup, translator),
        translator.count(GAMES, setup.games),
    ]
    return ScoreSheet(
        title=title(setup, translator),
        detail=" \u00b7 ".join(filter(None, parts)),
        columns=names,
        blocks=tuple(blocks),
        panels=tuple(panels),
        fields=() if game else blank_fields(translator),
        notes=((translator.text(N_("Adjusted points")), adjustment_lines(game, shown, translator, AFTER_GAMES)),)
        if game and game.adjustments
        else (),
    )


def all_setups(options: dict[str, Json]) -> Iterator[Setup]:
    """Yield each set-up that there is: every number of players, ordinary and advanced."""
    for count in SEATS:
        for advanced in (False, True):
            yield Setup(count, advanced=advanced)


def reference_cards(translator: Translator) -> Iterator[reference_card.ReferenceCard]:
    """Yield the reference cards: a turn, and how a game is counted."""

    def of(suit: str, sign: str, *ids: str) -> reference_card.Item:
        return reference_card.Item(reference_card.rule_texts(translator, *ids), suit, sign)

    example = next(card for card in MIRROR if card > TOADS[1])
    turn = (of("B", str(example), "TT-07"), of("G", str(MIRROR[example]), "TT-09"), of("K", "\u2193", "TT-13", "TT-14"))
    yield reference_card.ReferenceCard(TITLE, translator.text(N_("Your turn")), turn)
    counted = (("G", "+1"), ("K", format_number(-1)), ("R", format_number(-TOAD_COST)))
    meant = (
        translator.text(N_("A face-up card.")),
        translator.text(N_("A face-down card.")),
        translator.text(N_("A face-down toad: {toads}."), toads=", ".join(map(str, TOADS))),
    )
    items = [reference_card.Item(text, *face) for face, text in zip(counted, meant, strict=True)]
    rest = reference_card.Item(reference_card.rule_texts(translator, "TT-15", "TT-16", "TT-18"))
    yield reference_card.ReferenceCard(TITLE, translator.text(N_("Scoring")), (*items, rest))


def _game(setup: Setup, number: int, translator: Translator, game: PlayedGame | None) -> Block:
    seats = range(setup.players)
    rounds = game.report["rounds"] if game else []
    done = rounds[number - 1] if number <= len(rounds) else None
    rows = [
        Row(
            translator.text(N_("Face up, +1")),
            tuple(Cell(str(done["twisted"][seat]) if done else "") for seat in seats),
            tall=True,
        ),
        Row(translator.text(N_("Face down, −1")), tuple(_face_down(done, seat) for seat in seats), tall=True),
        Row(
            translator.text(N_("Toads, −{cost}"), cost=TOAD_COST),
            tuple(_toads(done, seat) for seat in seats),
            tall=True,
        ),
        Row(
            translator.text(N_("Game")),
            tuple(Cell(format_number(done["scores"][seat]) if done else "") for seat in seats),
        ),
    ]
    return Block(str(number), (*rows, *total_rows(game, number, seats, translator)))


def _face_down(done: Json, seat: int) -> Cell:
    """Return the face-down cards without toads; where only minus points are known, these."""
    if not done:
        return Cell()
    minus = done["twisted"][seat] - done["scores"][seat]
    if done["toads"] is None:
        return Cell(format_number(-minus))
    return Cell(format_number(minus - TOAD_COST * done["toads"][seat]))


def _toads(done: Json, seat: int) -> Cell:
    if not done or done["toads"] is None:
        return Cell()
    toads = done["toads"][seat]
    return Cell(format_number(-TOAD_COST * toads), f"{toads} \u00d7") if toads else Cell("0")


def _counting(translator: Translator) -> Panel:
    """Return how a game is counted (TT-15..18)."""
    lines = (
        translator.text(
            N_("Each face-up card is worth 1 point. Each face-down card costs 1, each face-down toad {cost}."),
            cost=TOAD_COST,
        ),
        translator.text(N_("Cards left in hand don't count.")),
        translator.text(N_("Add up the games. Equal totals share the place.")),
    )
    return Panel(translator.text(N_("Scoring")), lines, weight=1.4)


def _closing(setup: Setup, translator: Translator) -> str:
    if setup.advanced:
        return translator.text(
            N_(
                "The player to the dealer's left starts. If you take a one-card row, you also take the top card"
                " of the draw pile. Once the draw pile is empty, the game ends when the row is taken or"
                " emptied."
            )
        )
    return translator.text(
        N_(
            "The player to the dealer's left starts. Once the draw pile is empty, the game ends when the row is"
            " taken or emptied."
        )
    )
