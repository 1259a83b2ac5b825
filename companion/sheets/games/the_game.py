"""The Game on paper: a score sheet for attempts, the set-up list and the set-up cards."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from companion.core.messages import N_
from companion.games.the_game.options import LEVEL_OPTION
from companion.games.the_game.setup import CARDS, Setup
from companion.sheets.game_sheets import GameSheets
from companion.sheets.panels import Panel, Table
from companion.sheets.playing_cards import DeckCard, DeckRow, TiltedCard
from companion.sheets.print_job import PrintJob, SheetGame
from companion.sheets.score_sheet import Block, Cell, Note, ScoreRow, ScoreSheet
from companion.sheets.setup_sheet import SetupSheet, Spot

PILES = (("G", "1 \u2191"), ("G", "1 \u2191"), ("B", "100 \u2193"), ("B", "100 \u2193"))


class Sheets(GameSheets):
    """The sheets of The Game."""

    COLOURS = ((0.1, 0.3, 0.56), (0.84, 0.885, 0.94))
    COLLECTS_ATTEMPTS = True
    setup: Setup

    @property
    def detail(self) -> str:
        return self.text(N_("%(level)s level"), level=self.translator.say(self.setup.level))

    def setup_sheet(self) -> SetupSheet:
        setup = self.setup
        tens = range(1, 101, 10)
        numbers = [tuple(DeckCard("W", str(card), card not in CARDS) for card in range(ten, ten + 10)) for ten in tens]
        piles = DeckRow("", tuple(DeckCard(*pile) for pile in PILES), 1.8)
        closing = N_(
            "Shuffle the number cards, then deal. When someone is stuck, count the cards left: fewer than ten is"
            " excellent."
        )
        alone, together = N_("Lay all 98 cards on the four piles."), N_("Together, lay all 98 cards on the four piles.")
        spots = (tuple(Spot("", *pile) for pile in PILES), (Spot(self.text(N_("Draw pile"))),))
        return replace(
            super().setup_sheet(),
            deck=(piles, *(DeckRow("", row, 0.84) for row in numbers)),
            facts=((self.text(N_("Per turn, once the draw pile is empty")), "1"),),
            levels=self._levels(),
            closing=self.text(closing),
            aim=self.text(alone if self.player_count == 1 else together),
            table=self.table_picture(spots, setup.hand),
        )

    def score_sheet(self, job: PrintJob) -> ScoreSheet:
        """Blank for attempts, or those of `job` with the result of the latest one."""
        attempts = job.games or (None,)
        blank = (Cell(),) * 4
        rows = [
            ScoreRow(attempt.date, self._attempt(attempt)) if attempt else ScoreRow("", blank) for attempt in attempts
        ]
        sheet = super().score_sheet(job)
        if job.games:
            sheet = replace(sheet, panels=(), notes=(self._result(job.games),))
        return replace(
            sheet,
            # Each attempt has its own date and level.
            head=replace(
                sheet.head,
                detail=" \u00b7 ".join(filter(None, (self.players_in_words, *self.names))),
                fields=sheet.head.fields[:1],
            ),
            label=self.text(N_("Date")),
            names=(),
            is_pad=not job.games,
            other_columns=tuple(map(self.text, (N_("Level"), N_("Left in hand"), N_("Left in pile"), N_("Result")))),
            blocks=tuple(Block(str(number), (row,)) for number, row in enumerate(rows, 1)),
        )

    def _attempt(self, attempt: SheetGame) -> tuple[Cell, ...]:
        leftover, is_over = attempt.state.leftover, attempt.state.is_over
        counts = (sum(leftover.hands) if leftover.hands else None, leftover.draw_pile)
        result = Cell(str(leftover.cards), self.translator.say(leftover.rating))
        return (
            Cell(self.translator.say(attempt.state.setup.level)),
            *(Cell("" if count is None else str(count)) for count in counts),
            result if is_over else Cell(quiet=self.text(N_("still playing"))),
        )

    def _result(self, attempts: Sequence[SheetGame]) -> Note:
        """How the latest attempt ended, and which one it was."""
        latest = attempts[-1].state
        ended = self.translator(latest.leftover.words)
        number = self.text(N_("Attempt %(n)s"), n=len(attempts))
        detail = (number, self.translator.say(latest.setup.level), attempts[-1].date)
        return ended if latest.is_over else self.text(N_("still playing")), (" \u00b7 ".join(filter(None, detail)),)

    def panels(self) -> list[Panel]:
        """How good a result is, and what the levels require with this number of players."""
        ratings = tuple(map(self.text, (N_("0: beaten"), N_("1 to 9: excellent"), N_("10 or more: try again"))))
        levels = Panel(self.text(N_("Levels")), tables=(self._levels(),), share=2.3)
        return [Panel(self.text(N_("Result")), ratings), levels]

    def _levels(self) -> Table:
        """What each requires with this number of players."""
        setups = [Setup(self.player_count, level) for level in LEVEL_OPTION.values]
        heads = ("", *map(self.text, (N_("Hand"), N_("Draw pile"), N_("Per turn"))))
        rows = [(setup.level, *map(str, (setup.hand, setup.draw_pile, setup.minimum))) for setup in setups]
        return (heads, *((self.translator.say(level), *cells) for level, *cells in rows))

    @property
    def emblem(self) -> tuple[TiltedCard, ...]:
        """An ascending and a descending pile."""
        return TiltedCard("G", "\u2191", 6, -0.55), TiltedCard("B", "\u2193", -6, 0.55)
