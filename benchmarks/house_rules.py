"""What another house rule would change, compared with trying everything: random situations of each game, whole games.

Each answer's list has to be exactly what deciding under every value of every house rule leads to, whatever is missing.
In whole games each of some moments is compared with replaying the game under every value. `--situations` and `--games`
are those of each game; the tests do the same with a few.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from functools import partial
from math import prod
from random import Random

from tests.bids import brute_force, random_situations
from tests.rules import random_turns, whole_games

Check = Callable[[Random], Iterator[str]]


def of_bids(rng: Random) -> Iterator[str]:
    make = random_situations.of_round if rng.random() < 0.4 else lambda rng: random_situations.of_trick(rng, left_out=1)
    situation, values = make(rng)
    while prod(map(len, values.values())) > 60:
        situation, values = make(rng)
    yield brute_force.check("bids", situation, values)


def of_the_game(rng: Random) -> Iterator[str]:
    yield brute_force.check("the-game", *random_turns.of_the_game(rng))


def of_take_that(rng: Random) -> Iterator[str]:
    yield brute_force.check("take-that", *random_turns.of_take_that(rng))


def of_whole_game(slug: str, rng: Random) -> Iterator[str]:
    game = whole_games.MAKERS[slug](rng)
    for index, ask in whole_games.some_moments(game, rng):
        yield " ".join(whole_games.differences(game, index, ask))


def report(title: str, check: Check, seeds: range) -> None:
    """Print how many of the answers were wrong, and each of them with its seed."""
    wrong = checked = 0
    for seed in seeds:
        for problem in check(Random(seed)):
            checked += 1
            if problem:
                wrong += 1
                print(f"{title}, seed {seed}: {problem}", flush=True)
    print(f"{title}: {checked} answers, {wrong} wrong", flush=True)


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--situations", type=int, default=2_000, metavar="NUMBER")
    parser.add_argument("--games", type=int, default=300, metavar="NUMBER")
    parser.add_argument("--first-seed", type=int, default=0, metavar="NUMBER")
    given = parser.parse_args()
    first = given.first_seed
    report("Take That", of_take_that, range(first, first + given.situations))
    report("The Game", of_the_game, range(first, first + given.situations))
    report("Bids", of_bids, range(first, first + given.situations))
    report("whole games of Take That", partial(of_whole_game, "take-that"), range(first, first + given.games))
    report("whole games of The Game", partial(of_whole_game, "the-game"), range(first, first + given.games))
    report("whole games of Bids", partial(of_whole_game, "bids"), range(first, first + given.games))


if __name__ == "__main__":
    main()
