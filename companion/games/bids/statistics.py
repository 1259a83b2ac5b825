"""The figures of a finished game of Bids, in addition to its result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import ClassVar

from companion.core import figures
from companion.core.figures import Figures, GameStatistics, Report, extent, points_figures
from companion.core.messages import N_, RECORD, Json, Message, PlayerRef
from companion.games.bids.cards import VALUE
from companion.games.bids.options import VARIANT_OPTION
from companion.games.bids.state import Front, State

LEAST_OF_2X = 8  # points from which a 2x becomes a highlight


class BidsStatistics(GameStatistics):
    """The figures of Bids."""

    VARIANTS = VARIANT_OPTION.values
    ROUND_COLUMNS = ("front", "raw", "lucky loser count", "alliance partner")
    LABELS: ClassVar[Mapping[str, str]] = {
        **figures.LABELS,
        "rounds": N_("Rounds"),
        "round": N_("Points in a round"),
        "empty": N_("Rounds without black cards"),
        "allied": N_("Rounds as an ally"),
        "turns": N_("Tricks"),
        "won": N_("Tricks won"),
        "burns": N_("Tricks burnt"),
        "doubled": N_("Times the 2x was won"),
        "robbed": N_("Cards lost to the thief"),
    }

    def seat_figures(self, report: Report, seat: int) -> Figures:
        rounds, tricks = report["rounds"], report["turns"]
        counts = [0, *(played["zero_rounds"][seat] for played in rounds)]
        won = [trick for trick in tricks if trick["winner"] == seat]
        return {
            **points_figures(report, seat),
            "rounds": len(rounds),
            **({"round": extent(*(played["scores"][seat] for played in rounds))} if rounds else {}),
            "empty": sum(after > before for before, after in pairwise(counts)),
            "allied": sum(seat in (played["alliance"] or ()) for played in rounds),
            "turns": len(tricks),
            "won": len(won),
            "burns": sum(trick["outcome"] == "burnt" and trick["next"] == seat for trick in tricks),
            "doubled": sum(trick["doubled"] for trick in won),
            "robbed": sum(trick["stolen"] is not None and trick["stolen"]["from"] == seat for trick in tricks),
        }

    def variant(self, state: State) -> str:
        return state.setup.variant

    def first_player(self, state: State) -> int | None:
        return state.rounds[0].starter if state.rounds else state.round.starter

    def details(self, report: Report, seat: int, state: State) -> Figures:
        """The points from the 2x."""
        fronts = [played.fronts[seat] for played in state.rounds]
        return {"2x": sum(VALUE[card] for front in fronts if isinstance(front, Front) for card in front.doubled)}

    def round_cells(self, result: Json, seat: int, names: Sequence[str]) -> Sequence[str | int]:
        """The front if it is known, the points before they were shared, lucky loser count and partner."""
        fronts, pair = result["fronts"], result["alliance"] or ()
        front = "" if fronts is None else " ".join(fronts[seat])
        partner = next((names[other] for other in pair if other != seat), "") if seat in pair else ""
        return front, result["raw"][seat], result["zero_rounds"][seat], partner

    def highlights(
        self, seats: Sequence[Figures], details: Sequence[Figures], before: Sequence[Figures]
    ) -> list[tuple[int, Message]]:
        """Who gained a lot and the most from the 2x, won the most tricks, or burnt the most."""
        highlights = []
        for weight, key, least in ((65, "2x", LEAST_OF_2X), (30, "won", 2), (25, "burns", 2)):
            counts = [{**seat, **detail}.get(key, 0) for seat, detail in zip(seats, details, strict=True)]
            if (most := max(counts)) >= least and counts.count(most) == 1:
                who = PlayerRef(counts.index(most))
                highlights.append((weight, Message(RECORD, f"highlight-{key}", {"who": who, "n": most})))
        return highlights


STATISTICS = BidsStatistics()
