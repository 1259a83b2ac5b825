"""Take That in sentences: what an entry of the log says, what a turn came to, how a match stands."""

from __future__ import annotations

from companion.core.describe import adjusted_or_ended, scores, summary_by_points
from companion.core.messages import Json, Message, Param, PlayerRef
from companion.games.take_that.play import State, ranking
from companion.games.take_that.setup import MIRROR


def heading(before: State, entry: Json) -> Message:
    """Return under which heading of the log `entry` stands."""
    return Message("RECORD", "heading-game", {"game": min(len(before.rounds) + 1, before.setup.games)})


def describe(before: State, entry: Json) -> Message:
    """Return the log's words for `entry`, entered in state `before`."""
    kind, deal = entry["type"], before.deal
    if kind in ("adjust", "finish"):
        return adjusted_or_ended(entry)
    if kind == "result":
        return Message("RECORD", "log-result", {"game": len(before.rounds) + 1})
    if kind == "penalty":
        return Message("RECORD", "log-penalty", {"who": PlayerRef(entry["seat"]), "card": entry["card"]})
    who: dict[str, Param] = {"who": PlayerRef(deal.seat)} if deal else {}
    if kind == "lay":
        return Message("RECORD", "log-lay", {**who, "card": entry["card"]})
    if kind == "twist":
        return Message("RECORD", "log-pair", {**who, "card": entry["card"], "mirror": MIRROR[entry["card"]]})
    if entry.get("penalty"):
        return Message("RECORD", "log-take-penalty", {**who, "card": entry["penalty"]})
    return Message("RECORD", "log-take", {**who, "n": len(deal.row) if deal else 0})


def outcome(before: State, after: State) -> tuple[Message, ...]:
    """Return what the step from `before` to `after` came to: points of a turn, or the scores of a game."""
    if len(after.rounds) > len(before.rounds):
        number, points = len(after.rounds), after.rounds[-1].scores
        return (Message("TT-17", "game-scores", {"game": number, "scores": scores(points)}),)
    if before.deal is None or after.deal is None:
        return ()
    changes = [new - old for old, new in zip(before.deal.scores, after.deal.scores, strict=True)]
    return tuple(
        Message("TT-17", "gains" if change > 0 else "loses", {"who": PlayerRef(seat), "n": abs(change)})
        for seat, change in enumerate(changes)
        if change
    )


def summary(state: State) -> Message:
    """Return how the match stands or ended, in one line."""
    best = ranking(state.totals)[0]
    if state.is_over:
        return summary_by_points(state.totals, best)
    number: dict[str, Param] = {"game": len(state.rounds) + 1, "games": state.setup.games}
    if not state.rounds:
        return Message("RECORD", "summary-game", number)
    leaders = tuple(map(PlayerRef, best))
    return Message("RECORD", "summary-in-the-lead", {**number, "who": leaders, "n": state.totals[best[0]]})
