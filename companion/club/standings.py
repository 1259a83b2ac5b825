"""Standings: points for places at tables of different size, the mean for sitting out, tie-breaks, the best evenings.

Points are fractions, so that shared places and means add up exactly.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import groupby
from operator import add
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from companion.core.rounds import Winning

Scale = tuple[int, ...]  # the points for each place at a table, the best first
MOST_POINTS = 99

# By the number of players. All have the same mean, so that nobody gains by sitting at a larger table.
SCALES: Mapping[int, Scale] = {
    1: (6,),
    2: (9, 3),
    3: (10, 6, 2),
    4: (11, 7, 4, 2),
    5: (12, 8, 5, 3, 2),
    6: (13, 9, 6, 4, 3, 1),
}
PRESETS: Mapping[str, Mapping[int, Scale]] = {
    "fair": SCALES,
    "behind": {count: tuple(range(count))[::-1] for count in SCALES},  # a point for each player behind
    "wins": {count: (1, *[0] * (count - 1)) for count in SCALES},
}


class Result(Struct, frozen=True):
    """A finished game: who gets the points of each seat, the scores and places by seat, and in which round it was.

    The round is 0 at an evening without rounds. A cooperative game has no places.
    """

    people: tuple[int, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...] | None
    winning: Winning
    round: int
    is_final: bool


class Tally(NamedTuple):
    """What counts in standings: the points and, among equals, wins, second places, and the lead on the mean score."""

    points: Fraction = Fraction(0)
    wins: int = 0
    seconds: int = 0
    margin: Fraction = Fraction(0)


class Standing(Struct, frozen=True):
    """Where someone stands: the `parts` of the tally are by round of an evening, or by evening of a season.

    In a season, `counted` are the evenings that count, and the place is None for those who came too seldom.
    """

    person: int
    place: int | None
    tally: Tally
    parts: Mapping[int, Tally]
    games: int = 0
    counted: frozenset[int] = frozenset()


def evening(
    results: Sequence[Result], sat_out: Iterable[tuple[int, int]] = (), scales: Mapping[int, Scale] = SCALES
) -> tuple[Standing, ...]:
    """`sat_out` has a round and a person for each who sat out in it.

    Whoever sat out gets the mean of all points of the evening. The final decides the places of those who played in it.
    """
    parts: defaultdict[int, dict[int, Tally]] = defaultdict(dict)
    finals: dict[int, int] = {}
    games: Counter[int] = Counter()
    given: list[Fraction] = []
    for result, tallies in _tallied(results, scales):
        for seat, person in enumerate(result.people):
            parts[person][result.round] = _sum(parts[person].get(result.round, Tally()), tallies[seat])
            games[person] += 1
            if result.is_final and result.places:
                finals[person] = result.places[seat]
        given += () if result.is_final else (tally.points for tally in tallies)
    for number, person in sat_out if given else ():
        parts[person].setdefault(number, Tally(Fraction(sum(given), len(given))))
    found = [Standing(person, None, reduce(_sum, own.values()), own, games[person]) for person, own in parts.items()]
    return _placed(found, lambda person: finals.get(person, len(parts)))


def season(evenings: Mapping[int, Sequence[Standing]], best: int, minimum: int) -> tuple[Standing, ...]:
    """From the standings of its `evenings`, by number.

    For each only the `best` evenings count, or all if that is 0; those with fewer than `minimum` come last.
    """
    parts: defaultdict[int, dict[int, Tally]] = defaultdict(dict)
    games: Counter[int] = Counter()
    for number, standings in evenings.items():
        for standing in standings:
            parts[standing.person][number] = standing.tally
            games[standing.person] += standing.games
    found = []
    for person, own in parts.items():
        counted = sorted(own, key=own.__getitem__, reverse=True)[: best or None]
        total = reduce(_sum, (own[number] for number in counted))
        found.append(Standing(person, None, total, own, games[person], frozenset(counted)))
    placed = _placed(found, lambda person: len(parts[person]) < minimum)
    return tuple(replace(each, place=None) if len(each.parts) < minimum else each for each in placed)


def _sum(one: Tally, other: Tally) -> Tally:
    return Tally(*map(add, one, other))


def _shared(place: int, sharing: int, scale: Sequence[int | Fraction]) -> Fraction:
    """The mean of the places, counted from 1, that those who share take."""
    return Fraction(sum(scale[place - 1 : place - 1 + sharing])) / sharing


def _steps(count: int, scales: Mapping[int, Scale]) -> Sequence[int | Fraction]:
    """Equal steps between those of the first and the last one of three."""
    high, low = scales[3][0], scales[3][-1]
    if count == 1:
        return (Fraction(high + low, 2),)
    return [high - Fraction((high - low) * place, count - 1) for place in range(count)]


def _tallied(results: Sequence[Result], scales: Mapping[int, Scale]) -> Iterator[tuple[Result, Sequence[Tally]]]:
    """Yield each result with the tally of each seat."""
    together: defaultdict[int, list[int]] = defaultdict(list)  # by number of players
    for result in results:
        if result.places is None:
            together[len(result.people)].append(result.scores[0])
    for result in results:
        scores, places, winning = result.scores, result.places, result.winning
        if places is None:  # compared with the other games of as many players
            own, others = scores[0], together[len(result.people)]
            place = 1 + sum(winning.lead(other, own) > 0 for other in others)
            points = _shared(place, others.count(own), _steps(len(others), scales))
            margin = winning.lead(Fraction(own), Fraction(sum(others), len(others)))
            tally = Tally(points, int(place == 1 < len(others)), int(place == 2), margin)
            yield result, [tally] * len(result.people)
            continue
        mean = Fraction(sum(scores), len(scores))
        scale = scales.get(len(scores)) or _steps(len(scores), scales)
        points_of = {place: _shared(place, places.count(place), scale) for place in places}
        yield (
            result,
            [
                Tally(points_of[place], int(place == 1), int(place == 2), winning.lead(Fraction(scores[seat]), mean))
                for seat, place in enumerate(places)
            ],
        )


def _placed(found: Iterable[Standing], group: Callable[[int], int]) -> tuple[Standing, ...]:
    """With their places: the lowest group first, then the best tally; equal ones share a place."""

    def key(standing: Standing) -> tuple[int | Fraction, ...]:
        return group(standing.person), *(-count for count in standing.tally)

    placed: list[Standing] = []
    for _key, sharing in groupby(sorted(found, key=lambda each: (key(each), each.person)), key):
        place = len(placed) + 1
        placed += [replace(each, place=place) for each in sharing]
    return tuple(placed)
