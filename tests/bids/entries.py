"""Entries of Bids, and the states and violations that they lead to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.core.game import Person, Refusal, Valid
from companion.core.messages import Message
from companion.games.bids import game
from companion.games.bids.game import GAME
from companion.games.bids.state import State
from tests.bids import legal

SPECIALS = ["thief", "shuffle", "lowest", "surprise"]
STEAL: dict[str, Any] = {"type": "steal", "seat": 1, "card": "K4"}
DECLINE: dict[str, Any] = {"type": "steal", "seat": None}
FINISH: dict[str, Any] = {"type": "finish"}


def starter(seat: int) -> dict[str, Any]:
    return {"type": "starter", "seat": seat}


def deal(*cards: str) -> dict[str, Any]:
    return {"type": "deal", "removed": [*cards]}


def reveal(card: str) -> dict[str, Any]:
    return {"type": "reveal", "card": card}


def bid(seat: int, card: str) -> dict[str, Any]:
    return {"type": "bid", "seat": seat, "card": card}


def trick(*cards: str) -> list[dict[str, Any]]:
    """Return a trick: the centre card, then a bid for each seat."""
    return [reveal(cards[0]), *(bid(seat, card) for seat, card in enumerate(cards[1:]))]


def plain_tricks(count: int) -> list[list[dict[str, Any]]]:
    """Return the first tricks of a round of four in which only coloured cards are bid."""
    bids = ([f"{color}{(at + 2 * seat) % 10 + 1}" for seat, color in enumerate("RBYG")] for at in range(count))
    return [trick(f"K{at}", *cards) for at, cards in enumerate(bids, start=1)]


def bids_from(seat: int, *cards: str) -> list[dict[str, Any]]:
    """Return the bids of a trick in the order of play, from the seat that starts it."""
    return [bid((seat + place) % len(cards), card) for place, card in enumerate(cards)]


def result(*seats: Any, alliance: Any = None) -> dict[str, Any]:
    """Return the entry of a round: for each seat its cards, or its points."""
    results = [{"points": seat} if isinstance(seat, int) else {"front": seat.split()} for seat in seats]
    return {"type": "round", "seats": results, "alliance": alliance}


def new_game(*names: str, **options: Any) -> State:
    """Return the state before the first entry at a table of these people."""
    state = GAME.start([Person(name) for name in names], options)
    assert isinstance(state, State)
    return state


def state_after(*entries: dict[str, Any], players: int = 4, **options: Any) -> State:
    """Return the state after entries that are all valid; the first player starts."""
    return continued(new_game(*legal.NAMES[:players], **options), starter(0), *entries)


def continued(state: State, *entries: dict[str, Any]) -> State:
    """Return the state after more entries that are all valid."""
    for entry in entries:
        applied = GAME.apply_json(state, entry)
        assert isinstance(applied, Valid), (entry, applied)
        state = applied.state
    return state


def laid(cards: str, players: int = 4, **options: Any) -> State:
    """Return the state after these cards, each of them turned up or bid by whoever is next; the first player starts."""
    state = state_after(players=players, **options)
    for card in cards.split():
        seat = game.next_bidder(state) if state.phase == "bid" else None
        state = continued(state, reveal(card) if seat is None else bid(seat, card))
    return state


def reasons(why: Iterable[Message]) -> list[str]:
    """Return the rules and the ids of reasons."""
    return [f"{reason.rule} {reason.id}" for reason in why]


def thief_won(**options: Any) -> State:
    """Return a game in which Ana won the thief; Luis, who bid lowest, has the 4 and the 7, Sara has the 2."""
    return laid("K4 R1 R9 R2 R3 K7 Y9 Y2 Y3 Y1 K2 B1 B9 B2 B3 KT G2 G3 G9 G1", specials=["thief"], **options)


def codes(state: State, entry: Any) -> list[str]:
    """Return the ids of the violations for which `entry` is refused."""
    applied = GAME.apply_json(state, entry)
    assert isinstance(applied, Refusal)
    return [violation.id for violation in applied.violations]
