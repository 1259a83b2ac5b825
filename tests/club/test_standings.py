"""Points, ties and tie-breaks, the mean for sitting out, the final, and seasons."""

from __future__ import annotations

from fractions import Fraction

import pytest

from companion.club.standings import PRESETS, SCALES, Result, Standing, Tally, evening, season
from companion.core.rounds import HIGHEST, Winning


def game(
    people: str, scores: list[int], *, round: int = 1, is_final: bool = False, winning: Winning = HIGHEST
) -> Result:
    """Return a result in which the highest score is the best, or what is `winning`; people are letters."""
    places = tuple(1 + sum(winning.lead(other, score) > 0 for other in scores) for score in scores)
    return Result(tuple(map(ord, people)), tuple(scores), places, winning, round, is_final)


def test_where_the_lowest_score_wins_it_is_ahead_of_the_mean() -> None:
    (best, *_others) = evening([game("abc", [9, 1, 2], winning=Winning(lowest=True))])
    assert (best.person, float(best.tally.margin)) == (ord("b"), 3)


def attempt(people: str, cards_left: int) -> Result:
    return Result(tuple(map(ord, people)), (cards_left,) * len(people), None, Winning(lowest=True), 1, False)


def shown(standings: tuple[Standing, ...]) -> list[tuple[int | None, str, float]]:
    return [(each.place, chr(each.person), round(float(each.tally.points), 3)) for each in standings]


def test_the_mean_of_all_scales_is_the_same() -> None:
    assert {name: scales[3] for name, scales in PRESETS.items()} == {
        "fair": (10, 6, 2), "behind": (2, 1, 0), "wins": (1, 0, 0),
    }  # fmt: skip
    assert {Fraction(sum(scale), len(scale)) for scale in SCALES.values()} == {Fraction(6)}
    assert all(len(scale) == count and sorted(scale, reverse=True) == [*scale] for count, scale in SCALES.items())


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ([9, 5, 1], [10, 6, 2]),
        ([9, 5, 3, 1], [11, 7, 4, 2]),
        ([9, 7, 5, 3, 1], [12, 8, 5, 3, 2]),
        ([9, 9, 1], [8, 8, 2]),
        ([9, 5, 5, 5], [11, 4.333, 4.333, 4.333]),
        ([5, 5, 5], [6, 6, 6]),
    ],
)
def test_places_get_points_and_ties_share_them(scores: list[int], expected: list[float]) -> None:
    standings = evening([game("abcdef"[: len(scores)], scores)])
    assert [points for _place, _who, points in sorted(shown(standings), key=lambda row: row[1])] == expected


def test_who_sits_out_gets_the_mean_of_the_evening_unless_they_played() -> None:
    results = [game("abc", [3, 2, 1]), game("abcd", [4, 3, 2, 1], round=2)]
    standings = {chr(each.person): each for each in evening(results, [(1, ord("d")), (2, ord("e")), (1, ord("a"))])}
    assert standings["d"].tally.points == 2 + Fraction(42, 7)
    assert standings["e"].parts == {2: Tally(Fraction(6))}
    assert standings["a"].tally.points == 21
    assert evening([], [(1, 1)]) == ()


def test_attempts_are_compared_with_those_of_as_many_players() -> None:
    results = [attempt("abc", 0), attempt("def", 8), attempt("ghi", 1), attempt("wxyz", 20), attempt("s", 9)]
    standings = {chr(each.person): each.tally for each in evening(results)}
    assert [standings[who].points for who in "agdw"] == [10, 6, 2, 6]
    assert [(standings[who].wins, standings[who].seconds) for who in "agdw"] == [(1, 0), (0, 1), (0, 0), (0, 0)]
    assert [standings[who].margin for who in "agdws"] == [3, 2, -5, 0, 0]
    assert shown(evening(results))[:3] == [(1, "a", 10), (1, "b", 10), (1, "c", 10)]
    tied = {chr(each.person): each.tally.points for each in evening([attempt("ab", 3), attempt("cd", 3)])}
    assert {*tied.values()} == {6}
    steps = {each.tally.points for each in evening(results, scales={**SCALES, 3: (9, 5, 1)})}
    assert steps == {9, 5, 1}


def test_only_the_best_evenings_count_and_few_evenings_give_no_place() -> None:
    evenings = {
        n: evening([game(people, [3, 2, 1])]) for n, people in enumerate(("abc", "bac", "abd", "bda", "bca"), 1)
    }
    standings = season(evenings, best=2, minimum=2)
    assert shown(standings) == [(1, "a", 20), (1, "b", 20), (3, "c", 8), (3, "d", 8)]
    rows = {chr(each.person): each for each in standings}
    assert rows["a"].counted == {1, 3}
    assert rows["a"].tally.points == rows["b"].tally.points == 20
    assert season(evenings, 0, 1)[0].tally.points == 30 + 12
    assert [chr(each.person) for each in season(evenings, 0, 3) if each.place is None] == ["d"]
    assert season(evenings, 0, 3)[-1].person == ord("d")
