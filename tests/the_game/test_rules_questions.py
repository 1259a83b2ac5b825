"""Rules questions about The Game: what can be laid, and what is left over."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.core.game import Person
from companion.games.the_game.game import GAME, State
from companion.games.the_game.questions import best_order
from companion.questions.answers import answer_question
from tests.rules.questions import ask

# The Game


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


@pytest.mark.parametrize(
    ("situation", "rule"),
    [
        ({"piles": "1 1 100", "hand": "5"}, "TG-02"),
        ({"piles": "1 1 100 100", "hand": "5 5"}, "TG-02"),
        ({"piles": "1 1 100 100", "hand": "100"}, "TG-02"),
        ({"piles": "1 1 100 108", "hand": "5"}, "TG-02"),
        ({"ask": "play", "pile": "left", "card": "5"}, "TG-02"),
        ({"players": "4", "hand": "5 6 7 8 9 10 11"}, "TG-05"),
        ({"ask": "result", "leftover": "98"}, "TG-17"),
        ({"players": "9"}, "RECORD"),
    ],
)
def test_impossible_piles_and_results_are_refused(situation: dict[str, str], rule: str) -> None:
    assert rule in {violation["rule"] for violation in ask("the-game", **situation)["violations"]}


@pytest.mark.parametrize(
    ("situation", "field"),
    [
        ({"ask": "result", "hands": "6 6"}, "hands"),
        ({"ask": "result", "hands": "6 6 5", "leftover": "12"}, "leftover"),
        ({"ask": "play", "piles": "70 70 100 100", "card": "80", "pile": "up1"}, "piles"),
        ({"piles": "70 1 100 100", "hand": "70 80"}, "hand"),
    ],
)
def test_what_is_wrong_is_named_by_its_field(situation: dict[str, str], field: str) -> None:
    assert [violation.field for violation in answer_question("the-game", {"players": "3", **situation}).violations] == [
        field
    ]
