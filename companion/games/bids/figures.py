"""What statistics count of a finished game of Bids beside how it ended."""

from __future__ import annotations

from itertools import pairwise

from companion.core import figures
from companion.core.figures import Figures, Report, extent, standing
from companion.core.messages import N_
from companion.games.bids.options import VARIANT
from companion.games.bids.state import State

VARIANTS = VARIANT.values

LABELS = {
    **figures.LABELS,
    "rounds": N_("Rounds"),
    "round": N_("Points in a round"),
    "empty": N_("Rounds without black cards"),
    "allied": N_("Rounds as an ally"),
    "turns": N_("Tricks"),
    "won": N_("Tricks won"),
    "burns": N_("Ties burned"),
    "doubled": N_("Tricks won with the 2x"),
    "robbed": N_("Cards stolen from them"),
}


def seat_figures(report: Report, seat: int) -> Figures:
    """Return the figures of a seat: the common ones, those of the rounds, those of the complete tricks."""
    rounds, turns = report["rounds"], report["turns"]
    counts = [0, *(it["zero_rounds"][seat] for it in rounds)]
    won = [turn for turn in turns if turn["winner"] == seat]
    return {
        **standing(report, seat),
        "rounds": len(rounds),
        "round": extent(it["scores"][seat] for it in rounds),
        "empty": sum(after > before for before, after in pairwise(counts)),
        "allied": sum(seat in (it["alliance"] or ()) for it in rounds),
        "turns": len(turns),
        "won": len(won),
        "burns": sum(turn["outcome"] == "burnt" and turn["next"] == seat for turn in turns),
        "doubled": sum(turn["doubled"] for turn in won),
        "robbed": sum(turn["stolen"] is not None and turn["stolen"]["from"] == seat for turn in turns),
    }


def variant(state: State) -> str:
    """Return the value of the option that tells one way to play from another."""
    return state.setup.variant


def first_player(state: State) -> int | None:
    """Return the seat that started the first round, None if that was left open."""
    return state.results[0].starter if state.results else state.round.starter
