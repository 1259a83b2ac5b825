"""The seating of a round."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.club import seating
from companion.club.seating import History, Problem, Seating, problems, seat, table_sizes

BIDS, TAKE_THAT, THE_GAME = range(3, 7), range(2, 5), range(1, 6)


@pytest.mark.parametrize(
    ("count", "possible", "sizes"),
    [
        (2, BIDS, ()),
        (3, BIDS, (3,)),
        (5, BIDS, (5,)),
        (5, TAKE_THAT, (3, 2)),
        (6, BIDS, (3, 3)),
        (9, BIDS, (3, 3, 3)),
        (10, BIDS, (4, 3, 3)),
        (23, BIDS, (4, 4, 4, 4, 4, 3)),
        (2, THE_GAME, (2,)),
        (1, THE_GAME, (1,)),
        (1, TAKE_THAT, ()),
        (5, range(3, 5), (4,)),
    ],
)
def test_tables_are_fours_first_and_the_rest_threes(count: int, possible: range, sizes: tuple[int, ...]) -> None:
    assert table_sizes(count, possible) == sizes


@pytest.mark.parametrize("possible", [BIDS, TAKE_THAT, THE_GAME])
def test_nobody_is_left_over_from_six_people_up(possible: range) -> None:
    for count in range(6, 101):
        sizes = table_sizes(count, possible)
        assert sum(sizes) == count
        assert {*sizes} <= {3, 4}
        assert sizes.count(3) < 4


@pytest.mark.parametrize(("people", "orders"), [(31, 41), (50, 17), (100, 5)])
def test_a_draw_for_many_people_tries_fewer_orders(people: int, orders: int, monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []

    def improved(order: Sequence[int], *_: object) -> list[list[int]]:
        tried.append(order)
        return [[*order]]

    monkeypatch.setattr(seating, "_improved", improved)
    seat(range(people), BIDS, 1)
    assert len(tried) == orders


@given(st.sets(st.integers(1, 500), min_size=3, max_size=30), st.integers(1, 99))
def test_everybody_has_one_seat_and_equal_input_gives_equal_seating(people: set[int], draw: int) -> None:
    first = seat(people, BIDS, draw)
    assert sorted(person for table in (*first.tables, first.out) for person in table) == sorted(people)
    assert seat([*people][::-1], BIDS, draw) == first


def rounds_of(count: int, rounds: int, draw: int) -> list[tuple[tuple[int, ...], ...]]:
    drawn: list[tuple[tuple[int, ...], ...]] = []
    for number in range(rounds):
        drawn.append(seat(range(1, count + 1), BIDS, draw + number, History(drawn)).tables)
    return drawn


@pytest.mark.parametrize("draw", range(1, 6))
def test_23_people_meet_nobody_twice_in_four_rounds(draw: int) -> None:
    history = History(rounds_of(23, 4, draw))
    assert max(history.meetings.values()) == 1
    assert max(history.small_tables.values()) == 1
    assert max(history.starts.values()) <= 2


def test_an_eighth_person_meets_as_few_twice_as_possible() -> None:
    rounds = rounds_of(8, 2, 1)

    def sum_of_squares(*rounds: Sequence[Sequence[int]]) -> int:
        return sum(count * count for count in History(rounds).meetings.values())

    assert sum_of_squares(*rounds) == min(sum_of_squares(rounds[0], split) for split in _splits(range(1, 9)))


def _splits(people: range) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    return [(four, tuple(person for person in people if person not in four)) for four in combinations(people, 4)]


def test_people_who_are_kept_apart_do_not_meet() -> None:
    apart = [(1, 2), (3, 1), (2, 3)]
    for draw in range(1, 20):
        tables = seat(range(1, 13), BIDS, draw, apart=apart).tables
        assert all(len({1, 2, 3} & {*table}) == 1 for table in tables)


def test_who_met_in_the_season_meets_less_often() -> None:
    season = [(1, 2, 3, 4), (5, 6, 7, 8)] * 3
    tables = seat(range(1, 9), BIDS, 1, History(season=season)).tables
    assert all(len({1, 2, 3, 4} & {*table}) == 2 for table in tables)


def test_people_of_equal_standing_meet_if_wanted() -> None:
    ranks = {person: person for person in range(1, 49)}
    tables = seat(range(1, 49), BIDS, 1, ranks=ranks).tables
    assert [{*table} for table in tables] == [{*range(first, first + 4)} for first in range(1, 49, 4)]


def test_who_sat_out_before_does_not_sit_out_again() -> None:
    for sat_out in range(1, 6):
        assert seat(range(1, 6), range(4, 5), 1, History(out=[sat_out])).out != (sat_out,)
    first = dict.fromkeys(range(1, 5), 1)
    assert all(seat(range(1, 6), range(4, 5), draw, ranks=first).out != (5,) for draw in range(20)), "5 has just come"


def test_everything_that_is_wrong_with_a_seating_is_listed_the_worst_first() -> None:
    seating = Seating(((1, 2, 3, 4), (5, 6), (7, 8, 9)), (10,))
    assert problems(seating, BIDS, [(4, 3)], here=[1, 2, 3, 4, 5, 6, 7, 8, 10, 13]) == [
        Problem("impossible-size", 2, (), 2),
        Problem("not-here", 3, (9,)),
        Problem("no-seat", 0, (13,)),
        Problem("apart", 1, (3, 4)),
    ]


def test_a_draw_can_be_repeated_years_later() -> None:
    """Nothing that weighs in a draw changes by mistake: meetings, small tables, starts, the season, standing."""
    rounds: list[tuple[tuple[int, ...], ...]] = []
    for draw in range(1, 5):
        history = History(rounds=rounds, season=[(1, 5, 6), (5, 6, 7), (5, 6)])
        rounds = [*rounds, seat(range(1, 15), range(3, 5), draw, history, [(1, 2), (3, 4)]).tables]
    assert rounds == [
        ((5, 11, 2, 13), (3, 8, 14, 6), (12, 4, 9), (7, 10, 1)),
        ((6, 13, 10, 12), (4, 14, 2, 7), (11, 3, 1), (9, 5, 8)),
        ((2, 10, 3, 9), (14, 12, 5, 1), (6, 11, 4), (8, 13, 7)),
        ((3, 5, 6, 7), (13, 1, 4, 9), (12, 2, 8), (10, 11, 14)),
    ]
    assert [near_equal(seed).tables for seed in (26, 31, 36)] == [
        ((10, 1, 9, 5), (3, 4, 6), (7, 2, 8)),
        ((7, 3, 11, 1), (5, 10, 6, 9), (2, 8, 4)),
        ((4, 2, 9, 8), (10, 1, 3), (7, 5, 6)),
    ]


def near_equal(seed: int) -> Seating:
    """A draw in which a change of any weight by a small part leads to another seating."""

    def people(turn: int) -> list[int]:
        order = {
            person: turn * (7 * seed + 5 * turn) + 13 * person + 3 * seed * person**2
            for person in range(1, 11 + seed % 2)
        }
        return sorted(order, key=lambda person: order[person] % 997)

    rounds = [(order[:4], order[4:7], order[7:10]) for order in map(people, range(3))]
    ranks = {person: place for place, person in enumerate(people(4)[:8], 1)}
    return seat(
        people(0), range(3, 5), 1, History(rounds, season=[people(turn)[:4] for turn in range(5, 11)]), ranks=ranks
    )
