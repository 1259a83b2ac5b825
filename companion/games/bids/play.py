"""The beginning of a game and the course of a trick: cards turned up, bids, and the last bid, which decides it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from companion.core.game import Person, Refusal
from companion.core.messages import Json, Message
from companion.core.rounds import in_order
from companion.games.bids.cards import ALLY, BLACK, LOWEST, SHUFFLE, SURPRISE
from companion.games.bids.prizes import settle, shuffled
from companion.games.bids.rounds import new_round
from companion.games.bids.setup import BIT, read_setup
from companion.games.bids.state import State, Trick
from companion.games.bids.trick import HELD, decide_trick


def setup(players: Sequence[Person], options: Mapping[str, Json]) -> State | Refusal:
    """Return the state before the first entry, or why these options are impossible."""
    game_setup = read_setup(players, options)
    if isinstance(game_setup, Refusal):
        return game_setup
    zeros = (0,) * game_setup.player_count
    return State(
        setup=game_setup,
        phase="reveal",
        rounds=(),
        totals=zeros,
        adjustments=zeros,
        zero_rounds=zeros,
        round=new_round(game_setup, 1),
        trick=Trick(1, 0, (None,) * game_setup.player_count, game_setup.player_count, 0),
    )


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
        reason = Message("LO-01" if state.phase == "reveal" else "R-61", "lowest-turned-up")
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
    bids = [*trick.bids]
    bids[seat] = card
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
        current_round = replace(current_round, ally=0)
    trick = replace(trick, bids=tuple(bids), missing=trick.missing - 1, spent=trick.spent | bit)
    state = replace(state, round=current_round, trick=trick)
    return state if trick.missing else _decide(state)


def _decide(state: State) -> State:
    """Return the state after the last bid: the trick is decided; its prize is known or still has to be turned up."""
    setup, current_round, trick = state.setup, state.round, state.trick
    seats = in_order(trick.starter, len(trick.bids))  # BID-18
    bids = tuple([(seat, card) for seat in seats if (card := trick.bids[seat]) is not None])
    outcome = decide_trick(setup, bids, trick.centre, current_round.lowest_wins, current_round.holders)
    trick = replace(trick, outcome=outcome, why=trick.why + outcome.why)
    if outcome.end == "won":
        if SURPRISE in trick.bids and trick.centre is not None and setup.rulings["surprise_in_hand"] == "replace":
            reason = Message("BGA-11", "centre-replaced", {"card": trick.centre})
            current_round = replace(current_round, under=current_round.under | BIT[trick.centre])  # R-59b
            return replace(state, phase="prize", round=current_round, trick=replace(trick, why=(*trick.why, reason)))
        if trick.is_blind:
            return replace(state, phase="prize", trick=trick)
    elif outcome.end == "burnt" and trick.is_blind:
        if setup.rulings["surprise_tie"] == "discarded":
            return replace(state, phase="discard", trick=trick)
        trick = replace(trick, why=(*trick.why, Message("SU-03", "unseen-card-stays")))
    return settle(replace(state, trick=trick), None if trick.is_blind else trick.centre)
