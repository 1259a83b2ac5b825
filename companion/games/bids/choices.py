"""The possible next entries and their consequences, for pages, questions and sheets. Nothing is entered here."""

from __future__ import annotations

from companion.core.entries import IllegalEntry, decode, type_of
from companion.core.game import Refusal
from companion.core.messages import Json
from companion.core.rounds import in_order
from companion.games.bids import entries, results, rounds
from companion.games.bids.entries import Round
from companion.games.bids.setup import BIT, HAND
from companion.games.bids.state import RoundScores, State


def reveals(state: State) -> tuple[str, ...]:
    """The black cards that can be turned up now (R-56)."""
    return tuple(card for card in state.setup.blacks if not BIT[card] & state.round.unavailable)


def bids(state: State) -> tuple[str, ...]:
    """The cards that can be bid next; they are the same for every seat."""
    gone = state.trick.spent | state.round.seen  # finding out why each of them is gone would take most of the time
    return tuple(
        card for card, bit in state.setup.bits.items() if not bit & gone and not entries.check_bid(state, card)
    )


def next_bidder(state: State) -> int | None:
    """The seat of the first missing bid in the order of play (BID-18), or None if no bid is missing."""
    by_seat = state.trick.by_seat
    return next((seat for seat in in_order(state.trick.starter, len(by_seat)) if by_seat[seat] is None), None)


def takes_result(state: State) -> bool:
    return state.phase is not None and len(state.round.tricks) < HAND


def so_far(state: State) -> RoundScores:
    """The scores of the round if it ended now."""
    return rounds.score(state.setup, state.round.fronts, state.round.alliance, state.zero_rounds)


def preview(state: State, raw: Json) -> RoundScores | Refusal:
    """The scores of the round with a result, or why it is none, or impossible."""
    try:
        entry = decode(raw, {type_of(Round): Round}, state.setup.player_count)
    except IllegalEntry as error:
        return Refusal(error.violations)
    assert isinstance(entry, Round)
    if violations := results.check_result(state.setup, entry):
        return Refusal(tuple(violations))
    fronts, alliance = results.fronts_of(entry.seats), results.pair_of(entry.alliance)
    return rounds.score(state.setup, fronts, alliance, state.zero_rounds)
