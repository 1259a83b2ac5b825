"""Rules questions about The Game: what can be laid, and what is left over."""

from __future__ import annotations

from msgspec.structs import replace

from companion.core.game import Person
from companion.games.the_game.game import GAME, State
from companion.games.the_game.questions import best_order


def test_an_order_is_found_wherever_there_is_one() -> None:
    """Compared with trying every order of every subset by hand, over many piles and hands."""
    for seed in range(40):
        tops = (20 + seed, 60 + seed % 30, 70 - seed, 30 + seed % 20)
        hand = tuple(sorted({2 + (seed * step) % 97 for step in (7, 11, 13, 17)} - set(tops)))
        state = GAME.start([Person("Ana")], {})
        assert isinstance(state, State)
        state = replace(state, tops=tops, seen=sum(1 << top for top in tops))
        for goal in (1, 2, 3):
            assert len(best_order(state, hand, goal)) == min(goal, _longest(tops, hand)), (tops, hand, goal)


def _longest(tops: tuple[int, ...], hand: tuple[int, ...]) -> int:
    best = 0
    for card in hand:
        for at, top in enumerate(tops):
            fits = card > top or card == top - 10 if at < 2 else card < top or card == top + 10
            if fits:
                after = (*tops[:at], card, *tops[at + 1 :])
                best = max(best, 1 + _longest(after, tuple(other for other in hand if other != card)))
    return best
