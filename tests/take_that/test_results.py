"""Results of Take That without the cards: which sums are possible, and the refusals of the others."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.game import Person, Refusal, Valid
from companion.core.messages import PlayerRef
from companion.core.rounds import CompleteRound
from companion.core.translator import Translator
from companion.games.take_that.game import GAME
from companion.games.take_that.results import check_result
from companion.games.take_that.setup import Setup

Seat = dict[str, int]


def known(twisted: int, cards: int, toads: int) -> Seat:
    return {"twisted": twisted, "cards": cards, "toads": toads}


def points(twisted: int, minus: int) -> Seat:
    return {"twisted": twisted, "points": minus}


def codes(*seats: Seat, players: int | None = None) -> list[str]:
    violations = [*check_result(Setup(players or len(seats)), seats)]
    say = Translator(GAME.WORDS, "ABCD")
    assert all(say(item) for item in violations)
    return [item.id for item in violations]


@pytest.mark.parametrize(("players", "most"), [(2, 40), (3, 27), (4, 20)])
def test_more_face_up_cards_than_turns_are_accepted_with_a_warning(players: int, most: int) -> None:
    start = GAME.start([Person(name) for name in "ABCD"[:players]], {})
    assert not isinstance(start, Refusal)
    for twisted, expected in ((most - most % 2, []), (most + 2 - most % 2, [("CT-5", "many-face-up")])):
        others = [known(0, 79 - 7 - twisted, 7), *[known(0, 0, 0)] * (players - 2)]
        applied = GAME.apply_json(start, {"type": "result", "seats": [known(twisted, 0, 0), *others]})
        assert isinstance(applied, Valid), applied
        assert [(warning.rule, warning.id) for warning in applied.warnings] == expected


def test_who_typed_no_number_is_named() -> None:
    start = GAME.start([Person(name) for name in "AB"], {})
    assert not isinstance(start, Refusal)
    refused = GAME.apply_json(start, {"type": "result", "seats": [known(0, 0, 0), {**known(0, 0, 0), "toads": ""}]})
    assert isinstance(refused, Refusal)
    assert [(item.id, item.params) for item in refused.violations] == [("counts-missing", {"who": (PlayerRef(1),)})]


@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        ([known(40, 10, 5), known(20, 2, 0)], []),
        ([known(39, 10, 5), known(21, 2, 0)], ["twisted-odd", "twisted-odd"]),
        ([known(-2, 30, 5), known(40, 2, 0)], ["twisted-negative"]),
        ([known(-1, 30, 5), known(40, 2, 0)], ["twisted-negative", "twisted-odd"]),
        ([known(40, -1, 5), known(20, 2, -1)], ["cards-negative", "toads-negative"]),
        ([known(-2, 0, 0), known(40, 0, 0)], ["twisted-negative"]),
        ([known(40, -1, 5), known(34, 2, 3)], ["cards-negative", "twisted-sum", "toads-sum"]),
        ([known(40, 0, 4), known(30, 0, 4)], ["toads-sum"]),
        ([known(40, 0, 0), known(34, 0, 0)], ["twisted-sum"]),
        ([known(40, 0, 0), known(32, 0, 0)], []),
        ([known(40, 10, 0), known(22, 1, 0)], ["cards-sum"]),
        ([known(20, 20, 0), known(20, 0, 0)], ["table-too-few"]),
        ([known(20, 20, 1), known(20, 0, 0)], []),
        ([known(40, 10, 0), known(22, 0, 7)], []),
        ([known(40, 10, 1), known(22, 0, 7)], ["toads-sum"]),
        ([known(40, 10, 5)], ["seats-count"]),
        ([points(20, -1), points(40, 5)], ["points-negative"]),
        ([points(40, 21), points(20, 0)], []),
        ([points(30, 0), points(30, 0)], ["table-too-few"]),
        ([points(30, 1), points(30, 0)], []),
        ([points(74, 30), points(0, 0)], ["twisted-sum"]),
        ([points(40, 47), points(20, 0)], []),
        ([points(40, 48), points(20, 0)], ["points-impossible"]),
        ([points(40, 4), points(32, 0)], ["cards-sum"]),  # four points cannot be a toad
        ([points(40, 5), points(32, 0)], []),
        ([known(40, 0, 7), points(20, 48)], ["points-impossible"]),
    ],
)
def test_the_sums_over_the_table_must_hold(seats: list[Seat], expected: list[str]) -> None:
    assert codes(*seats, players=2) == expected


@pytest.mark.parametrize(("players", "least"), [(2, 61), (3, 52), (4, 47)])
def test_at_least_the_draw_pile_and_at_most_every_card_lies_on_the_table(players: int, least: int) -> None:
    nobody = [known(0, 0, 0)] * (players - 1)
    assert codes(known(40, least - 40, 0), *nobody) == []
    assert codes(known(40, least - 41, 0), *nobody) == ["table-too-few"]
    assert codes(known(40, 32, 7), *nobody) == []


def by_trying(setup: Setup, seats: list[Seat]) -> bool:
    """Tell whether toads can be chosen for every seat with points so that all sums hold."""
    twisted = sum(seat["twisted"] for seat in seats)
    ranges = [
        [(seat["points"] - 5 * toads, toads) for toads in range(seat["points"] // 5 + 1)]
        if "points" in seat
        else [(seat["cards"], seat["toads"])]
        for seat in seats
    ]
    for chosen in product(*ranges):
        cards, toads = sum(one for one, _ in chosen), sum(one for _, one in chosen)
        fits = twisted <= 72 and toads <= 7 and twisted + cards <= 72
        if fits and 79 - setup.player_count * setup.hand <= twisted + cards + toads <= 79:
            return True
    return False


seat = st.one_of(
    st.builds(lambda pairs, cards, toads: known(2 * pairs, cards, toads), *map(st.integers, (0,) * 3, (20, 25, 4))),
    st.builds(lambda pairs, minus: points(2 * pairs, minus), *map(st.integers, (0,) * 2, (20, 45))),
)


@given(st.lists(seat, min_size=2, max_size=4))
def test_points_are_possible_exactly_if_some_number_of_toads_makes_them(seats: list[Seat]) -> None:
    assert (codes(*seats) == []) == by_trying(Setup(len(seats)), seats)


def test_a_score_is_plus_less_minus_and_toads_are_given_only_if_all_are_known() -> None:
    for first, toads in ((points(12, 17), None), (known(12, 2, 3), [3, 2])):
        seats = (first, known(8, 9, 2))
        assert GAME.score(Setup(2), 1, seats) == [-5, -11]
        game = CompleteRound(1, seats, (-5, -11), "result")
        assert (game.counts_in("twisted"), game.counts_in("toads")) == ([12, 8], toads)
