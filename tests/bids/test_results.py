"""Results of a round of Bids that are entered without its tricks: what is possible, and what is unlikely."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.game import Valid
from companion.games.bids.game import GAME
from tests.bids.entries import codes, continued, result, state_after


@pytest.mark.parametrize(
    ("ally", "entry", "expected"),
    [
        (False, result("", "", "", ""), [("BID-24", "nobody-has-a-card")]),
        (True, result("", "", "", ""), [("BID-24", "nobody-has-a-card"), ("AL-03", "no-alliance-told")]),
        (True, result("K5", "", "", ""), [("AL-03", "no-alliance-told")]),
        (True, result("K5", "", "", "", alliance=[0, 1]), []),
        (False, result("K5", "", "", ""), []),
        (False, result(5, "", "", ""), []),
    ],
)
def test_an_unlikely_result_has_a_warning(ally: bool, entry: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    applied = GAME.apply(state_after(ally=ally), entry)
    assert isinstance(applied, Valid)
    assert [(warning.rule, warning.id) for warning in applied.warnings] == expected


def test_a_result_holds_who_started_the_round_if_that_is_known() -> None:
    named = continued(state_after(), result("K1", "K2", "", ""))
    tied = continued(named, result("K1", "K2", "", ""))
    assert [found.starter for found in tied.rounds] == [0, None], "Sara and Raúl have eight points each"
    with_starter = continued(named, {"type": "starter", "seat": 3}, result("K1", "K2", "", ""))
    assert with_starter.rounds[1].starter == 3


@pytest.mark.parametrize(
    ("players", "most"),
    [(3, 11), (4, 11), (5, 12), (6, 13)],
)
def test_more_black_cards_than_a_round_has_are_refused(players: int, most: int) -> None:
    state = state_after(players=players, specials=["thief"], rulings={"thief_players": "any"})
    blacks = [*state.setup.blacks]
    assert len(blacks) > most
    nobody = [""] * (players - 1)
    assert GAME.accepts(state, result(" ".join(blacks[:most]), *nobody))
    assert codes(state, result(" ".join(blacks[: most + 1]), *nobody)) == ["too-many-cards"]
    # Points without cards stand for at least one black card.
    assert codes(state, result(" ".join(blacks[:most]), 1, *nobody[1:])) == ["too-many-cards"]
    assert GAME.accepts(state, result(" ".join(blacks[: most - 1]), 1, *nobody[1:]))


@pytest.mark.parametrize(("players", "most"), [(3, 110), (4, 110), (5, 154), (6, 204)])
def test_points_lie_between_the_doubled_minus5_and_all_numbers_doubled(players: int, most: int) -> None:
    state = state_after(players=players, specials=["thief"], rulings={"thief_players": "any"})
    nobody = [""] * (players - 1)
    for points in (-10, most):
        assert GAME.accepts(state, result(points, *nobody))
    for points in (-11, most + 1):
        assert codes(state, result(points, *nobody)) == ["points-out-of-range"]
