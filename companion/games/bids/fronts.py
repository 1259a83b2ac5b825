"""Fronts, the black cards in front of each player: cards received, the 2x, and the thief (BID-22, 2X, TH)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from companion.core.messages import Message, Param, PlayerRef
from companion.games.bids.cards import DOUBLE, HELD, MINUS5, THIEF, VALUE
from companion.games.bids.setup import Setup
from companion.games.bids.state import Bid, Front, Theft

Fronts = tuple[Front, ...]


def receive(front: Front, cards: tuple[str, ...], single: str | None) -> Front:
    """`front` with `cards` added in this order; a 2x among them doubles all except `single` (2X-01, 2X-02)."""
    held = front.cards + cards
    if DOUBLE not in cards:
        return Front(held, front.doubled, front.is_robbed)
    return Front(held, tuple(card for card in held if card not in (DOUBLE, THIEF, single)), front.is_robbed)


def listed(cards: Sequence[str]) -> Front:
    """The front given in a round result: the cards before the 2x count double (CB-3)."""
    before = cards.index(DOUBLE) if DOUBLE in cards else 0
    return Front(tuple(cards), tuple(cards[:before]))


def possible_thefts(
    setup: Setup, fronts: Fronts, thief: int, bids: Sequence[Bid], lowest_wins: bool
) -> tuple[Theft, ...]:
    """What `thief` may take at the end of a trick, in the order of the seats.

    `lowest_wins` tells whether the lowest bid won this trick. Bids are compared by value, whatever the colour.
    """
    if lowest_wins and setup.rulings.thief_lowest == "none":
        return ()
    highest = lowest_wins and setup.rulings.thief_lowest == "highest"
    if setup.rulings.thief == "printed":
        counted = [(VALUE[card], seat) for seat, card in bids if seat != thief and takeable(setup, fronts[seat])]
    else:  # on Board Game Arena bids are compared even without a card to take (BGA-12)
        with_own = highest or not lowest_wins
        counted = [(VALUE[card], seat) for seat, card in bids if with_own or seat != thief]
    value = (max if highest else min)(counted)[0] if counted else None
    victims = sorted(seat for worth, seat in counted if worth == value and seat != thief)
    return tuple((seat, card) for seat in victims for card in takeable(setup, fronts[seat]))


def why_these_victims(
    setup: Setup, fronts: Fronts, thief: int, bids: Sequence[Bid], lowest_wins: bool, thefts: Sequence[Theft]
) -> list[Message]:
    """Why `thief` may take these cards and no others: whose bid is compared, and who has a card."""
    victims = sorted({victim for victim, _card in thefts})
    by_seat = dict(bids)
    value = VALUE[by_seat[victims[0]]]
    is_highest = lowest_wins and setup.rulings.thief_lowest == "highest"
    is_printed = setup.rulings.thief == "printed"
    # Only the printed rules go on to the next bidder if there is nothing to take.
    passed_over = [
        seat
        for seat, card in bids
        if is_printed and seat != thief and (VALUE[card] > value if is_highest else VALUE[card] < value)
    ]
    tied = [seat for seat, card in bids if VALUE[card] == value and seat not in (thief, *victims)]
    why = [Message("TH-03", "without-a-card", {"who": PlayerRef(seat)}) for seat in passed_over]
    rule = "R-42" if lowest_wins else "R-44" if passed_over else "TH-02"
    if not is_printed:
        rule = "R-42" if is_highest else "BGA-12"
    if len(victims) > 1:
        who = tuple(map(PlayerRef, victims))
        rule = "TH-07" if is_printed and not lowest_wins else rule
        why.append(Message(rule, "highest-are-robbed" if is_highest else "lowest-are-robbed", {"who": who}))
    else:
        robbed: dict[str, Param] = {"who": PlayerRef(victims[0]), "card": by_seat[victims[0]]}
        why.append(Message(rule, "highest-is-robbed" if is_highest else "lowest-is-robbed", robbed))
    why += [Message("TH-07", "tied-without-a-card", {"who": PlayerRef(seat)}) for seat in tied]
    has_double = DOUBLE in chain.from_iterable(fronts[seat].cards for seat in (*passed_over, *tied, *victims))
    if has_double and setup.rulings.stolen_2x == "forbidden":
        why.append(Message("R-49", "2x-cannot-be-stolen"))
    for seat in victims:
        bid: dict[str, Param] = {"who": PlayerRef(seat), "card": by_seat[seat]}
        if by_seat[seat] == THIEF:
            why.append(Message("R-47", "holder-of-thief-is-robbed", bid))
        elif lowest_wins and by_seat[seat] in HELD and setup.rulings.holder_of_special == "excluded":
            why.append(Message("R-48", "left-out-and-robbed", bid))
        if takeable(setup, fronts[seat]) == (MINUS5,):
            why.append(Message("TH-04", "only-the-minus5", {"who": PlayerRef(seat)}))
    return why


def takeable(setup: Setup, front: Front) -> tuple[str, ...]:
    """The cards of `front` that a thief may take (R-49, TH-02)."""
    if DOUBLE in front.cards and setup.rulings.stolen_2x == "forbidden":
        return tuple(card for card in front.cards if card != DOUBLE)
    return front.cards


def steal(setup: Setup, fronts: Fronts, thief: int, victim: int, card: str) -> Fronts:
    source, target = fronts[victim], fronts[thief]
    doubled = card in source.doubled and setup.rulings.stolen_doubled == "keeps_double"
    left = tuple(other for other in source.doubled if other != card)
    gained = (*target.doubled, card) if doubled else target.doubled
    held = (*target.cards, card)
    if card == DOUBLE and setup.rulings.stolen_2x == "moves_doubling":
        left, gained = (), tuple(other for other in held if other not in (DOUBLE, THIEF))
    changed = list(fronts)
    changed[victim] = Front(tuple(other for other in source.cards if other != card), left, True)
    changed[thief] = Front(held, gained, target.is_robbed)
    return tuple(changed)
