"""Standings: points for places at tables of different size, the mean for sitting out, tie-breaks, the best evenings.

Points are fractions, so that shared places and means add up exactly.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby

from msgspec import Struct

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


class Result(Struct, frozen=True):
    """A finished game: who gets the points of each seat, the scores and places by seat, and in which round it was.

    The round is 0 at an evening without rounds. A cooperative game has no places; its scores are the cards left.
    """

    people: tuple[int, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...] | None
    round: int = 0
    is_final: bool = False


class Tally(Struct, frozen=True):
    """What counts in standings: the points and, among equals, wins, second places and the score against the mean."""

    points: Fraction = Fraction(0)
    wins: int = 0
    seconds: int = 0
    margin: Fraction = Fraction(0)

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.points + other.points,
            self.wins + other.wins,
            self.seconds + other.seconds,
            self.margin + other.margin,
        )

    @property
    def order(self) -> tuple[Fraction, int, int, Fraction]:
        """The sort key, ascending with the best first."""
        return -self.points, -self.wins, -self.seconds, -self.margin


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
    """Return the standings of an evening; `sat_out` has a round and a person for each who sat out in it.

    Whoever sat out gets the mean of all points of the evening. The final decides the places of those who played in it.
    """
    tallies = [*_tallies(results, scales)]
    parts: defaultdict[int, dict[int, Tally]] = defaultdict(dict)
    finals: dict[int, int] = {}
    games: Counter[int] = Counter()
    for result, by_seat in zip(results, tallies, strict=True):
        for seat, (person, tally) in enumerate(zip(result.people, by_seat, strict=True)):
            parts[person][result.round] = parts[person].get(result.round, Tally()) + tally
            games[person] += 1
            if result.is_final and result.places:
                finals[person] = result.places[seat]
    given = [
        tally.points
        for result, by_seat in zip(results, tallies, strict=True)
        if not result.is_final
        for tally in by_seat
    ]
    if given:
        mean = Tally(Fraction(sum(given), len(given)))
        for number, person in sat_out:
            parts[person].setdefault(number, mean)
    totals = {person: sum(own.values(), Tally()) for person, own in parts.items()}
    last = max(finals.values(), default=0) + 1
    order = {person: (finals.get(person, last), *total.order) for person, total in totals.items()}
    return tuple(
        Standing(person, place, totals[person], parts[person], games[person]) for person, place in _placed(order)
    )


def season(evenings: Mapping[int, Sequence[Standing]], best: int = 0, minimum: int = 1) -> tuple[Standing, ...]:
    """Return the standings of a season from those of its `evenings`, by number.

    For each only the `best` evenings count, or all if that is 0; those with fewer than `minimum` come last.
    """
    parts: defaultdict[int, dict[int, Tally]] = defaultdict(dict)
    games: Counter[int] = Counter()
    for number, standings in evenings.items():
        for standing in standings:
            parts[standing.person][number] = standing.tally
            games[standing.person] += standing.games
    counted = {
        person: frozenset(sorted(own, key=lambda number: (own[number].order, number))[: best or None])
        for person, own in parts.items()
    }
    totals = {person: sum((parts[person][number] for number in kept), Tally()) for person, kept in counted.items()}
    order = {person: (len(parts[person]) < minimum, *total.order) for person, total in totals.items()}
    return tuple(
        Standing(
            person, None if order[person][0] else place, totals[person], parts[person], games[person], counted[person]
        )
        for person, place in _placed(order)
    )


def points(place: int, sharing: int, scale: Sequence[int | Fraction]) -> Fraction:
    """Return the points of each of those who share a place, counted from 1: the mean of the places that they take."""
    return Fraction(sum(scale[place - 1 : place - 1 + sharing])) / sharing


def scale_for(count: int, scales: Mapping[int, Scale]) -> Sequence[int | Fraction]:
    """Return the points for `count` places; without a scale of its own, in equal steps between those for three."""
    if (scale := scales.get(count)) is not None and len(scale) == count:
        return scale
    return _steps(count, scales)


def _steps(count: int, scales: Mapping[int, Scale]) -> Sequence[Fraction]:
    high, low = scales[3][0], scales[3][-1]
    if count == 1:
        return (Fraction(high + low, 2),)
    return [high - Fraction((high - low) * place, count - 1) for place in range(count)]


def _tallies(results: Sequence[Result], scales: Mapping[int, Scale]) -> Iterable[Sequence[Tally]]:
    """Yield for each result the tally of each seat."""
    cards_left: defaultdict[int, list[int]] = defaultdict(list)  # by number of players, fewest first
    for result in results:
        if result.places is None:
            cards_left[len(result.people)].append(result.scores[0])
            cards_left[len(result.people)].sort()
    for result in results:
        scores, places = result.scores, result.places
        if places is None:  # compared with the other games of as many players
            others = cards_left[len(result.people)]
            place, sharing = others.index(scores[0]) + 1, others.count(scores[0])
            margin = Fraction(sum(others), len(others)) - scores[0]
            shared = points(place, sharing, _steps(len(others), scales))
            has_rival = len(others) > 1
            yield [Tally(shared, int(has_rival and place == 1), int(place == 2), margin)] * len(result.people)
            continue
        mean, scale = Fraction(sum(scores), len(scores)), scale_for(len(scores), scales)
        yield [
            Tally(points(place, places.count(place), scale), int(place == 1), int(place == 2), score - mean)
            for score, place in zip(scores, places, strict=True)
        ]


def _placed(order: Mapping[int, tuple[object, ...]]) -> Iterable[tuple[int, int]]:
    """Yield people with their place, the lowest key first; equal keys share a place."""
    place = 1
    for _key, group in groupby(sorted(order, key=lambda person: (order[person], person)), key=lambda who: order[who]):
        sharing = [*group]
        for person in sharing:
            yield person, place
        place += len(sharing)
