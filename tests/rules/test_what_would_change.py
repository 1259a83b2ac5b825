"""What another house rule would change, compared with deciding under every value."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from tests.bids import brute_force
from tests.rules import random_turns, whole_games


@pytest.mark.parametrize(
    ("game", "make"), [("the-game", random_turns.of_the_game), ("take-that", random_turns.of_take_that)]
)
def test_the_list_is_exactly_what_deciding_under_every_value_leads_to(
    game: str, make: Callable[[Random], tuple[dict[str, str], random_turns.Values]]
) -> None:
    for situation, values in map(make, map(Random, range(30))):
        assert brute_force.check(game, situation, values) == "", (situation, values)


@pytest.mark.parametrize("game", whole_games.MAKERS)
def test_in_a_whole_game_the_list_is_exactly_what_replaying_leads_to(game: str) -> None:
    for seed in range(6):
        rng = Random(seed)
        played = whole_games.MAKERS[game](rng)
        for index, ask in whole_games.some_moments(played, rng):
            assert [*whole_games.differences(played, index, ask)] == [], seed
