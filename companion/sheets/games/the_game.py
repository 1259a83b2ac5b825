"""The Game on paper: a score sheet for twenty attempts, the set-up list and the set-up cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from msgspec.structs import replace

from companion.core.messages import N_, Json, Message
from companion.games.the_game.options import LEVEL_OPTION
from companion.games.the_game.results import rating
from companion.games.the_game.setup import CARDS, Setup, minimum, unfinished_turn
from companion.sheets.game_sheets import GameSheets
from companion.sheets.panels import Panel
from companion.sheets.playing_cards import DeckCard, DeckRow, TiltedCard
from companion.sheets.print_job import PrintJob, SheetGame
from companion.sheets.reference import ReferenceCard, ReferenceText
from companion.sheets.score_sheet import Block, Cell, ScoreRow, ScoreSheet
from companion.sheets.setup_sheet import SetupSheet
from companion.sheets.table_picture import Spot

ATTEMPTS = 20
PILES = (("G", "1 \u2191"), ("G", "1 \u2191"), ("B", "100 \u2193"), ("B", "100 \u2193"))


class Sheets(GameSheets):
    """The sheets of The Game."""

    COLLECTS_ATTEMPTS = True
    VARIED: ClassVar[dict[str, Sequence[Json]]] = {LEVEL_OPTION.name: tuple(LEVEL_OPTION.values)}
    setup: Setup

    @property
    def detail(self) -> str:
        return self.text(N_("%(level)s level"), level=self.translator.say(self.setup.level))

    def setup_sheet(self) -> SetupSheet:
        setup = self.setup
        tens = range(1, 101, 10)
        numbers = [tuple(DeckCard("W", str(card), card not in CARDS) for card in range(ten, ten + 10)) for ten in tens]
        piles = DeckRow("", tuple(DeckCard(*pile) for pile in PILES), 1.8)
        facts = (
            (self.text(N_("Hands")), f"{setup.player_count} \u00d7 {setup.hand}"),
            (self.text(N_("Draw pile")), f"{len(CARDS)} − {setup.player_count * setup.hand} = {setup.draw_pile}"),
            (self.text(N_("Minimum per turn")), str(setup.minimum)),
            (self.text(N_("Draw pile empty")), "1"),
        )
        closing = N_(
            "Shuffle the number cards, then deal. When someone is stuck, count the cards left: fewer than ten is"
            " excellent."
        )
        spots = (*(Spot("", *pile) for pile in PILES), Spot(self.text(N_("Draw pile"))))
        return replace(
            super().setup_sheet(),
            deck=(piles, *(DeckRow("", row, 0.84) for row in numbers)),
            facts=facts,
            closing=self.text(closing),
            aim=self.text(N_("Together, lay all 98 cards on the four piles.")),
            table=self.table_picture(spots, setup.hand),
        )

    def score_sheet(self, job: PrintJob) -> ScoreSheet:
        """Return a sheet for at least twenty attempts, filled in with those of `job`."""
        blocks = []
        for number in range(max(ATTEMPTS, len(job.games))):
            attempt = job.games[number] if number < len(job.games) else None
            cells = self._attempt(attempt) if attempt else (Cell(),) * (self.player_count + 3)
            blocks.append(Block(str(number + 1), (ScoreRow(attempt.date if attempt else "", cells),)))
        sheet = super().score_sheet(job)
        return replace(
            sheet,
            head=replace(sheet.head, fields=sheet.head.fields[:1]),  # each attempt has its own date
            label=self.text(N_("Date")),
            other_columns=tuple(map(self.text, (N_("Draw pile"), N_("Left over"), N_("Result")))),
            blocks=tuple(blocks),
        )

    def _attempt(self, attempt: SheetGame) -> tuple[Cell, ...]:
        leftover, is_over = attempt.state.leftover, attempt.state.is_over
        counts = (*(leftover.hands or (None,) * self.player_count), leftover.draw_pile, leftover.cards)
        result = self.translator.say(rating(leftover.cards)) if is_over else self.text(N_("still playing"))
        return (*(Cell("" if count is None else str(count)) for count in counts), Cell(result))

    def panels(self) -> list[Panel]:
        """Return how good a result is, and what the levels require with this number of players."""
        ratings = tuple(map(self.text, (N_("0: beaten"), N_("1 to 9: excellent"), N_("10 or more: try again"))))
        levels = [Setup(self.player_count, level) for level in LEVEL_OPTION.values]
        rows = (
            ("", self.text(N_("Hand")), self.text(N_("Draw pile")), self.text(N_("Per turn"))),
            *(
                (self.translator.say(setup.level), str(setup.hand), str(setup.draw_pile), str(setup.minimum))
                for setup in levels
            ),
        )
        return [Panel(self.text(N_("Result")), ratings), Panel(self.text(N_("Levels")), tables=(rows,), share=2.3)]

    @property
    def emblem(self) -> tuple[TiltedCard, ...]:
        """An ascending and a descending pile."""
        return TiltedCard("G", "\u2191", 6, -0.55), TiltedCard("B", "\u2193", -6, 0.55)

    def reference_cards(self) -> Iterator[ReferenceCard]:
        """Yield the reference cards: the piles and the backwards trick, what may be said."""
        turn = (minimum(self.setup), Message("TG-14", "setup-minimum-later"), unfinished_turn(self.setup))
        piles = (
            self.rule_text("TG-03", "TG-09", suit="G", symbol="\u2191"),
            self.rule_text("TG-04", "TG-10", suit="B", symbol="\u2193"),
            ReferenceText(" ".join(map(self.translator, turn))),
        )
        yield ReferenceCard(self.text(N_("The piles")), piles)
        allowed = self.text(N_("Yes: “Please leave this pile alone.” “I can do a lot on this one.”"))
        forbidden = self.text(N_("No: “I have the 54.” “Mine is five higher than that.”"))
        talk = (self.rule_text("TG-12"), ReferenceText(allowed, "G", "+"), ReferenceText(forbidden, "R", "\u00d7"))
        yield ReferenceCard(self.text(N_("What you may say")), talk)
