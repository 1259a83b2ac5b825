"""Wording that all games share: adjustments, an early end, scores, who wins."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.messages import RECORD, Json, Message, Param, Phrase, PlayerRef, Series, Signed, Verbatim
from companion.core.rounds import Scores


def adjusted_or_ended(entry: Json) -> Message:
    """Return the words in the log for an `adjust` or a `finish` entry, which several games have."""
    if entry["type"] == "finish":
        return Message(RECORD, "log-ended-early")
    points = entry["points"]
    params: dict[str, Param] = {
        "who": PlayerRef(entry["seat"]),
        "n": points,
        "points": Signed(points),
        "reason": Verbatim(entry["reason"]),
    }
    return Message(RECORD, "log-adjusted", params)


def scores(points: Sequence[int]) -> Series:
    """Return what each seat scores in a round, as a message parameter: "Ana +5, Luis −2"."""
    return Series(
        tuple(Phrase("player-score", {"who": PlayerRef(seat), "points": Signed(n)}) for seat, n in enumerate(points))
    )


def headline(standing: Scores) -> Message:
    """Return the current or final result of a game that adds up round scores, in one line."""
    leaders = standing.leaders()
    who: dict[str, Param] = {"who": tuple(map(PlayerRef, leaders)), "n": standing.totals[leaders[0]]}
    if standing.ranking:
        return Message(RECORD, "summary-won" if len(leaders) == 1 else "summary-shared", who)
    if not any(standing.totals):
        return unit_of(standing)
    text = "unit-leader" if len(leaders) == 1 else "unit-leaders"
    return Message(RECORD, text, {**unit_of(standing).params, **who})


def unit_of(standing: Scores) -> Message:
    """Return which round it is, of how many."""
    return Message(RECORD, "unit-of", {"number": standing.number, "length": standing.round_count})
