"""Results of a round of Bids that are entered without its tricks: what is possible, and what is unlikely."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from companion.core.game import Refusal, Valid
from companion.core.messages import PlayerRef
from companion.core.translator import Translator
from companion.games.bids import rounds
from companion.games.bids.game import GAME
from companion.games.bids.results import fewest_won
from tests.bids import legal
from tests.bids.entries import codes, continued, new_game, result, state_after
from tests.checked import accepts


@pytest.mark.parametrize(
    ("ally", "entry", "expected"),
    [
        (False, result("", "", "", ""), [("BID-24", "nobody-has-a-card")]),
        (True, result("", "", "", ""), [("BID-24", "nobody-has-a-card"), ("AL-03", "no-alliance-told")]),
        (True, result("K5 K1", "K2", "", "K3"), [("AL-03", "no-alliance-told")]),
        (True, result("K5 K1", "K2", "", "K3", alliance=[0, 1]), []),
        (False, result("K5 K1", "K2", "", "K3"), []),
        (False, result("K5 K1", "K2", "", ""), [("CB-9", "few-cards")]),
        (False, result("K5 K1", "K2", "", 3), []),
        (False, result(5, "", "", ""), []),
        (False, result("K10 K9 K8 K7 K6 K5 K4 K3 K2X", "K1", "", ""), [("CB-9", "many-points")]),
        (False, result("K10 K9 K8 K7 K6 K5 K4 K3 K2 K1", "", "", ""), []),
        (False, result(56, 20, "", ""), [("CB-9", "many-points")]),
        (False, result(55, "", "", ""), []),
    ],
)
def test_an_unlikely_result_has_a_warning(ally: bool, entry: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    applied = GAME.apply_json(state_after(ally=ally), entry)
    assert isinstance(applied, Valid)
    assert [(warning.rule, warning.id) for warning in applied.warnings] == expected


@pytest.mark.parametrize(
    ("players", "entry", "expected"),
    [
        (3, result(110, 110, 110), ["many-points"] * 3 + ["points-too-high"]),
        (3, result(55, 55, ""), []),
        (3, result(55, 55, 1), ["points-too-high"]),
        (4, result(-5, -5, 20, 1), ["several-negative"]),
        (4, result(-5, 20, 1, 0), []),
        (4, result(0, 0, 0, 20), []),
        (4, result(0, 0, 0, 0), ["many-zeros"]),
        (4, result(-5, "K-5 K1", "", ""), ["several-negative"]),
        (4, result("K1", "K2", "K3 K4", ""), []),
    ],
    ids=str,
)
def test_with_the_thief_points_are_checked_together_but_never_refused(
    players: int, entry: dict[str, Any], expected: list[str]
) -> None:
    applied = GAME.apply_json(state_after(players=players, specials=["thief"]), entry)
    assert isinstance(applied, Valid)
    assert [warning.id for warning in applied.warnings] == expected
    assert all(map(Translator(GAME.WORDS, "ABCD"), applied.warnings))


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_few_of_a_thousand_rounds_have_fewer_cards_than_the_warning_says(players: int) -> None:
    """Bids drawn at random, as `fewest_won` takes them to be."""
    setup, random = state_after(players=players).setup, Random(7)
    won = Counter(sum(_has_one_best(random, players, setup.top) for _ in range(10)) for _ in range(5_000))
    least = fewest_won(setup)
    assert least == 4, "the rule book says so (CB-9)"
    assert sum(rounds for tricks, rounds in won.items() if tricks < least) <= 10


def _has_one_best(random: Random, players: int, top: int) -> bool:
    bids = [random.randint(1, top) for _ in range(players)]
    return bids.count(max(bids)) == 1


def test_who_typed_something_else_than_whole_points_is_named() -> None:
    entry = {"type": "round", "seats": [{"points": "1.5"}, {"front": []}, {"points": "2.5"}, {"front": []}]}
    refused = GAME.apply_json(state_after(), {**entry, "alliance": None})
    assert isinstance(refused, Refusal)
    assert [(item.rule, item.id, item.field, item.params) for item in refused.violations] == [
        ("RECORD", "points-missing", "seats", {"who": (PlayerRef(0), PlayerRef(2))})
    ]
    nine = {**entry, "seats": [{"points": "x"}] * 9, "alliance": None}
    assert codes(state_after(), nine) == ["wrong-type"], "nobody sits in the ninth seat"


def test_a_result_holds_who_started_the_round_if_that_is_known() -> None:
    named = continued(state_after(), result("K1", "K2", "", ""))
    tied = continued(named, result("K1", "K2", "", ""))
    assert [found.starter for found in tied.rounds] == [0, None], "Sara and Raúl have eight points each"
    with_starter = continued(named, {"type": "starter", "seat": 3}, result("K1", "K2", "", ""))
    assert with_starter.rounds[1].starter == 3


@pytest.mark.parametrize(("players", "most"), [(3, 11), (4, 11), (5, 12), (6, 13)])
def test_more_black_cards_than_a_round_has_are_refused(players: int, most: int) -> None:
    state = state_after(players=players, specials=["thief"], rulings={"thief_players": "any"})
    blacks = [*state.setup.blacks]
    assert len(blacks) > most
    nobody = [""] * (players - 1)
    assert accepts(GAME, state, result(" ".join(blacks[:most]), *nobody))
    assert codes(state, result(" ".join(blacks[: most + 1]), *nobody)) == ["too-many-cards"]
    # Points without cards stand for at least one black card.
    assert codes(state, result(" ".join(blacks[:most]), 1, *nobody[1:])) == ["too-many-cards"]
    assert accepts(GAME, state, result(" ".join(blacks[: most - 1]), 1, *nobody[1:]))


@pytest.mark.parametrize(("players", "most"), [(3, 110), (4, 110), (5, 154), (6, 204)])
def test_points_lie_between_the_doubled_minus5_and_all_numbers_doubled(players: int, most: int) -> None:
    state = state_after(players=players, specials=["thief"], rulings={"thief_players": "any"})
    nobody = [""] * (players - 1)
    for points in (-10, most):
        assert accepts(GAME, state, result(points, *nobody))
    for points in (-11, most + 1):
        assert codes(state, result(points, *nobody)) == ["points-out-of-range"]


def test_what_players_bring_along_comes_before_everything_else_and_once() -> None:
    before = {"type": "before", "points": [12, -3, 40, 0], "zero_rounds": [1, 0, 0, 2]}
    start = new_game(*legal.NAMES[:4])
    begun = continued(start, before)
    assert (begun.totals, begun.zero_rounds, rounds.starters(begun)) == ((12, -3, 40, 0), (1, 0, 0, 2), (2,))
    assert GAME.scores(begun).totals_of(2) == (40, 40)
    assert codes(begun, before) == ["before-too-late"]
    assert codes(continued(state_after(), result("K5", "", "", "")), before) == ["before-too-late"]
    assert codes(start, {**before, "points": [1, 2, 3]}) == ["before-count"]
    assert codes(start, {**before, "points": [1, 2, 3, 100_000]}) == ["before-points"]
    assert codes(start, {**before, "zero_rounds": [0, 0, -1, 0]}) == ["before-zero-rounds"]
    tied = continued(start, {**before, "points": [40, -3, 40, 0]})
    assert GAME.prompt(tied) == {"type": "starter", "seats": [0, 2], "round": 1, "turn": 1}
