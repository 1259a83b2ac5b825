"""The set-up of Bids: the sizes of the decks, and the set-up steps of a round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from msgspec import Struct

from companion.core.messages import Message, Param
from companion.core.settings import Settings
from companion.games.bids.cards import (
    ALLY,
    BIDDING,
    DOUBLE,
    LOWEST,
    MINUS5,
    NUMBERS,
    SHUFFLE,
    SPECIALS,
    SURPRISE,
    THIEF,
)
from companion.games.bids.options import BidsHouseRules

PLAYER_COUNTS = range(3, 7)  # BID-01
HAND = 10  # cards in a hand, and so tricks in a round (BID-12, BID-27)
OPTIONAL_SPECIALS = {"thief": THIEF, "shuffle": SHUFFLE, "lowest": LOWEST, "surprise": SURPRISE}

# By number of players: the highest rank (BID-03 to BID-06), black cards mixed into the bidding deck (BID-10),
# points for each round without black cards (BID-32).
TOP = {3: 10, 4: 10, 5: 12, 6: 14}
NUMBERS_RULE = {3: "BID-03", 4: "BID-04", 5: "BID-05", 6: "BID-06"}  # the rule about the highest rank
HAND_BLACKS = {3: 1, 4: 1, 5: 2, 6: 3}
RATE = {3: 12, 4: 8, 5: 8, 6: 7}

# One bit per card: a set of cards is an int, so that copying a state costs nothing.
BIT = {card: 1 << position for position, card in enumerate((*BIDDING, *NUMBERS, *SPECIALS, ALLY))}


class Setup(Struct, frozen=True):
    """A game of Bids before the first card: who starts, with which cards and house rules."""

    starters: tuple[int, ...]  # the seats with the longest name, when the game started (BID-17)
    variant: str  # "classic" or "color"
    ruleset: str
    ally: bool
    specials: tuple[str, ...]  # names, in the order of OPTIONAL_SPECIALS
    colors: tuple[str, ...]
    rounds: int
    rulings: BidsHouseRules
    removed: int  # coloured cards taken out in each round
    bits: Mapping[str, int]  # every card of the game -> its bit in a set of cards
    coloured: tuple[str, ...]  # the coloured cards in play, before any are taken out
    blacks: tuple[str, ...]  # the black cards in play
    player_count: int
    top: int  # the highest rank of every colour
    hand_blacks: int  # black cards mixed into the bidding deck
    rate: int  # points of a lucky loser for each round without black cards
    deck: int  # the size of the bidding deck: ten cards per player, none left over (BID-12)
    centre: int  # the size of the centre deck at the start of a round (BID-13)

    def rule_without(self, card: str) -> str:
        """The rule because of which `card` is not in this game, BID-02 if there is no such card in the box."""
        if card == ALLY:
            return "AL-05"
        if card in SPECIALS:
            return "TH-01" if card == THIEF else "BID-07"
        return NUMBERS_RULE[self.player_count] if card in BIT else "BID-02"


def setup_of(settings: Settings, starters: tuple[int, ...]) -> Setup:
    """The set-up of a game with these settings, in which one of the `starters` starts."""
    count = settings.player_count
    hand_blacks, deck = HAND_BLACKS[count], HAND * count
    coloured, blacks, bits = _deck(TOP[count], settings["colors"], settings["specials"], settings["ally"])
    return Setup(
        starters=starters,
        rulings=settings.rulings,
        removed=len(coloured) + settings["ally"] + hand_blacks - deck,  # BID-08, BID-09, R-06, R-07
        bits=bits,
        coloured=coloured,
        blacks=blacks,
        player_count=count,
        top=TOP[count],
        hand_blacks=hand_blacks,
        rate=RATE[count],
        deck=deck,
        centre=len(blacks) - hand_blacks,
        **settings.options,
    )


def setup_steps(setup: Setup, number: int) -> Iterator[Message]:
    """Yield the steps that set up a round, in order, with sums for checking."""
    coloured, blacks, base = len(setup.coloured), len(setup.blacks), setup.top + 2
    colours = tuple("color-" + colour for colour in setup.colors)
    numbers = NUMBERS_RULE[setup.player_count]
    sums: dict[str, Param] = {"colors": colours, "top": setup.top, "count": len(colours), "sum": coloured}
    yield Message(numbers, "step-coloured-any" if setup.player_count == 3 else "step-coloured", sums)
    yield Message(numbers, "step-blacks", {"top": setup.top, "sum": base})
    if setup.specials:
        cards = tuple(OPTIONAL_SPECIALS[name] for name in setup.specials)
        sums = {"cards": cards, "base": base, "count": len(cards), "sum": blacks}
        yield Message("BID-07", "step-specials", sums)
    if setup.removed:
        sums = {"n": setup.removed, "coloured": coloured, "sum": coloured - setup.removed}
        yield Message("R-06" if setup.removed == 2 else "BID-08", "step-removed", sums)
    else:
        yield Message("R-07" if setup.player_count == 5 else "BID-09", "step-none-removed", {"coloured": coloured})
    if setup.ally:
        yield Message("AL-04", "step-ally")
    yield Message("BID-11", "step-hand-blacks", {"n": setup.hand_blacks})
    sums = {"coloured": coloured - setup.removed, "blacks": setup.hand_blacks, "players": setup.player_count}
    yield Message("BID-12", "step-deck-ally" if setup.ally else "step-deck", {**sums, "hand": HAND})
    yield Message("BID-13", "step-centre", {"blacks": blacks, "mixed": setup.hand_blacks, "sum": setup.centre})
    yield Message("BL-01", "step-box")
    if number == 1:
        yield Message("BID-17", "step-starter")


@lru_cache(maxsize=256)
def _deck(
    top: int, colours: tuple[str, ...], specials: tuple[str, ...], ally: bool
) -> tuple[tuple[str, ...], tuple[str, ...], Mapping[str, int]]:
    """The coloured cards in play, the black ones, and the bit of every card in a set of cards."""
    coloured = tuple(colour + str(rank) for colour in colours for rank in range(1, top + 1))
    blacks = (*NUMBERS[:top], DOUBLE, MINUS5, *(OPTIONAL_SPECIALS[name] for name in specials))
    return coloured, blacks, {card: BIT[card] for card in (*coloured, *blacks, *((ALLY,) if ally else ()))}
