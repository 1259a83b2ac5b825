"""The time that replaying a whole game takes, as a ratio to `json.loads` of the same record in the same run.

    python -m benchmarks.replay

`json.loads` is written in C, so a ratio of 1 is out of reach. Two other times are printed for comparison: the least
that is possible, which is reading the record and copying one frozen state for each entry; and applying the entries
alone, without reading the record and wording the report.
"""

from __future__ import annotations

import gc
import itertools
import json
from collections.abc import Callable
from functools import partial
from math import inf
from random import Random
from time import perf_counter
from typing import Any

from msgspec.structs import replace

from companion.games import record
from companion.games.bids.results import are_points_possible
from tests.bids import legal as bids
from tests.checked import replayed
from tests.take_that import legal as take_that
from tests.the_game import legal as the_game

SPECIALS = ["shuffle", "lowest", "surprise"]
# The Game: all 98 cards in 40 turns, aimed at under 2 ms.
GAMES = {
    "Bids, six players, six rounds": bids.play(
        Random(6), 6, {"specials": SPECIALS, "rounds": 6}, in_order=False
    ).record,
    "The Game, beaten in 40 turns": the_game.beaten(1, {}, Random(2), greed=0.3).record,
    "Take That, four players, two games": take_that.play(Random(5), 4, {"advanced": True}).record,
}


def main() -> None:
    """Print the ratios for a whole game of each kind, and the slowest check of points entered without cards (CB-5)."""
    for name, game in GAMES.items():
        measure(name, game)
    worst, points = max((best(partial(possible, points), repeat=3)[0], points) for points in inputs())
    print(
        f"check of points without cards, slowest of the inputs tried: {worst * 1e3:.1f} ms for {points} (limit: 50 ms)"
    )


def measure(name: str, game: dict[str, Any]) -> None:
    """Print how long it takes to load this record, to apply its entries, and to do everything."""
    text = json.dumps(game)
    start = record.parse(json.loads(text))
    entries = len(start.entries)
    loaded, floor, fold, whole = best(
        lambda: json.loads(text),
        lambda: [replace(record.read(text).state)] + [replace(start.state) for _ in start.entries],
        lambda: replayed(start.rules, start.state, start.entries),
        lambda: record.build_report(text),
    )
    print(f"{name}, {entries} entries: json.loads {loaded * 1e6:.0f} us")
    print(f"  applying the entries: {fold * 1e6:.0f} us, {fold / entries * 1e6:.1f} us each, ratio {fold / loaded:.1f}")
    print(f"  least possible: {floor * 1e6:.0f} us, ratio {floor / loaded:.1f}")
    print(f"  everything: {whole * 1e6:.0f} us, ratio {whole / loaded:.1f} (aim: 20 or less)")


def possible(points: tuple[int, ...]) -> bool:
    """Return whether six players' black cards give these points."""
    return are_points_possible(points, range(1, 15), minus5=True, double=True, cards=13)


def inputs() -> list[tuple[int, ...]]:
    """Return points of one to six seats: even shares of every possible sum, and many at random."""
    rng = Random(13)
    even = [(total // seats,) * seats for seats in range(1, 7) for total in range(0, 211, 5)]
    skewed = [
        tuple(rng.randint(-10, 2 * total // seats) for _ in range(seats))
        for total, seats in itertools.product(range(30, 211, 6), range(2, 7))
    ]
    # The slowest of many thousands that were tried: one impossible, one possible.
    return [*even, *skewed, (23, 16, 15, 51, 22), (17, 19, 16, 21, 18, 20)]


def best(*actions: Callable[[], object], repeat: int = 100) -> list[float]:
    """Return the seconds of the fastest run of each action; they take turns, so that all meet the same load."""
    gc.collect()
    times = [inf] * len(actions)
    for _ in range(repeat):
        for place, action in enumerate(actions):
            before = perf_counter()
            action()
            times[place] = min(times[place], perf_counter() - before)
    return times


if __name__ == "__main__":
    main()
