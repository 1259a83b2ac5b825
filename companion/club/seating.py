"""Who sits where in a round: few repeated meetings, small tables and starting seats shared fairly, some kept apart.

Nothing here is left to chance: the number of the draw stands for the shuffle, so a draw can be repeated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import combinations, islice, product

from msgspec import Struct

from companion.core.messages import N_

Table = Sequence[int]  # people in the order of their seats; the first one starts
Pair = tuple[int, int]  # the smaller number first

# What is added up for a seating, in descending order of importance.
_APART = 1_000_000  # two people who are kept apart sit together
_MEETING = 200  # each earlier meeting of a pair at this evening
_AGAIN = 10  # the square of their number: of equal sums, that is best in which no pair meets much more often
_SMALL = 50  # the square of how often someone sat at a small table before
_RANKS = 6  # for each place between two people at a table, if people of equal standing are to meet
_START = 3  # two people at a table who both started least often; only one of them can start now
_SEASON = 2  # each earlier meeting of a pair in the season
_STARTS = 40  # so many shuffles are improved before the best seating is returned
_SWAPS = 40_000  # or fewer, if there are many people: about so many pairs of people are compared with each other


class Seating(Struct, frozen=True):
    """The tables of a round, the largest first, and who has no seat."""

    tables: tuple[tuple[int, ...], ...]
    out: tuple[int, ...] = ()


class History(Struct, frozen=True):
    """The earlier rounds of an evening with their tables, who sat out in them, and the tables of the season before."""

    rounds: Sequence[Sequence[Table]] = ()
    out: Sequence[int] = ()
    season: Sequence[Table] = ()

    @property
    def meetings(self) -> Counter[Pair]:
        """How often each pair has met at this evening."""
        return Counter(pair for tables in self.rounds for pair in _pairs(tables))

    @property
    def small_tables(self) -> Counter[int]:
        """How often each of the people sat at a table that was smaller than others of its round."""
        uneven = (table for tables in self.rounds for table in tables if len(table) < max(map(len, tables)))
        return Counter(person for table in uneven for person in table)

    @property
    def starts(self) -> Counter[int]:
        """How often each of the people had the seat that starts."""
        return Counter(table[0] for tables in self.rounds for table in tables if table)


_NO_HISTORY, _NO_RANKS = History(), dict[int, int]()
PROBLEMS = {  # the worst first
    "impossible-size": N_("Table %(table)s: this game can't be played by %(n)s people."),
    "not-here": N_("Table %(table)s: %(who)s isn't here."),
    "no-seat": N_("%(who)s is here and has no seat."),
    "apart": N_("Table %(table)s: %(who)s should be kept apart."),
}


class Problem(Struct, frozen=True):
    """Something that is wrong with a seating: its `id`, the number of the table, counted from 1, people and a count."""

    id: str
    table: int
    people: tuple[int, ...] = ()
    count: int = 0


def table_sizes(count: int, possible: Container[int]) -> tuple[int, ...]:
    """The largest first; with as few people as possible left over, and fours before threes before other sizes.

    `possible` are the numbers of players of the game.
    """
    best: list[tuple[int, ...]] = [()]  # for each count
    for people in range(1, count + 1):
        ways = [(*best[people - size], size) for size in range(1, people + 1) if size in possible]
        best.append(min([best[-1], *ways], key=_unevenness))
    return tuple(sorted(best[-1], reverse=True))


def _unevenness(sizes: Sequence[int]) -> tuple[int, float]:
    return -sum(sizes), sum(abs(size - 3.5) for size in sizes)


def seat(
    people: Collection[int],
    possible: Container[int],
    draw: int,
    history: History = _NO_HISTORY,
    apart: Collection[Pair] = (),
    ranks: Mapping[int, int] = _NO_RANKS,
) -> Seating:
    """At tables for the `possible` numbers of players.

    With `ranks`, the places by standing, people of about equal standing meet (Swiss). Those who have no seat have sat
    out least often before, and have the lowest standing among them.
    """
    sizes = table_sizes(len(people), possible)
    sat_out = Counter(history.out)
    last_first = sorted(people, key=lambda person: (sat_out[person], -ranks.get(person, 0), _shuffled(draw, 0, person)))
    out = last_first[: len(people) - sum(sizes)]
    if not sizes:
        return Seating((), tuple(sorted(out)))
    seated = sorted(set(people).difference(out))
    places = {person: ranks.get(person, len(seated)) for person in seated}
    starts, small, pairs = history.starts, history.small_tables, _pair_costs(history, {*_pairs(apart)}, places)

    def cost(table: Table) -> int:
        visits = sum(small[person] ** 2 for person in table) * (len(table) < sizes[0])
        return sum(map(pairs.__getitem__, combinations(table, 2))) + visits * _SMALL

    shuffles = range(3, 3 + min(_STARTS, _SWAPS // len(seated) ** 2))
    orders = [sorted(seated, key=lambda person: _shuffled(draw, shuffle, person)) for shuffle in shuffles]
    orders.append(sorted(seated, key=places.__getitem__))
    seatings = (_improved(order, sizes, cost) for order in orders)
    tables = []
    for table in min(seatings, key=lambda seating: sum(map(cost, seating))):
        table.sort(key=lambda person: _shuffled(draw, 1, person))
        first = table.index(min(table, key=lambda person: (starts[person], _shuffled(draw, 2, person))))
        tables.append((*table[first:], *table[:first]))
    tables.sort(key=lambda table: (-len(table), min(map(places.__getitem__, table))))  # the best at the first one
    return Seating(tuple(tables), tuple(sorted(out)))


def problems(
    seating: Seating, possible: Container[int], apart: Collection[Pair] = (), here: Collection[int] = ()
) -> list[Problem]:
    """The worst first; `here` are the people who are at the evening."""
    forbidden, unseated = {*_pairs(apart)}, set(here).difference(seating.out, *seating.tables)
    found = [Problem("no-seat", 0, (person,)) for person in sorted(unseated)]
    for number, table in enumerate(seating.tables, 1):
        found += [Problem("impossible-size", number, count=len(table))] * (len(table) not in possible)
        found += [Problem("not-here", number, (person,)) for person in table if person not in here]
        found += [Problem("apart", number, pair) for pair in _pairs([table]) if pair in forbidden]
    return sorted(found, key=lambda problem: ([*PROBLEMS].index(problem.id), problem.table))


def _shuffled(draw: int, turn: int, item: int) -> bytes:
    """A sort key that depends on nothing but these numbers: another order for each turn of a draw."""
    return blake2b(f"{draw} {turn} {item}".encode(), digest_size=8).digest()


def _pair_costs(history: History, apart: set[Pair], places: Mapping[int, int]) -> dict[Pair, int]:
    """What it costs to seat two people together, for each pair in either order."""
    meetings, season, starts = history.meetings, Counter(_pairs(history.season)), history.starts
    fewest = min(starts[person] for person in places)
    costs = {}
    for one, other in combinations(places, 2):
        met = meetings[one, other]
        cost = met * _MEETING + met * met * _AGAIN + season[one, other] * _SEASON
        cost += ((one, other) in apart) * _APART + (starts[one] == starts[other] == fewest) * _START
        cost += abs(places[one] - places[other]) * _RANKS
        costs[one, other] = costs[other, one] = cost
    return costs


def _improved(order: Sequence[int], sizes: Sequence[int], cost: Callable[[Table], int]) -> list[list[int]]:
    """Seat people in this order, let two of them swap as long as that is better, and return the tables."""
    ahead = iter(order)
    tables = [[*islice(ahead, size)] for size in sizes]
    is_better = True
    while is_better:
        is_better = False
        for first, second in combinations(tables, 2):
            least = cost(first) + cost(second)
            for i, j in product(range(len(first)), range(len(second))):
                first[i], second[j] = second[j], first[i]
                if (now := cost(first) + cost(second)) < least:
                    least, is_better = now, True
                else:
                    first[i], second[j] = second[j], first[i]
    return tables


def _pairs(tables: Iterable[Table]) -> Iterator[Pair]:
    for table in tables:
        yield from combinations(sorted(table), 2)
