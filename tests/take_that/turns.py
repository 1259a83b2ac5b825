"""Turns of Take That, and games that are nearly over."""

from __future__ import annotations

from typing import Any

from companion import games
from companion.core.game import Game, Person, Refusal
from companion.core.rounds import RoundGameState
from companion.games.take_that.setup import CARDS, MIRROR
from tests.checked import replayed

take_that = games.rules_of("take-that")
PEOPLE = [Person(name) for name in ("Ana", "Luis", "Sara", "Raúl")]
TAKE: dict[str, Any] = {"type": "take"}
FINISH: dict[str, Any] = {"type": "finish"}
RESULT: dict[str, Any] = {
    "type": "result",
    "seats": [{"twisted": 40, "cards": 10, "toads": 5}, {"twisted": 20, "cards": 2, "toads": 0}],
}


def lay(*cards: int) -> list[dict[str, Any]]:
    return [{"type": "lay", "card": card} for card in cards]


def twist(*cards: int) -> list[dict[str, Any]]:
    return [{"type": "twist", "card": card} for card in cards]


def penalty(seat: int, card: int) -> dict[str, Any]:
    return {"type": "penalty", "seat": seat, "card": card}


def replay_of(entries: list[dict[str, Any]], players: int = 2, **options: Any) -> Game[RoundGameState]:
    state = take_that.start(PEOPLE[:players], options)
    assert isinstance(state, RoundGameState)
    return replayed(take_that, state, entries)


def standing(entries: list[dict[str, Any]], players: int = 2, **options: Any) -> Any:
    replayed = replay_of(entries, players, **options)
    assert replayed.refusal is None, replayed
    return replayed.state


def codes(refusal: Refusal | None) -> list[tuple[str, str]]:
    assert refusal is not None
    return [(violation.id, violation.rule) for violation in refusal.violations]


PAIRS = [(card, MIRROR[card]) for card in CARDS if card in MIRROR and card < MIRROR[card]]


def paired(pairs: list[tuple[int, int]]) -> list[dict[str, Any]]:
    """Return turns that lay the one card of each pair and pair it at once with the other: the row is empty again."""
    return [entry for card, mirror in pairs for entry in (*lay(card), *twist(mirror))]


# Two players, 61 cards in the draw pile: one card is left in it, the row is empty, it is Ana's turn, Luis has 60 cards.
ONE_LEFT = paired(PAIRS[:30])
# The last card was drawn after a pair that emptied the row. Ana has 60 cards, Luis took a toad, and it is his turn.
NONE_LEFT = [*lay(22), TAKE, *lay(67), *twist(76), *paired(PAIRS[:29])]
# A row of one card, the 44, and one card in the draw pile. Ana has 56 cards and is next; Luis took 22, 32 and 33.
ONE_AND_ONE = [
    *lay(22, 32, 33),
    TAKE,
    *lay(67),
    *twist(76),
    *paired([pair for pair in PAIRS[:28] if pair != (23, 32)]),
    *lay(44),
]
# Nobody has a card left, and it is Luis's turn, who must take the row.
HANDS_EMPTY = [
    *(entry for toad in (22, 33, 44, 55) for entry in (*lay(toad), TAKE)),
    *lay(12),
    *twist(21),
    *paired(PAIRS[1:28]),
    *lay(67, 58, 59, 66, 68, 69, 76, 77, 78, 79, 85, 86, 87, 88, 89, 95, 96, 97, 98),
]
