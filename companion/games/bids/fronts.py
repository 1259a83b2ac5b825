"""Fronts, the black cards in front of each player: cards received, the 2x, and the thief (BID-22, 2X, TH)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.bids.cards import DOUBLE, THIEF, VALUE
from companion.games.bids.setup import Setup
from companion.games.bids.state import Bid, Front

Fronts = tuple[Front, ...]


def receive(front: Front, cards: tuple[str, ...], single: str | None) -> Front:
    """Return `front` with `cards` added in this order; a 2x among them doubles all except `single` (2X-01, 2X-02)."""
    held = front.cards + cards
    if DOUBLE not in cards:
        return Front(held, front.doubled, front.is_robbed)
    return Front(held, tuple(card for card in held if card not in (DOUBLE, THIEF, single)), front.is_robbed)


def listed(cards: Sequence[str]) -> Front:
    """Return the front given in a round result: the cards before the 2x count double (CB-3)."""
    before = cards.index(DOUBLE) if DOUBLE in cards else 0
    return Front(tuple(cards), tuple(cards[:before]))


def may_rob(setup: Setup, fronts: Fronts, thief: int, bids: Sequence[Bid], lowest_wins: bool) -> tuple[Bid, ...]:
    """Return what `thief` may take at the end of a trick: pairs of victim and card, in the order of the seats.

    `lowest_wins` tells whether the lowest bid won this trick. Bids are compared by value, whatever the colour.
    """
    if lowest_wins and setup.rulings["thief_lowest"] == "none":
        return ()
    highest = lowest_wins and setup.rulings["thief_lowest"] == "highest"
    if setup.rulings["thief"] == "printed":
        victims = _first_who_own(setup, fronts, thief, bids, highest)
    else:
        victims = _tied_at_the_end(thief, bids, lowest_wins, highest)
    return tuple((seat, card) for seat in sorted(victims) for card in takeable(setup, fronts[seat]))


def takeable(setup: Setup, front: Front) -> tuple[str, ...]:
    """Return the cards of `front` that a thief may take (R-49, R-52)."""
    if setup.rulings["stolen_2x"] == "forbidden":
        return tuple(card for card in front.cards if card != DOUBLE)
    return front.cards


def steal(setup: Setup, fronts: Fronts, thief: int, victim: int, card: str) -> Fronts:
    """Return the fronts after `thief` took `card` from `victim`."""
    robbed, robber = fronts[victim], fronts[thief]
    doubled = card in robbed.doubled and setup.rulings["stolen_doubled"] == "keeps_double"
    left = tuple(other for other in robbed.doubled if other != card)
    gained = (*robber.doubled, card) if doubled else robber.doubled
    held = (*robber.cards, card)
    if card == DOUBLE and setup.rulings["stolen_2x"] == "moves_doubling":
        left, gained = (), tuple(other for other in held if other not in (DOUBLE, THIEF))
    changed = list(fronts)
    changed[victim] = Front(tuple(other for other in robbed.cards if other != card), left, True)
    changed[thief] = Front(held, gained, robber.is_robbed)
    return tuple(changed)


def _first_who_own(setup: Setup, fronts: Fronts, thief: int, bids: Sequence[Bid], highest: bool) -> list[int]:
    """Return the possible victims under the printed rules: of the bidders who own a card, those with the lowest bid."""
    owners = [(VALUE[card], seat) for seat, card in bids if seat != thief and takeable(setup, fronts[seat])]
    if not owners:
        return []
    value = max(owners)[0] if highest else min(owners)[0]
    return [seat for worth, seat in owners if worth == value]


def _tied_at_the_end(thief: int, bids: Sequence[Bid], lowest_wins: bool, highest: bool) -> list[int]:
    """Return the possible victims under the BGA rules: the lowest bidders, even if they own no card (BGA-12)."""
    field = [(VALUE[card], seat) for seat, card in bids if not (lowest_wins and not highest and seat == thief)]
    value = max(field)[0] if highest else min(field)[0]
    return [seat for worth, seat in field if worth == value and seat != thief]
