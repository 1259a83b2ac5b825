"""The Game as people really play it: a shuffled deck, hands, and what the table would enter."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from hypothesis import strategies as st

from tests.examples import recorded

LEVELS = ("normal", "expert", "expert_plus")
HANDS = {1: 8, 2: 7, 3: 6, 4: 6, 5: 6}
ONWARDS = {"up1": 1, "up2": 1, "down1": -1, "down2": -1}


@dataclass
class Played:
    """A finished game: its entries, and what was on the table at the end."""

    players: int
    options: dict[str, Any]
    entries: list[dict[str, Any]]
    hands: list[list[int]]
    deck: list[int]
    tops: dict[str, int]

    @property
    def record(self) -> dict[str, Any]:
        return recorded("the-game", "ABCDE"[: self.players], self.entries, self.options)


def play(rng: Random, players: int, options: dict[str, Any]) -> Played:
    """Return a whole legal game; the players lay with small steps, or now and then whatever fits."""
    return _played(rng, players, options, rng.sample(range(2, 100), 98), rng.choice((0.5, 0.95, 1.0)), greed=0.2)


def beaten(players: int, options: dict[str, Any], rng: Random | None = None, greed: float = 1) -> Played:
    """Return a game that is beaten: small and large cards come up in turn, and everyone lays all they can.

    With one player it is also beaten less greedily: the player often stops at the minimum.
    """
    deck = [card for pair in zip(range(50, 1, -1), range(51, 100), strict=True) for card in pair]
    return _played(rng or Random(0), players, options, deck, care=1, greed=greed)


def _played(rng: Random, players: int, options: dict[str, Any], deck: list[int], care: float, greed: float) -> Played:
    level = options.get("level", "normal")
    size = HANDS[players] - (level == "expert_plus")
    hands = [[deck.pop() for _ in range(size)] for _ in range(players)]
    game = Played(players, options, [], hands, deck, {"up1": 1, "up2": 1, "down1": 100, "down2": 100})
    seat = options.get("starter", 0)
    while True:
        minimum = (2 if level == "normal" else 3) if deck else 1
        before = [list(hand) for hand in hands], dict(game.tops)
        laid = 0
        while (laid < minimum or rng.random() < greed) and (fitting := _fitting(hands[seat], game.tops)):
            _step, pile, card = min(fitting) if rng.random() < care else rng.choice(fitting)
            game.entries.append({"type": "play", "pile": pile, "card": card})
            game.tops[pile] = card
            hands[seat].remove(card)
            laid += 1
        if not deck and not any(hands):
            return game
        if laid < minimum:
            game.entries.append({"type": "stuck"})
            if options.get("rulings", {}).get("partial_last_turn") == "taken_back":
                game.hands, game.tops = before
            return game
        game.entries.append({"type": "end_turn"})
        for _ in range(min(laid, len(deck))):
            hands[seat].append(deck.pop())
        seat = (seat + 1) % players
        while not hands[seat]:
            seat = (seat + 1) % players


def _fitting(hand: list[int], tops: dict[str, int]) -> list[tuple[int, str, int]]:
    steps = ((ONWARDS[pile] * (card - top), pile, card) for card in hand for pile, top in tops.items())
    return [(step, pile, card) for step, pile, card in steps if step > 0 or step == -10]


@st.composite
def games(draw: st.DrawFn) -> Played:
    """Draw a whole legal game."""
    players = draw(st.integers(1, 5))
    options = {
        "level": draw(st.sampled_from(LEVELS)),
        "starter": draw(st.integers(0, players - 1)),
        "rulings": {"partial_last_turn": draw(st.sampled_from(("counts", "taken_back")))},
    }
    return play(Random(draw(st.integers(0, 2**32))), players, options)
