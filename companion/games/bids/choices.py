"""What may be reported next, and what it would come to: read by pages, desk and sheets, nothing is recorded."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.game import Refusal
from companion.core.messages import Json, Violation
from companion.core.options import Option
from companion.games.bids import entries, results, rounds
from companion.games.bids.options import ALLY, COLORS, SPECIALS
from companion.games.bids.setup import BIT, HAND
from companion.games.bids.state import Front, State


def reveals(state: State) -> tuple[str, ...]:
    """Return the black cards that can be turned up now (R-56)."""
    return tuple(card for card in state.setup.blacks if not BIT[card] & state.round.shut)


def bids(state: State) -> tuple[str, ...]:
    """Return the cards that the next bid can be; they are the same for every seat."""
    return tuple(card for card in state.setup.bits if not entries.check_bid(state, card))


def left_out(state: State) -> list[tuple[Option, tuple[str, ...]]]:
    """Return the cards that the settings keep out of a game, as English labels, by the option that would add them."""
    setup = state.setup
    found: list[tuple[Option, tuple[str, ...]]] = [
        (SPECIALS, tuple(label for name, label in SPECIALS.values.items() if name not in setup.specials)),
        (ALLY, () if setup.ally or setup.seats == 3 else (ALLY.label,)),
        (COLORS, tuple(label for color, label in COLORS.values.items() if color not in setup.colors)),
    ]
    return [(option, cards) for option, cards in found if cards]


def next_bidder(state: State) -> int | None:
    """Return whose bid is the first that is missing in the order of play (BID-18), None if nobody's."""
    bids, starter = state.trick.bids, state.trick.starter
    seats = (*range(starter, len(bids)), *range(starter))
    return next((seat for seat in seats if bids[seat] is None), None)


def takes_result(state: State) -> bool:
    """Tell whether a `round` entry is possible now."""
    return state.phase is not None and len(state.round.turns) < HAND


def so_far(state: State) -> rounds.Scores:
    """Return what the round would bring if it ended as the fronts now are."""
    fronts = state.round.fronts
    raw = tuple(front.points for front in fronts)
    return rounds.score(state.setup, fronts, raw, state.round.alliance, state.zero_rounds)


def preview(state: State, entry: Mapping[str, Json]) -> rounds.Scores | Refusal:
    """Return what the `round` entry would bring, or why it is impossible."""
    wrong: list[Violation] = entries.check(entry) or results.check(state.setup, entry)
    if wrong:
        return Refusal(tuple(wrong))
    seats = entry["seats"]
    fronts: tuple[Front | None, ...] = results.fronts_of(seats)
    alliance = results.pair_of(entry["alliance"])
    return rounds.score(state.setup, fronts, results.raw_of(seats), alliance, state.zero_rounds)
