"""The four piles of The Game, and which card can go where (TG-02 to TG-04, TG-09 to TG-11)."""

from __future__ import annotations

from msgspec import Struct

from companion.core.messages import Violation
from companion.games.the_game.setup import CARDS

PILES = ("up1", "up2", "down1", "down2")
Tops = tuple[int, int, int, int]
START: Tops = (1, 1, 100, 100)


class Move(Struct, frozen=True):
    """A card that may be laid on the `top` of a pile."""

    pile: str
    top: int
    card: int

    @property
    def is_backwards(self) -> bool:
        return is_backwards(self.pile, self.top, self.card)


def is_ascending(pile: str) -> bool:
    return pile[0] == "u"


def is_backwards(pile: str, top: int, card: int) -> bool:
    """Whether `card` is the backwards trick on `pile`: exactly ten back (TG-09, TG-10)."""
    return card == (top - 10 if is_ascending(pile) else top + 10)


def ten_back(pile: str, top: int) -> int | None:
    """The card that is the backwards trick on `top` of `pile`, or None if there is no such card."""
    card = top - 10 if is_ascending(pile) else top + 10
    return card if card in CARDS else None


def onwards(pile: str, top: int) -> tuple[int, int]:
    """The lowest and the highest card that `pile` takes without the backwards trick.

    If it takes none, the lowest is the higher one.
    """
    return (top + 1, CARDS[-1]) if is_ascending(pile) else (CARDS[0], top - 1)


def takes(pile: str, top: int, card: int) -> bool:
    """Whether `card` can go on `top` of `pile`: any step onwards, or exactly ten back (TG-03, TG-04, TG-09)."""
    return (card > top if is_ascending(pile) else card < top) or is_backwards(pile, top, card)


def does_not_fit(pile: str, top: int, card: int) -> Violation:
    if is_ascending(pile):
        return Violation("TG-03", "not-rising", {"top": top, "card": card}, field="card")
    return Violation("TG-04", "not-falling", {"top": top, "card": card}, field="card")


def cards_for(pile: str, tops: Tops, seen: int) -> tuple[Move, ...]:
    """The cards that can still go on `pile`, ascending; bit c of `seen` is set if card c was laid."""
    top = tops[PILES.index(pile)]
    return tuple(Move(pile, top, card) for card in CARDS if not seen >> card & 1 and takes(pile, top, card))


def piles_for(card: int, tops: Tops) -> tuple[Move, ...]:
    """The piles that take `card`, in the order of `PILES`."""
    return tuple(Move(pile, tops[at], card) for at, pile in enumerate(PILES) if takes(pile, tops[at], card))


def pile_for_all(tops: Tops, seen: int) -> str | None:
    """A pile that takes every card not seen yet, or None if there is none (CG-5)."""
    for at, pile in enumerate(PILES):
        if all(seen >> card & 1 or takes(pile, tops[at], card) for card in CARDS):
            return pile
    return None
