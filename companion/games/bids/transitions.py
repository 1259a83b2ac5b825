"""Entries applied to a state: the shape is checked first, then whether the entry is possible now, then its content."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from companion.core.entries import check_adjust, no_such_seat
from companion.core.game import Refusal, Valid
from companion.core.messages import RECORD, Json, PlayerRef, Violation
from companion.core.rounds import adjust
from companion.games.bids import entries, play, prizes, results, rounds, standings
from companion.games.bids.entries import check_bid
from companion.games.bids.setup import BIT, HAND
from companion.games.bids.state import State

Entry = Mapping[str, Json]
After = State | Valid[State] | list[Violation]  # the state after an entry, with warnings if any; or what is wrong


def apply(state: State, entry: Json) -> Valid[State] | Refusal:
    """Return the state after `entry`, or a refusal with all violations of the first stage that finds any."""
    if violations := entries.check(entry):
        return Refusal(tuple(violations))
    if state.phase is None:
        return Refusal((Violation(RECORD, "game-over", field="type"),))
    after = _AFTER[entry["type"]](state, entry)
    if isinstance(after, State):
        return Valid(after)
    return Refusal(tuple(after)) if isinstance(after, list) else after


def _bid(state: State, entry: Entry) -> After:
    seat, card = entry["seat"], entry["card"]
    ready = prizes.decline_theft(state) if state.phase == "offer" and len(state.round.tricks) < HAND else state
    if ready.phase != "bid":
        return [entries.out_of_turn(state)]
    trick = ready.trick
    sits = 0 <= seat < len(trick.bids)
    if sits and (known := trick.bids[seat]) is not None:
        return [Violation("BID-16", "already-bid", {"who": PlayerRef(seat), "card": known}, field="seat")]
    violations = check_bid(ready, card)
    if not sits:
        violations.append(no_such_seat(seat, len(trick.bids)))
    return violations or play.bid(ready, seat, card)


def _reveal(state: State, entry: Entry) -> After:
    card = entry["card"]
    ready = prizes.decline_theft(state) if state.phase == "offer" and len(state.round.tricks) < HAND else state
    if ready.phase not in ("reveal", "prize", "discard"):
        return [entries.out_of_turn(state)]
    starters = standings.starters(ready)
    if len(starters) > 1:
        return [entries.out_of_turn(ready)]
    if card not in ready.setup.blacks or BIT[card] & ready.round.unavailable:
        return [entries.why_not_reveal(ready, card)]
    return play.turn_up(ready, card, starters[0])


def _steal(state: State, entry: Entry) -> After:
    if state.phase not in ("steal", "offer"):
        return [entries.out_of_turn(state)]
    victim = entry["seat"]
    if victim is None:
        is_compulsory = state.phase == "steal"
        return [Violation("TH-02", "must-steal", field="seat")] if is_compulsory else prizes.decline_theft(state)
    return entries.check_steal(state, victim, entry["card"]) or prizes.rob(state, victim, entry["card"])


def _deal(state: State, entry: Entry) -> After:
    removed = entry["removed"]
    if violations := entries.check_deal(state, removed):
        return violations
    current_round = replace(state.round, removed=tuple(removed))
    return replace(state, round=current_round, trick=replace(state.trick, spent=sum(BIT[card] for card in removed)))


def _starter(state: State, entry: Entry) -> After:
    violations = entries.check_starter(state, entry["seat"])
    return violations or replace(state, round=replace(state.round, named=entry["seat"]))


def _round(state: State, entry: Entry) -> After:
    if len(state.round.tricks) == HAND:
        return [Violation("BID-27", "round-too-late", field="type")]
    if violations := results.check(state.setup, entry):
        return violations
    starters = standings.starters(state)
    after = rounds.complete_round(
        state,
        fronts=results.fronts_of(entry["seats"]),
        alliance=results.pair_of(entry["alliance"]),
        starter=starters[0] if len(starters) == 1 else None,
    )
    return Valid(after, results.warnings(state.setup, entry))


def _adjust(state: State, entry: Entry) -> After:
    violations = check_adjust(entry, state.setup.player_count)
    totals, adjustments = adjust(state.totals, entry), adjust(state.adjustments, entry)
    return violations or replace(state, totals=totals, adjustments=adjustments)


def _finish(state: State, entry: Entry) -> After:
    return rounds.end(state) if state.rounds else [Violation(RECORD, "no-round-complete", field="type")]


_AFTER: Mapping[str, Callable[[State, Entry], After]] = {
    "deal": _deal,
    "starter": _starter,
    "reveal": _reveal,
    "bid": _bid,
    "steal": _steal,
    "round": _round,
    "adjust": _adjust,
    "finish": _finish,
}
