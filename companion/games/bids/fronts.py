"""Fronts, the black cards in front of each player: cards received, the 2x, and the thief (BID-22, 2X, TH)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.bids.cards import DOUBLE, THIEF, VALUE
from companion.games.bids.setup import Setup
from companion.games.bids.state import Bid, Front, Theft

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


def possible_thefts(
    setup: Setup, fronts: Fronts, thief: int, bids: Sequence[Bid], lowest_wins: bool
) -> tuple[Theft, ...]:
    """Return what `thief` may take at the end of a trick, in the order of the seats.

    `lowest_wins` tells whether the lowest bid won this trick. Bids are compared by value, whatever the colour.
    """
    if lowest_wins and setup.rulings["thief_lowest"] == "none":
        return ()
    highest = lowest_wins and setup.rulings["thief_lowest"] == "highest"

    def is_counted(seat: int) -> bool:
        """Return whether the bid of `seat` is compared; on Board Game Arena even without a card to take (BGA-12)."""
        if setup.rulings["thief"] == "printed":
            return seat != thief and bool(takeable(setup, fronts[seat]))
        return seat != thief or highest or not lowest_wins

    counted = [(VALUE[card], seat) for seat, card in bids if is_counted(seat)]
    value = (max if highest else min)(counted)[0] if counted else None
    victims = sorted(seat for worth, seat in counted if worth == value and seat != thief)
    return tuple((seat, card) for seat in victims for card in takeable(setup, fronts[seat]))


def takeable(setup: Setup, front: Front) -> tuple[str, ...]:
    """Return the cards of `front` that a thief may take (R-49, R-52)."""
    if DOUBLE in front.cards and setup.rulings["stolen_2x"] == "forbidden":
        return tuple(card for card in front.cards if card != DOUBLE)
    return front.cards


def steal(setup: Setup, fronts: Fronts, thief: int, victim: int, card: str) -> Fronts:
    source, target = fronts[victim], fronts[thief]
    doubled = card in source.doubled and setup.rulings["stolen_doubled"] == "keeps_double"
    left = tuple(other for other in source.doubled if other != card)
    gained = (*target.doubled, card) if doubled else target.doubled
    held = (*target.cards, card)
    if card == DOUBLE and setup.rulings["stolen_2x"] == "moves_doubling":
        left, gained = (), tuple(other for other in held if other not in (DOUBLE, THIEF))
    changed = list(fronts)
    changed[victim] = Front(tuple(other for other in source.cards if other != card), left, True)
    changed[thief] = Front(held, gained, target.is_robbed)
    return tuple(changed)
