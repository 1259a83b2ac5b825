"""The figures of a finished game of Bids, in addition to its result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import ClassVar

from companion.core import figures
from companion.core.figures import Figures, GameStatistics, Report, extent, points_figures
from companion.core.messages import N_, RECORD, Json, Message, PlayerRef
from companion.games.bids.cards import COLOURS, VALUE
from companion.games.bids.options import VARIANT_OPTION
from companion.games.bids.setup import TOP
from companion.games.bids.state import Front, State

LEAST_OF_2X = 8  # points from which a 2x becomes a highlight
_OF_TRICKS = ("turns", "won", "burns", "doubled", "robbed", "bid", "won_with", "2x", "stole")


class BidsStatistics(GameStatistics):
    """The figures of Bids."""

    VARIANTS = VARIANT_OPTION.values
    BY_NUMBER_TABLE = N_("Bids by value")
    BY_NUMBER_CHART = ("won_with", N_("Winning bids by value"))
    RESTS_ON: ClassVar[Mapping[str, str]] = dict.fromkeys(_OF_TRICKS, "with_tricks")
    DETAIL_LABELS: ClassVar[Mapping[str, str]] = {
        "bid": N_("Bids made"),
        "won_with": N_("Bids that won"),
        "2x": N_("Points from the 2x"),
        "stole": N_("Cards stolen"),
    }
    ROUND_COLUMNS = ("front", "raw", "lucky loser count", "alliance partner")
    LABELS: ClassVar[Mapping[str, str]] = {
        **figures.LABELS,
        "rounds": N_("Rounds"),
        "round": N_("Points in a round"),
        "empty": N_("Rounds without black cards"),
        "allied": N_("Rounds as an ally"),
        "turns": N_("Tricks"),
        "won": N_("Tricks won"),
        "burns": N_("Tricks burnt, apart from the tenth"),
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
            "round": extent(*(played["scores"][seat] for played in rounds)),
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
        """Return bids by value (coloured cards only) and how many of them won, the points from the 2x, and thefts."""
        tricks, fronts = report["turns"], [played.fronts[seat] for played in state.rounds]
        bid: Counter[str] = Counter()
        won: Counter[str] = Counter()
        for trick in tricks:
            card = dict(trick["bids"])[seat]
            if card[0] in COLOURS:
                bid[card[1:]] += 1
                won[card[1:]] += trick["winner"] == seat
        return {
            "bid": dict(bid),
            "won_with": dict(won),
            "2x": sum(VALUE[card] for front in fronts if isinstance(front, Front) for card in front.doubled),
            "with_tricks": int(bool(tricks)),
            "stole": sum(trick.stolen is not None and trick.thief == seat for trick in state.tricks),
        }

    def highest_number(self, player_count: int) -> int:
        return TOP[player_count]

    def partners(self, report: Report, seat: int) -> dict[str, int]:
        alliances = [played["alliance"] or () for played in report["rounds"]]
        return dict(Counter(str(other) for pair in alliances if seat in pair for other in pair if other != seat))

    def round_cells(self, result: Json, seat: int, names: Sequence[str]) -> Sequence[str | int]:
        """Return the front if it is known, the points before they were shared, lucky loser count and partner."""
        fronts, pair = result["fronts"], result["alliance"] or ()
        front = "" if fronts is None else " ".join(fronts[seat])
        partner = next((names[other] for other in pair if other != seat), "") if seat in pair else ""
        return front, result["raw"][seat], result["zero_rounds"][seat], partner

    def highlights(
        self, seats: Sequence[Figures], details: Sequence[Figures], before: Sequence[Figures]
    ) -> list[tuple[int, Message]]:
        """Return who gained a lot and the most from the 2x, won the most tricks, or burnt the most."""
        highlights = []
        for weight, key, least in ((65, "2x", LEAST_OF_2X), (30, "won", 2), (25, "burns", 2)):
            counts = [{**seat, **detail}.get(key, 0) for seat, detail in zip(seats, details, strict=True)]
            if (most := max(counts)) >= least and counts.count(most) == 1:
                who = PlayerRef(counts.index(most))
                highlights.append((weight, Message(RECORD, f"highlight-{key}", {"who": who, "n": most})))
        return highlights


STATISTICS = BidsStatistics()
