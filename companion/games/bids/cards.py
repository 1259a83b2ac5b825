"""The cards of Bids and their notation: colour letter and rank, `R7`, `K12`, `K2X`, `K-5`, `KT`, `WA`."""

from __future__ import annotations

from companion.core.messages import Param, quoted

COLOURS = "YBRG"  # yellow, blue, red, green: the order of the printed rules
RANKS = range(1, 15)

DOUBLE, MINUS5, THIEF, SHUFFLE, LOWEST, SURPRISE = "K2X", "K-5", "KT", "KS", "KL", "KQ"
ALLY = "WA"

BIDDING = tuple(colour + str(rank) for colour in COLOURS for rank in RANKS)
NUMBERS = tuple("K" + str(rank) for rank in RANKS)
SPECIALS = (DOUBLE, MINUS5, THIEF, SHUFFLE, LOWEST, SURPRISE)
BLACK = frozenset(NUMBERS + SPECIALS)  # the twenty black point cards (BID-02)

ASIDE = frozenset({SHUFFLE, LOWEST, SURPRISE})  # black cards that are never in front of anyone
POINTLESS = frozenset({DOUBLE, THIEF})  # black cards without points that can be in front of players
HELD = {DOUBLE: "2X-04", MINUS5: "M5-03", THIEF: "R-25"}  # the cards that their holder can't win, and the rule

# The value of a card as a bid, and of a black card in front of a player (BID-22, 2X-03, M5-03, TH-05, AL-01).
VALUE: dict[str, int] = {
    **{card: int(card[1:]) for card in BIDDING + NUMBERS},
    DOUBLE: 0,
    MINUS5: -5,
    THIEF: 0,
    SHUFFLE: 0,
    LOWEST: 0,
    SURPRISE: 0,
    ALLY: 0,
}


def card_param(card: str) -> Param:
    """`card`, which someone entered, for a sentence: a card by its name, anything else unchanged."""
    return card if card in VALUE else quoted(card)
