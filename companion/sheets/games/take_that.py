"""Take That on paper: the picture of the deck, the rows of the score sheet, the reference cards."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.messages import N_, Json
from companion.core.translator import Translator, format_number
from companion.games.take_that.setup import CARDS, MIRROR, SEATS, TOAD_COST, TOADS, Setup
from companion.sheets import parts, setups
from companion.sheets import reference as reference_card
from companion.sheets.canvas import Box, Canvas
from companion.sheets.grid import Cell, Row
from companion.sheets.parts import Chip, Panel
from companion.sheets.played_games import PlayedGame
from companion.sheets.round_sheets import RoundSheets
from companion.sheets.table_picture import Spot, TablePicture


class Sheets(RoundSheets):
    """The sheets of Take That."""

    def detail(self, setup: Setup, translator: Translator) -> str:
        """Return whether it is the advanced game."""
        return translator.text(N_("advanced")) if setup.advanced else ""

    def deck(self, setup: Setup, translator: Translator) -> tuple[setups.DeckRow, ...]:
        return tuple(
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

    def facts(self, setup: Setup, translator: Translator) -> tuple[tuple[str, str], ...]:
        return (
            (translator.text(N_("Cards, {toads} of them toads"), toads=len(TOADS)), str(len(CARDS))),
            (translator.text(N_("Hands")), f"{setup.players} \u00d7 {setup.hand}"),
            (translator.text(N_("Draw pile")), f"{len(CARDS)} − {setup.players * setup.hand} = {setup.draw_pile}"),
        )

    def closing(self, setup: Setup, translator: Translator) -> str:
        if setup.advanced:
            return translator.text(
                N_(
                    "Shuffle, then deal. The player to the dealer's left starts. If you take a one-card row, you also"
                    " take the top card of the draw pile. Once the draw pile is empty, the game ends when the row is"
                    " taken or emptied."
                )
            )
        return translator.text(
            N_(
                "Shuffle, then deal. The player to the dealer's left starts. Once the draw pile is empty, the game ends"
                " when the row is taken or emptied."
            )
        )

    def aim(self, setup: Setup, translator: Translator) -> str:
        return translator.text(N_("Pair cards with their mirror images, and don't take the row."))

    def table(self, setup: Setup, translator: Translator) -> TablePicture:
        first = next(card for card in MIRROR if card > TOADS[1])
        row = [Spot("", "W", str(card)) for card in (first, first + 4)]
        spots = (
            Spot(translator.text(N_("Draw pile"))),
            Spot(translator.text(N_("The row")), "W", str(first - 2)),
            *row,
        )
        caption = translator.text(N_("In front of you: pairs face up, the cards of a row that you took face down."))
        return TablePicture(spots, setup.hand, caption)

    def all_setups(self, options: dict[str, Json]) -> Iterator[Setup]:
        """Yield each possible set-up: every number of players, ordinary and advanced."""
        for count in SEATS:
            for advanced in (False, True):
                yield Setup(count, advanced=advanced)

    def emblem(self, canvas: Canvas, box: Box) -> None:
        """Draw the picture of the game: a card and its mirror image."""
        x, y, width, height = box
        card, example = height * 0.68, next(card for card in MIRROR if card > TOADS[1])
        parts.tilted_card(canvas, (x + width / 2 - card + 1, y, card, height), 8, "B", str(example))
        parts.tilted_card(canvas, (x + width / 2 - 1, y, card, height), -8, "G", str(MIRROR[example]))

    def reference_cards(self, setup: Setup | None, translator: Translator) -> Iterator[reference_card.ReferenceCard]:
        """Yield the reference cards: a turn, and how a game is scored."""

        def of(suit: str, sign: str, *ids: str) -> reference_card.Item:
            return reference_card.Item(reference_card.rule_texts(translator, *ids), suit, sign)

        example = next(card for card in MIRROR if card > TOADS[1])
        turn = (
            of("B", str(example), "TT-07"),
            of("G", str(MIRROR[example]), "TT-09"),
            of("K", "\u2193", "TT-13", "TT-14"),
        )
        yield reference_card.ReferenceCard(self.game.TITLE, translator.text(N_("Your turn")), turn)
        counted = (("G", "+1"), ("K", format_number(-1)), ("R", format_number(-TOAD_COST)))
        meant = (
            translator.text(N_("A face-up card.")),
            translator.text(N_("A face-down card.")),
            translator.text(N_("A face-down toad: {toads}."), toads=", ".join(map(str, TOADS))),
        )
        items = [reference_card.Item(text, *face) for face, text in zip(counted, meant, strict=True)]
        rest = reference_card.Item(reference_card.rule_texts(translator, "TT-15", "TT-16", "TT-18"))
        yield reference_card.ReferenceCard(self.game.TITLE, translator.text(N_("Scoring")), (*items, rest))

    def rows(self, setup: Setup, game: PlayedGame | None, number: int, translator: Translator) -> list[Row]:
        done, seats = self.done(game, number), range(setup.players)
        up = tuple(Cell(str(done["twisted"][seat]) if done else "") for seat in seats)
        down = tuple(_face_down(done, seat) for seat in seats)
        toads = tuple(_toads(done, seat) for seat in seats)
        scores = tuple(Cell(format_number(done["scores"][seat]) if done else "") for seat in seats)
        return [
            Row(translator.text(N_("Face up, +1")), up, tall=True),
            Row(translator.text(N_("Face down, −1")), down, tall=True),
            Row(translator.text(N_("Toads, −{cost}"), cost=TOAD_COST), toads, tall=True),
            Row(translator.text(N_("Game")), scores),
        ]

    def panels(self, setup: Setup, translator: Translator) -> list[Panel]:
        """Return how a game is scored (TT-15 to TT-18)."""
        lines = (
            translator.text(
                N_("Each face-up card is worth 1 point. Each face-down card costs 1, each face-down toad {cost}."),
                cost=TOAD_COST,
            ),
            translator.text(N_("Cards left in hand don't count.")),
            translator.text(N_("Add up the games. Equal totals share a place.")),
        )
        return [Panel(translator.text(N_("Scoring")), lines, weight=1.4)]


def _face_down(done: Json, seat: int) -> Cell:
    """Return the points of the face-down cards without toads, or the minus points if only those are known."""
    if not done:
        return Cell()
    minus = done["twisted"][seat] - done["scores"][seat]
    if done["toads"] is None:
        return Cell(format_number(-minus))
    return Cell(format_number(TOAD_COST * done["toads"][seat] - minus))


def _toads(done: Json, seat: int) -> Cell:
    if not done or done["toads"] is None:
        return Cell()
    toads = done["toads"][seat]
    return Cell(format_number(-TOAD_COST * toads), f"{toads} \u00d7") if toads else Cell("0")
