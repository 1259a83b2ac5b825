"""The figures of a finished game of Take That, in addition to its result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from companion.core import figures
from companion.core.figures import Figures, GameStatistics, Report, points_figures
from companion.core.messages import N_, RECORD, Json, Message, PlayerRef
from companion.core.rounds import RoundGameState
from companion.games.take_that.options import ADVANCED_OPTION


class TakeThatStatistics(GameStatistics):
    """The figures of Take That."""

    VARIANTS: ClassVar[Mapping[str, str]] = {"advanced": ADVANCED_OPTION.label}
    LABELS: ClassVar[Mapping[str, str]] = {
        **figures.LABELS,
        "rounds": N_("Deals"),
        "twisted": N_("Cards in pairs"),
        "toads": N_("Toads"),
        "toads_known": N_("Deals in which toads were counted"),
    }
    ROUND_COLUMNS = ("cards in pairs", "toads")

    def seat_figures(self, report: Report, seat: int) -> Figures:
        rounds = report["rounds"]
        with_toads = [played["toads"][seat] for played in rounds if played["toads"] is not None]
        return {
            **points_figures(report, seat),
            "rounds": len(rounds),
            "twisted": sum(played["twisted"][seat] for played in rounds),
            "toads": sum(with_toads),
            "toads_known": len(with_toads),
        }

    def round_cells(self, result: Json, seat: int, names: Sequence[str]) -> Sequence[str | int]:
        """The cards in pairs, and the toads if they were counted."""
        return result["twisted"][seat], "" if result["toads"] is None else result["toads"][seat]

    def variant(self, state: RoundGameState) -> str:
        return "advanced" if state.setup.advanced else ""

    def first_player(self, state: RoundGameState) -> int | None:
        return state.setup.starter_of(1)

    def highlights(
        self, seats: Sequence[Figures], details: Sequence[Figures], before: Sequence[Figures]
    ) -> list[tuple[int, Message]]:
        """The highlights of this game's own: who paired the most cards."""
        counts = [seat["twisted"] for seat in seats]
        most = max(counts)
        if counts.count(most) > 1 or not most:
            return []
        return [(30, Message(RECORD, "highlight-pairs", {"who": PlayerRef(counts.index(most)), "n": most}))]


STATISTICS = TakeThatStatistics()
