"""The cards that can be tapped in The Game."""

from __future__ import annotations

from companion.core.messages import Json
from companion.games.the_game.game import State
from companion.games.the_game.piles import PILES, Move, cards_for, is_ascending, ten_back
from companion.games.the_game.setup import CARDS
from companion.web.games.the_game.views import CardView

NEAREST = 10  # cards shown under each pile, laid with one tap


def pad_cards(state: State, pile: str | None, corrected: Json) -> tuple[CardView, ...]:
    """Return the cards to tap: all that have not been laid or, once a pile is chosen, those that fit, nearest first.

    `corrected` is the entry that is being corrected, {} if there is none.
    """
    if pile is None:
        tricks = {ten_back(pile, top) for pile, top in zip(PILES, state.tops, strict=True)}
        return tuple(CardView(card, is_backwards=card in tricks) for card in CARDS if not state.seen >> card & 1)
    onwards = sorted(
        cards_for(pile, state.tops, state.seen),
        key=lambda move: (not move.is_backwards, move.card * (1 if is_ascending(pile) else -1)),
    )
    tapped = corrected.get("pile"), corrected.get("card")
    return tuple(
        CardView(move.card, play_entry(move), move.is_backwards, is_marked=(move.pile, move.card) == tapped)
        for move in onwards
    )


def nearest_cards(state: State) -> tuple[tuple[CardView, ...], ...]:
    """Return for each pile the cards nearest to its top, because these are nearly always the ones that are laid."""
    if not state.hands[state.seat]:
        return ()
    return tuple(pad_cards(state, pile, {})[:NEAREST] for pile in PILES)


def play_entry(move: Move) -> Json:
    """Return the entry that lays a card."""
    return {"type": "play", "pile": move.pile, "card": move.card}
