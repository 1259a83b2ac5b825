"""Seating: repeated meetings and time of the seating of an evening, beside those of random deals.

    python -m benchmarks.seating [--deals 1000] [--rounds 4]

For each number of people, in rounds at tables of four and three: the sum of the squares of how often each pair meets,
the most meetings of a pair, how often anyone sat at a small table, and how many seconds the slowest round took; of
random deals the best and the mean sum of squares. Exits with 1 if any aim is missed.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from random import Random
from statistics import mean

from companion.club.seating import History, seat, table_sizes

BIDS = range(3, 7)
SLOWEST = 1.0  # seconds for a round, for any number of people
NO_REPEAT = 23  # people who meet nobody twice in four rounds


def sum_of_squares(rounds: Sequence[Sequence[Sequence[int]]]) -> int:
    """Return the sum of the squares of how often each pair meets in `rounds`: the fewer repeated meetings, the less."""
    return sum(count * count for count in History(rounds).meetings.values())


def drawn(count: int, rounds: int, draw: int) -> tuple[list[tuple[tuple[int, ...], ...]], float]:
    """Return the rounds of an evening, and the seconds that the slowest took."""
    tables: list[tuple[tuple[int, ...], ...]] = []
    slowest = 0.0
    for number in range(rounds):
        began = time.perf_counter()
        tables.append(seat(range(count), BIDS, draw + number, History(tables)).tables)
        slowest = max(slowest, time.perf_counter() - began)
    return tables, slowest


def dealt(count: int, rounds: int, random: Random) -> int:
    """Return the sum of squares of rounds in which everyone sits anywhere."""
    sizes, people = table_sizes(count, BIDS), [*range(count)]
    tables = []
    for _ in range(rounds):
        random.shuffle(people)
        ahead = iter(people)
        tables.append([tuple(next(ahead) for _ in range(size)) for size in sizes])
    return sum_of_squares(tables)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=4)
    options = parser.parse_args()
    missed = []
    print(f"{options.rounds} rounds; sum of squares of meetings")
    print("people  seating  most meetings  small tables  slowest s   random: best   mean")
    for count in (8, 9, 12, 13, 16, 19, 20, 23, 24, 30, 45, 60):
        tables, slowest = drawn(count, options.rounds, draw=1)
        history, ours, random = History(tables), sum_of_squares(tables), Random(count)
        deals = [dealt(count, options.rounds, random) for _ in range(options.deals)]
        most, small = max(history.meetings.values()), max(history.small_tables.values(), default=0)
        row = f"{count:6} {ours:8} {most:14} {small:13} {slowest:10.2f} {min(deals):14} {mean(deals):6.0f}"
        print(row)
        if ours > min(deals) or slowest > SLOWEST or (count == NO_REPEAT and options.rounds == 4 and most > 1):
            missed.append(count)
    print(f"missed: {missed}" if missed else "all aims are met")
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
