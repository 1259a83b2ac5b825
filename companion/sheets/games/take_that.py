"""Take That on paper: the picture of the deck, the rows of the score sheet, the reference cards."""

from __future__ import annotations

from msgspec.structs import replace

from companion.core.messages import N_
from companion.core.rounds import CompleteRound
from companion.core.translator import format_number
from companion.games.take_that.results import minus
from companion.games.take_that.setup import CARDS, MIRROR, TOAD_COST, TOADS, Setup
from companion.sheets.game_sheets import ScoredSheets
from companion.sheets.panels import Panel
from companion.sheets.playing_cards import DeckCard, DeckRow, TiltedCard
from companion.sheets.print_job import PrintJob
from companion.sheets.score_sheet import Cell, ScoreRow, ScoreSheet
from companion.sheets.setup_sheet import SetupSheet, Spot

EXAMPLE = next(card for card in MIRROR if card > TOADS[1])  # a card with a mirror image, for pictures


class Sheets(ScoredSheets):
    """The sheets of Take That."""

    TOTAL_BESIDE = True
    setup: Setup

    @property
    def detail(self) -> str:
        return self.text(N_("advanced")) if self.setup.advanced else ""

    def setup_sheet(self) -> SetupSheet:
        setup = self.setup
        deck = [
            [DeckCard("K" if card in TOADS else "W", str(card), card not in CARDS) for card in range(first, first + 9)]
            for first in range(11, 100, 10)
        ]
        facts = (
            (self.text(N_("Cards, %(toads)s of them toads"), toads=len(TOADS)), str(len(CARDS))),
            (self.text(N_("Hands")), f"{setup.player_count} \u00d7 {setup.hand}"),
            (self.text(N_("Draw pile")), f"{len(CARDS)} − {setup.player_count * setup.hand} = {setup.draw_pile}"),
        )
        closing = N_(
            "Shuffle, then deal. The player to the dealer's left starts. Once the draw pile is empty, the"
            " deal ends when the row is taken or emptied. Advanced: if you take a one-card row, you also take the"
            " top card of the draw pile."
        )
        spots = ((Spot(self.text(N_("Draw pile"))),), (Spot(self.text(N_("The row starts here")), "W"),))
        caption = self.text(N_("In front of you: pairs face up; cards from rows you took, face down."))
        return replace(
            super().setup_sheet(),
            deck=tuple(DeckRow("", tuple(row), 0.88) for row in deck),
            facts=facts,
            closing=self.text(closing),
            aim=self.text(N_("Pair cards with their mirror images, and don't take the row.")),
            table=self.table_picture(spots, setup.hand, caption),
        )

    @property
    def emblem(self) -> tuple[TiltedCard, ...]:
        """A card and its mirror image."""
        return TiltedCard("B", str(EXAMPLE), 6, -0.6), TiltedCard("G", str(MIRROR[EXAMPLE]), -6, 0.6)

    def score_sheet(self, job: PrintJob) -> ScoreSheet:
        """With circles that say who deals."""
        sheet = super().score_sheet(job)
        return sheet if sheet.result else replace(sheet, label=self.text(N_("\u25cb deals")))

    def rows(self, played: CompleteRound | None, before: CompleteRound | None) -> list[ScoreRow]:
        seats = range(self.player_count)
        if not played:
            up, down = [Cell(starts=False) for _ in seats], [Cell(quiet="\u2212") for _ in seats]
            toads = [Cell(quiet=f"___ \u00d7{TOAD_COST} = \u2212") for _ in seats]
        else:
            twisted, cards, counted = (played.counts_in(name) for name in ("twisted", "cards", "toads"))
            up = [*self.cells(twisted)]
            down = [*self.cells([-n for n in cards or map(minus, played.all_counts)])]
            toads = [
                Cell(format_number(-TOAD_COST * count), f"{count} \u00d7") if count else Cell("0")
                for count in counted or ()
            ]
        return [
            ScoreRow(self.text(N_("Face up, +1")), tuple(up)),
            ScoreRow(self.text(N_("Face down, \u22121") if toads else N_("Minus points")), tuple(down)),
            *([ScoreRow(self.text(N_("Toads, \u2212%(cost)s"), cost=TOAD_COST), tuple(toads))] if toads else []),
            *super().rows(played, before),
        ]

    def panels(self) -> list[Panel]:
        """How a game is scored (TT-15 to TT-18)."""
        points = N_("Each face-up card is worth 1 point. Each face-down card costs 1, each face-down toad %(cost)s.")
        added = N_("Add up the deals. Equal totals share a place.")
        line = f"{self.text(points, cost=TOAD_COST)} {self.text(added)}"
        return [Panel(self.text(N_("Scoring")), (line,))]
