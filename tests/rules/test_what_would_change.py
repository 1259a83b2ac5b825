"""What another house rule would change in The Game and Take That, compared with deciding under every value."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from tests.bids import brute_force
from tests.rules import random_turns


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize(
    ("game", "make"), [("the-game", random_turns.of_the_game), ("take-that", random_turns.of_take_that)]
)
def test_the_list_is_exactly_what_deciding_under_every_value_leads_to(
    game: str, make: Callable[[Random], tuple[dict[str, str], random_turns.Values]], seed: int
) -> None:
    situation, values = make(Random(seed))
    assert brute_force.check(game, situation, values) == "", (situation, values)
