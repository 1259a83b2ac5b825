"""The course of a game: an entry is applied to a state if its shape, the moment and its content are right."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from companion.core.entries import Adjust, Entry, Finish, check_adjust, check_before, check_final, no_such_seat
from companion.core.game import Refusal, Valid
from companion.core.messages import RECORD, Message, PlayerRef, Violation
from companion.core.rounds import adjust
from companion.games.bids import entries, prizes, results, rounds, standings
from companion.games.bids.cards import ALLY, BLACK, HELD, LOWEST, SHUFFLE, SURPRISE
from companion.games.bids.entries import Before, Bid, Deal, Reveal, Round, Starter, Steal, check_bid
from companion.games.bids.prizes import settle, shuffled, without_offer
from companion.games.bids.rounds import new_round
from companion.games.bids.setup import BIT, HAND, Setup
from companion.games.bids.state import State, Trick
from companion.games.bids.trick import decide_trick

MOST_ZERO_ROUNDS = 99  # as many as a game can have rounds

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


def apply(state: State, entry: Entry) -> Valid[State] | Refusal:
    """The state after `entry`, or a refusal with all violations of the first stage that finds any."""
    if state.phase is None:
        return Refusal((Violation(RECORD, "game-over", field="type"),))
    return enter(state, entry)


def enter(state: State, entry: Entry) -> Valid[State] | Refusal:
    """What `apply` does, in a game that is not over."""
    after = _after(state, entry)
    if isinstance(after, State):
        return Valid(after)
    return Refusal(tuple(after)) if isinstance(after, list) else after


def _after(state: State, entry: Entry) -> After:
    match entry:
        case Bid(seat, card):
            return _enter_bid(state, seat, card)
        case Reveal(card):
            return _enter_reveal(state, card)
        case Steal(seat, card):
            return _enter_steal(state, seat, card or "")
        case Deal(removed):
            violations = entries.check_deal(state, removed)
            spent = sum(BIT.get(card, 0) for card in removed)
            after = replace(state.round, removed=removed)
            return violations or replace(state, round=after, trick=replace(state.trick, spent=spent))
        case Starter(seat):
            violations = entries.check_starter(state, seat)
            return violations or replace(state, round=replace(state.round, named_starter=seat))
        case Round():
            return _enter_round(state, entry)
        case Adjust():
            violations = [*check_adjust(entry, state.setup.player_count)]
            totals, adjustments = adjust(state.totals, entry), adjust(state.adjustments, entry)
            return violations or replace(state, totals=totals, adjustments=adjustments)
        case Before():
            return _enter_before(state, entry)
    assert isinstance(entry, Finish), entry
    if entry.points is not UNSET:
        violations = [*check_final(entry.points, state.setup.player_count, is_first=not state.rounds)]
        return violations or rounds.end(replace(state, totals=entry.points))
    return rounds.end(state) if state.rounds else [Violation("R-112", "no-round-complete", field="type")]


def _enter_bid(state: State, seat: int, card: str) -> After:
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


def _enter_reveal(state: State, card: str) -> After:
    ready = without_offer(state)
    if ready.phase not in ("reveal", "prize", "discard"):
        return [entries.out_of_turn(state)]
    starters = standings.starters(ready)
    if len(starters) > 1:
        return [entries.out_of_turn(ready)]
    if card not in ready.setup.blacks or BIT[card] & ready.round.unavailable:
        return [entries.why_not_reveal(ready, card)]
    return turn_up(ready, card, starters[0])


def _enter_steal(state: State, victim: int | None, card: str) -> After:
    if state.phase not in ("steal", "offer"):
        return [entries.out_of_turn(state)]
    if victim is None:
        is_compulsory = state.phase == "steal"
        return [Violation("TH-02", "must-steal", field="seat")] if is_compulsory else prizes.next_trick(state)
    return entries.check_theft(state, victim, card) or prizes.steal_chosen(state, victim, card)


def _enter_round(state: State, entry: Round) -> After:
    if len(state.round.tricks) == HAND:
        return [Violation("BID-27", "round-too-late", field="type")]
    if violations := results.check_result(state.setup, entry):
        return violations
    starters = standings.starters(state)
    after = rounds.complete_round(
        state,
        fronts=results.fronts_of(entry.seats),
        alliance=results.pair_of(entry.alliance),
        starter=starters[0] if len(starters) == 1 else None,
    )
    return Valid(after, results.warnings(state.setup, entry))


def _enter_before(state: State, entry: Before) -> After:
    """The state with the points and the rounds without black cards of an earlier game (BID-30, BID-33)."""
    may_begin = not (state.rounds or state.before) and entries.is_before_the_first_card(state)
    violations = [*check_before(entry, state.setup.player_count, may_begin=may_begin)]
    if violations:
        return violations
    if any(not 0 <= count <= MOST_ZERO_ROUNDS for count in entry.zero_rounds):
        return [Violation("BID-33", "before-zero-rounds", {"most": MOST_ZERO_ROUNDS}, field="zero_rounds")]
    totals = tuple(map(sum, zip(state.totals, entry.points, strict=True)))
    return replace(state, before=entry.points, totals=totals, zero_rounds=entry.zero_rounds)


def turn_up(state: State, card: str, starter: int) -> State:
    """The state after `card` was turned up, before or after the bids; `starter` starts the round."""
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
    """The state after the player at `seat` bid `card`; the last bid decides the trick."""
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
    """The state after the last bid: the trick is decided; its prize is known or still has to be turned up."""
    setup, current_round, trick = state.setup, state.round, state.trick
    known: tuple[Any, ...] = tuple(enumerate(trick.by_seat))  # no bid is missing
    bids: tuple[tuple[int, str], ...] = known[trick.starter :] + known[: trick.starter]  # BID-18
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
