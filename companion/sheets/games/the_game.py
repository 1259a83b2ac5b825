"""The Game on paper: a score sheet for twenty attempts, the checklist and the set-up cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from companion.core.messages import N_, Json, Message
from companion.core.translator import Translator
from companion.games.the_game.options import LEVEL
from companion.games.the_game.setup import CARDS, SEATS, Setup, checklist
from companion.games.the_game.words import WORDS
from companion.sheets import parts, setups
from companion.sheets.canvas import Box, Canvas
from companion.sheets.game_sheets import GameSheets
from companion.sheets.grid import Block, Cell, Row
from companion.sheets.parts import Chip, Panel
from companion.sheets.played_games import blank_fields
from companion.sheets.reference import Item, ReferenceCard, rule_texts
from companion.sheets.score import ScoreSheet
from companion.sheets.table_picture import Spot, TablePicture

if TYPE_CHECKING:
    from companion.sheets.print_job import PrintJob

ATTEMPTS = 20
PILES = (("G", "1 \u2191"), ("G", "1 \u2191"), ("B", "100 \u2193"), ("B", "100 \u2193"))


class Sheets(GameSheets):
    """The sheets of The Game."""

    COLLECTS_ATTEMPTS = True

    def detail(self, setup: Setup, translator: Translator) -> str:
        """Return the level."""
        return translator.text(N_("level {level}"), level=translator.with_texts(WORDS).say(setup.level))

    def steps(self, setup: Setup) -> Sequence[Message]:
        return checklist(setup)

    def deck(self, setup: Setup, translator: Translator) -> tuple[setups.DeckRow, ...]:
        """Return the picture of the piles, with all cards below them."""
        numbers = (
            setups.DeckRow(
                "", tuple(Chip("W", str(card), card not in CARDS) for card in range(first, first + 10)), 0.84
            )
            for first in range(1, 101, 10)
        )
        return (setups.DeckRow("", tuple(Chip(*pile) for pile in PILES), 1.8), *numbers)

    def facts(self, setup: Setup, translator: Translator) -> tuple[tuple[str, str], ...]:
        return (
            (translator.text(N_("Hands")), f"{setup.players} \u00d7 {setup.hand}"),
            (translator.text(N_("Draw pile")), f"{len(CARDS)} − {setup.players * setup.hand} = {setup.draw_pile}"),
            (translator.text(N_("Minimum per turn")), str(setup.minimum)),
            (translator.text(N_("Draw pile empty")), "1"),
        )

    def closing(self, setup: Setup, translator: Translator) -> str:
        return translator.text(
            N_(
                "Shuffle the number cards, then deal. When someone is stuck, count the cards left: fewer than ten is"
                " excellent."
            )
        )

    def aim(self, setup: Setup, translator: Translator) -> str:
        return translator.text(N_("Together, lay all 98 cards on the four piles."))

    def table(self, setup: Setup, translator: Translator) -> TablePicture:
        spots = (*(Spot("", *pile) for pile in PILES), Spot(translator.text(N_("Draw pile"))))
        return TablePicture(spots, setup.hand)

    def score_sheet(self, setup: Setup, job: PrintJob, translator: Translator) -> ScoreSheet:
        """Return a sheet for at least twenty attempts, filled in with those of `job`."""
        games = job.games
        blocks = []
        for number in range(max(ATTEMPTS, len(games))):
            attempt = games[number] if number < len(games) else None
            cells = _attempt(attempt.report, setup, translator) if attempt else (Cell(),) * (setup.players + 3)
            blocks.append(Block(str(number + 1), (Row(attempt.date if attempt else "", cells),)))
        return ScoreSheet(
            title=self.title(setup, translator),
            detail=f"{translator.count(setups.PLAYERS, setup.players)} \u00b7 {self.detail(setup, translator)}",
            columns=job.seat_names,
            label=translator.text(N_("Date")),
            headed=tuple(map(translator.text, (N_("Draw pile"), N_("Left over"), N_("Result")))),
            blocks=tuple(blocks),
            panels=tuple(self.panels(setup, translator)),
            house_rules=self.house_rules(setup, translator),
            fields=() if games else blank_fields(translator),
        )

    def panels(self, setup: Setup, translator: Translator) -> list[Panel]:
        """Return how good a result is, and what the levels require."""
        ratings = tuple(map(translator.text, (N_("0: beaten"), N_("1 to 9: excellent"), N_("10 or more: try again"))))
        return [Panel(translator.text(N_("Result")), ratings), _levels(setup, translator)]

    def all_setups(self, options: dict[str, Json]) -> Iterator[Setup]:
        """Yield each possible set-up: every number of players at every level."""
        for count in SEATS:
            for level in LEVEL.values:
                yield Setup(count, level)

    def emblem(self, canvas: Canvas, box: Box) -> None:
        """Draw the picture of the game: an ascending and a descending pile."""
        x, y, width, height = box
        card = height * 0.68
        parts.tilted_card(canvas, (x + width / 2 - card - 0.7, y, card, height), 6, "G", "\u2191")
        parts.tilted_card(canvas, (x + width / 2 + 0.7, y, card, height), -6, "B", "\u2193")

    def reference_cards(self, setup: Setup | None, translator: Translator) -> Iterator[ReferenceCard]:
        """Yield the reference cards: the piles and the backwards trick, what may be said."""

        def rules(suit: str, sign: str, *ids: str) -> Item:
            return Item(rule_texts(translator, *ids), suit, sign)

        piles = (
            rules("G", "\u2191", "TG-03", "TG-09"),
            rules("B", "\u2193", "TG-04", "TG-10"),
            rules("", "", "TG-07", "TG-08", "TG-13", "TG-14"),
        )
        yield ReferenceCard(self.game.TITLE, translator.text(N_("The piles")), piles)
        allowed = N_("Yes: “Please leave this pile alone.” “I can do a lot on this one.”")
        forbidden = N_("No: “I have the 54.” “Mine is five higher than that.”")
        talk = (
            rules("", "", "TG-12"),
            Item(translator.text(allowed), "G", "+"),
            Item(translator.text(forbidden), "R", "\u00d7"),
        )
        yield ReferenceCard(self.game.TITLE, translator.text(N_("What you may say")), talk)


def _attempt(report: dict[str, object], setup: Setup, translator: Translator) -> tuple[Cell, ...]:
    hands = report["hands"]
    known = [str(cards) for cards in hands] if isinstance(hands, list) else [""] * setup.players
    pile = "" if report["draw_pile"] is None else str(report["draw_pile"])
    over = report["rating"] is not None
    verdict = translator.with_texts(WORDS).say(str(report["rating"])) if over else translator.text(N_("still playing"))
    return (*map(Cell, known), Cell(pile), Cell(str(report["leftover"])), Cell(verdict))


def _levels(setup: Setup, translator: Translator) -> Panel:
    """Return hand, draw pile and minimum per turn for every level, with this number of players."""
    translator = translator.with_texts(WORDS)
    levels = [Setup(setup.players, level) for level in LEVEL.values]
    rows = (
        ("", translator.text(N_("Hand")), translator.text(N_("Draw pile")), translator.text(N_("Per turn"))),
        *((translator.say(item.level), str(item.hand), str(item.draw_pile), str(item.minimum)) for item in levels),
    )
    return Panel(translator.text(N_("Levels")), tables=(rows,), weight=2.3)
