"""Wording that all games share: adjustments, an early end, scores, who wins."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.messages import N_, NN_, Json, Literal, Message, Param, Phrase, PlayerRef, Series, Signed, Words
from companion.core.rounds import Scores

WORDS: Words = {
    "heading-agreed": N_("Agreed at the table"),
    "log-adjusted": NN_("{who}: {points} point ({reason})", "{who}: {points} points ({reason})"),
    "log-ended-early": N_("Game ended early"),
    "player-score": N_("{who} {points}"),
    "summary-won": NN_("{who} wins with {n} point", "{who} wins with {n} points"),
    "summary-shared": NN_("{who} share the win with {n} point", "{who} share the win with {n} points"),
}


def adjusted_or_ended(entry: Json) -> Message:
    """Return the log's words for an entry type that several games have: `adjust` or `finish`."""
    if entry["type"] == "finish":
        return Message("RECORD", "log-ended-early")
    points = entry["points"]
    params: dict[str, Param] = {
        "who": PlayerRef(entry["seat"]),
        "n": points,
        "points": Signed(points),
        "reason": Literal(entry["reason"]),
    }
    return Message("RECORD", "log-adjusted", params)


def scores(points: Sequence[int]) -> Series:
    """Return what each seat scores in a round, as a message parameter: "Ana +5, Luis −2"."""
    return Series(
        tuple(Phrase("player-score", {"who": PlayerRef(seat), "points": Signed(n)}) for seat, n in enumerate(points))
    )


def summary_by_points(totals: Sequence[int], winners: Sequence[int]) -> Message:
    """Return who wins a game, and with how many points."""
    text = "summary-won" if len(winners) == 1 else "summary-shared"
    return Message("RECORD", text, {"who": tuple(map(PlayerRef, winners)), "n": totals[winners[0]]})


def summary(standing: Scores) -> Message:
    """Return how a game of added-up rounds stands or ended, in one line."""
    leaders = standing.leaders()
    if standing.ranking:
        return summary_by_points(standing.totals, leaders)
    unit = standing.unit
    number: dict[str, Param] = {unit: standing.number, f"{unit}s": standing.length}
    if not any(standing.totals):
        return Message("RECORD", f"summary-{unit}", number)
    text = f"summary-{unit}-leader" if len(leaders) == 1 else f"summary-{unit}-leaders"
    who = tuple(map(PlayerRef, leaders))
    return Message("RECORD", text, {**number, "who": who, "n": standing.totals[leaders[0]]})
