"""Ratings: who is ahead of whom, over the games of one kind."""

from __future__ import annotations

import subprocess
import sys

from companion.statistics import aggregate

ANA, BO, CY = 1, 2, 3


def ratings(rankings: list[list[list[int]]]) -> dict[int, int]:
    return {person: rating.points for person, rating in aggregate.ratings(rankings).items()}


def test_nobody_is_rated_before_the_fifth_game() -> None:
    assert ratings([[[ANA], [BO]]] * 4) == ratings([[[ANA]]] * 5) == {}
    assert ratings([[[ANA], [BO]]] * 4 + [[[ANA], [CY]]]) == {ANA: 1245}


def test_those_who_always_share_a_place_have_the_same_rating() -> None:
    by_player = ratings([[[ANA, BO], [CY]]] * 6)
    assert by_player[ANA] == by_player[BO] > by_player[CY]


def test_the_program_starts_without_the_library() -> None:
    starts = "import sys, companion.app, companion.web.history.statistics; print('openskill' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", starts], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
