"""The course of a game: an entry is applied to a state if its shape, the moment and its content are right."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from companion.core.entries import check_adjust, check_before, check_type_and_fields, no_such_seat
from companion.core.game import Refusal, Valid
from companion.core.messages import RECORD, Json, Message, PlayerRef, Violation
from companion.core.rounds import adjust
from companion.games.bids import entries, prizes, results, rounds, standings
from companion.games.bids.cards import ALLY, BLACK, HELD, LOWEST, SHUFFLE, SURPRISE
from companion.games.bids.entries import ENTRY_TYPES, check_bid
from companion.games.bids.prizes import settle, shuffled, without_offer
from companion.games.bids.rounds import new_round
from companion.games.bids.setup import BIT, HAND, Setup
from companion.games.bids.state import Bid, State, Trick
from companion.games.bids.trick import decide_trick

MOST_ZERO_ROUNDS = 99  # as many as a game can have rounds

Entry = Mapping[str, Json]
After = State | Valid[State] | list[Violation]  # the state after an entry, with warnings if any; or what is wrong


def start_of(setup: Setup) -> State:
    zeros = (0,) * setup.player_count
    return State(
        setup=setup,
        phase="reveal",
        rounds=(),
        totals=zeros,
        adjustments=zeros,
        zero_rounds=zeros,
        round=new_round(setup, 1),
        trick=Trick(1, 0, (None,) * setup.player_count, setup.player_count, 0),
    )


def apply(state: State, entry: Json) -> Valid[State] | Refusal:
    """Return the state after `entry`, or a refusal with all violations of the first stage that finds any."""
    violations = check_type_and_fields(entry, ENTRY_TYPES, state.setup.player_count)
    if violations and entries.declines_theft(entry):
        violations = check_type_and_fields(entry, entries.DECLINED_THEFT, state.setup.player_count)
    if violations:
        return Refusal(tuple(violations))
    if state.phase is None:
        return Refusal((Violation(RECORD, "game-over", field="type"),))
    return enter(state, entry)


def enter(state: State, entry: Entry) -> Valid[State] | Refusal:
    """Return what `apply` does, for an entry of the right shape in a game that is not over."""
    after = _ENTER[entry["type"]](state, entry)
    if isinstance(after, State):
        return Valid(after)
    return Refusal(tuple(after)) if isinstance(after, list) else after


def _enter_bid(state: State, entry: Entry) -> After:
    seat, card = entry["seat"], entry["card"]
    ready = state if state.phase == "bid" else without_offer(state)
    if ready.phase != "bid":
        return [entries.out_of_turn(state)]
    trick = ready.trick
    is_seat = 0 <= seat < len(trick.by_seat)
    if is_seat and (earlier := trick.by_seat[seat]) is not None:
        return [Violation("BID-16", "already-bid", {"who": PlayerRef(seat), "card": earlier}, field="seat")]
    violations = check_bid(ready, card)
    if not is_seat:
        violations.append(no_such_seat(seat, len(trick.by_seat)))
    return violations or bid(ready, seat, card)


def _enter_reveal(state: State, entry: Entry) -> After:
    card = entry["card"]
    ready = without_offer(state)
    if ready.phase not in ("reveal", "prize", "discard"):
        return [entries.out_of_turn(state)]
    starters = standings.starters(ready)
    if len(starters) > 1:
        return [entries.out_of_turn(ready)]
    if card not in ready.setup.blacks or BIT[card] & ready.round.unavailable:
        return [entries.why_not_reveal(ready, card)]
    return turn_up(ready, card, starters[0])


def _enter_steal(state: State, entry: Entry) -> After:
    if state.phase not in ("steal", "offer"):
        return [entries.out_of_turn(state)]
    victim = entry["seat"]
    if victim is None:
        is_compulsory = state.phase == "steal"
        return [Violation("TH-02", "must-steal", field="seat")] if is_compulsory else prizes.next_trick(state)
    return entries.check_theft(state, victim, entry["card"]) or prizes.steal_chosen(state, victim, entry["card"])


def _enter_deal(state: State, entry: Entry) -> After:
    removed = entry["removed"]
    if violations := entries.check_deal(state, removed):
        return violations
    current_round = replace(state.round, removed=tuple(removed))
    return replace(state, round=current_round, trick=replace(state.trick, spent=sum(BIT[card] for card in removed)))


def _enter_starter(state: State, entry: Entry) -> After:
    violations = entries.check_starter(state, entry["seat"])
    return violations or replace(state, round=replace(state.round, named_starter=entry["seat"]))


def _enter_round(state: State, entry: Entry) -> After:
    if len(state.round.tricks) == HAND:
        return [Violation("BID-27", "round-too-late", field="type")]
    if violations := results.check_result(state.setup, entry):
        return violations
    starters = standings.starters(state)
    after = rounds.complete_round(
        state,
        fronts=results.fronts_of(entry["seats"]),
        alliance=results.pair_of(entry["alliance"]),
        starter=starters[0] if len(starters) == 1 else None,
    )
    return Valid(after, results.warnings(state.setup, entry))


def _enter_adjust(state: State, entry: Entry) -> After:
    violations = [*check_adjust(entry, state.setup.player_count)]
    totals, adjustments = adjust(state.totals, entry), adjust(state.adjustments, entry)
    return violations or replace(state, totals=totals, adjustments=adjustments)


def _enter_before(state: State, entry: Entry) -> After:
    """Return the state with the points and the rounds without black cards of an earlier game (BID-30, BID-33)."""
    may_begin = not (state.rounds or state.before) and entries.is_before_the_first_card(state)
    violations = [*check_before(entry, state.setup.player_count, may_begin=may_begin)]
    if violations:
        return violations
    if any(not 0 <= count <= MOST_ZERO_ROUNDS for count in entry["zero_rounds"]):
        return [Violation("BID-33", "before-zero-rounds", {"most": MOST_ZERO_ROUNDS}, field="zero_rounds")]
    totals = tuple(map(sum, zip(state.totals, entry["points"], strict=True)))
    return replace(state, before=tuple(entry["points"]), totals=totals, zero_rounds=tuple(entry["zero_rounds"]))


def _enter_finish(state: State, entry: Entry) -> After:
    return rounds.end(state) if state.rounds else [Violation("R-112", "no-round-complete", field="type")]


def turn_up(state: State, card: str, starter: int) -> State:
    """Return the state after `card` was turned up, before or after the bids; `starter` starts the round."""
    current_round, trick, bit = state.round, state.trick, BIT[card]
    current_round = replace(current_round, seen=current_round.seen | bit, unavailable=current_round.unavailable | bit)
    trick = replace(trick, reveals=trick.reveals + 1)
    if current_round.starter is None:
        current_round, trick = replace(current_round, starter=starter), replace(trick, starter=starter)
    if card == SHUFFLE:
        current_round = shuffled(current_round)
        trick = replace(trick, why=(*trick.why, Message("SH-01", "shuffle-turned-up")))
        return replace(state, round=current_round, trick=trick)
    if card == LOWEST:
        is_prize = state.phase != "reveal"
        reason = Message("R-61", "lowest-turned-up-as-prize") if is_prize else Message("LO-01", "lowest-turned-up")
        return replace(
            state, round=replace(current_round, lowest_wins=True), trick=replace(trick, why=(*trick.why, reason))
        )
    if state.phase != "reveal":
        return settle(replace(state, round=current_round, trick=trick), card)
    if card == SURPRISE:
        trick = replace(trick, is_blind=True, why=(*trick.why, Message("SU-01", "surprise-turned-up")))
    return replace(state, phase="bid", round=current_round, trick=replace(trick, centre=card))


def bid(state: State, seat: int, card: str) -> State:
    """Return the state after the player at `seat` bid `card`; the last bid decides the trick."""
    current_round, trick, bit = state.round, state.trick, BIT[card]
    by_seat = [*trick.by_seat]
    by_seat[seat] = card
    if card in BLACK:
        current_round = replace(
            current_round,
            hand_blacks=current_round.hand_blacks - 1,
            seen=current_round.seen | bit,
            unavailable=current_round.unavailable | bit,
            holders=(*current_round.holders, (seat, card)) if card in HELD else current_round.holders,
        )
        bit = 0  # kept with the black cards
    elif card == ALLY:
        current_round = replace(current_round, allies_to_come=0)
    trick = replace(trick, by_seat=tuple(by_seat), missing=trick.missing - 1, spent=trick.spent | bit)
    state = replace(state, round=current_round, trick=trick)
    return state if trick.missing else _decide(state)


def _decide(state: State) -> State:
    """Return the state after the last bid: the trick is decided; its prize is known or still has to be turned up."""
    setup, current_round, trick = state.setup, state.round, state.trick
    known: tuple[Any, ...] = tuple(enumerate(trick.by_seat))  # no bid is missing
    bids: tuple[Bid, ...] = known[trick.starter :] + known[: trick.starter]  # BID-18
    outcome = decide_trick(setup, bids, trick.centre, current_round.lowest_wins, current_round.holders)
    trick = replace(trick, outcome=outcome, why=trick.why + outcome.why)
    if outcome.end == "won":
        if SURPRISE in trick.by_seat and trick.centre is not None and setup.rulings["surprise_in_hand"] == "replace":
            reason = Message("BGA-11", "centre-replaced", {"card": trick.centre})
            current_round = replace(current_round, under_deck=current_round.under_deck | BIT[trick.centre])  # R-59b
            return replace(state, phase="prize", round=current_round, trick=replace(trick, why=(*trick.why, reason)))
        if trick.is_blind:
            return replace(state, phase="prize", trick=trick)
    elif outcome.end == "burnt" and trick.is_blind:
        if setup.rulings["surprise_tie"] == "discarded":
            reason = Message("R-59c", "unseen-card-discarded")
            return replace(state, phase="discard", trick=replace(trick, why=(*trick.why, reason)))
        trick = replace(trick, why=(*trick.why, Message("SU-03", "unseen-card-stays")))
    return settle(replace(state, trick=trick), None if trick.is_blind else trick.centre)


_ENTER: Mapping[str, Callable[[State, Entry], After]] = {
    "deal": _enter_deal,
    "starter": _enter_starter,
    "reveal": _enter_reveal,
    "bid": _enter_bid,
    "steal": _enter_steal,
    "round": _enter_round,
    "adjust": _enter_adjust,
    "before": _enter_before,
    "finish": _enter_finish,
}
