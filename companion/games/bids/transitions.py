"""Whether an entry is valid: its shape is checked first, then whether it is possible now, then its content."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from companion.core.entries import check_adjust, check_type_and_fields, no_such_seat
from companion.core.game import Refusal, Valid
from companion.core.messages import RECORD, Json, Violation
from companion.core.rounds import adjust
from companion.games.bids import entries, play, prizes, results, rounds, standings
from companion.games.bids.setup import BIT, HAND
from companion.games.bids.state import State

Entry = Mapping[str, Json]
Applied = Valid[State] | Refusal


def apply(state: State, entry: Json) -> Applied:
    """Return the state after `entry`, or a refusal with all violations of the first stage that finds any."""
    # Nearly all entries have the usual shape of their type; the others are looked at more closely.
    if check_type_and_fields(entry, entries.ENTRY_TYPES) and (violations := entries.check(entry)):
        return Refusal(tuple(violations))
    if state.phase is None:
        return _refused(Violation(RECORD, "game-over", field="type"))
    return _APPLY[entry["type"]](state, entry)


def _bid(state: State, entry: Entry) -> Applied:
    seat, card = entry["seat"], entry["card"]
    ready = state
    if state.phase == "offer" and len(state.round.tricks) < HAND:
        ready = prizes.decline_theft(state)
    if ready.phase != "bid":
        return _refused(entries.out_of_turn(state, "bid"))
    trick = ready.trick
    sits = 0 <= seat < len(trick.bids)
    if sits and trick.bids[seat] is not None:
        return _refused(entries.already_bid(ready, seat))
    violations = entries.check_bid(ready, card)
    if not sits:
        violations.append(no_such_seat(seat, len(trick.bids)))
    if violations:
        return Refusal(tuple(violations))
    return Valid(play.bid(ready, seat, card))


def _reveal(state: State, entry: Entry) -> Applied:
    card = entry["card"]
    ready = state
    if state.phase == "offer" and len(state.round.tricks) < HAND:
        ready = prizes.decline_theft(state)
    if ready.phase not in ("reveal", "prize", "discard"):
        return _refused(entries.out_of_turn(state, "reveal"))
    starters = standings.starters(ready)
    if len(starters) > 1:
        return _refused(entries.out_of_turn(ready, "reveal"))
    if card not in ready.setup.blacks or BIT[card] & ready.round.unavailable:
        return _refused(entries.check_reveal(ready, card))
    return Valid(play.turn_up(ready, card, starters[0]))


def _steal(state: State, entry: Entry) -> Applied:
    if state.phase not in ("steal", "offer"):
        return _refused(entries.out_of_turn(state, "steal"))
    victim = entry["seat"]
    if victim is None:
        if state.phase == "steal":
            return _refused(Violation("TH-02", "must-steal", field="seat"))
        return Valid(prizes.decline_theft(state))
    violations = entries.check_steal(state, victim, entry["card"])
    return Refusal(tuple(violations)) if violations else Valid(prizes.rob(state, victim, entry["card"]))


def _deal(state: State, entry: Entry) -> Applied:
    if not entries.is_before_the_first_card(state):
        return _refused(Violation("BID-08", "deal-too-late", field="type"))
    if state.round.removed is not None:
        return _refused(Violation("BID-08", "deal-twice", field="type"))
    violations = entries.check_deal(state, entry["removed"])
    if violations:
        return Refusal(tuple(violations))
    round_ = replace(state.round, removed=tuple(entry["removed"]))
    trick = replace(state.trick, spent=sum(BIT[card] for card in entry["removed"]))
    return Valid(replace(state, round=round_, trick=trick))


def _starter(state: State, entry: Entry) -> Applied:
    if not entries.is_before_the_first_card(state):
        return _refused(Violation("BID-30" if state.results else "BID-17", "starter-too-late", field="type"))
    violations = entries.check_starter(state, entry["seat"])
    if violations:
        return Refusal(tuple(violations))
    return Valid(replace(state, round=replace(state.round, named=entry["seat"])))


def _round(state: State, entry: Entry) -> Applied:
    if len(state.round.tricks) == HAND:
        return _refused(Violation("BID-27", "round-too-late", field="type"))
    violations = results.check(state.setup, entry)
    if violations:
        return Refusal(tuple(violations))
    seats, starters = entry["seats"], standings.starters(state)
    after = rounds.complete_round(
        state,
        fronts=results.fronts_of(seats),
        alliance=results.pair_of(entry["alliance"]),
        starter=starters[0] if len(starters) == 1 else None,
    )
    return Valid(after, results.warnings(state.setup, entry))


def _adjust(state: State, entry: Entry) -> Applied:
    violations = check_adjust(entry, state.setup.seats)
    if violations:
        return Refusal(tuple(violations))
    return Valid(replace(state, totals=adjust(state.totals, entry), adjustments=adjust(state.adjustments, entry)))


def _finish(state: State, entry: Entry) -> Applied:
    if not state.results:
        return _refused(Violation(RECORD, "no-round-complete", field="type"))
    return Valid(rounds.end(state))


def _refused(violation: Violation) -> Refusal:
    return Refusal((violation,))


_APPLY: Mapping[str, Callable[[State, Entry], Applied]] = {
    "deal": _deal,
    "starter": _starter,
    "reveal": _reveal,
    "bid": _bid,
    "steal": _steal,
    "round": _round,
    "adjust": _adjust,
    "finish": _finish,
}
