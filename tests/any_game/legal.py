"""Games that the program does not know, as people play them: a name, points of both signs, each way to end."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import strategies as st

from tests.examples import recorded

NAMES = ("", "Rummy", "RUMMY", "Hearts", "<Skat & Co.>")
PEOPLE = ("Ana", "Luis", "Zoë", "Raúl", "Eva", "Jo", "Kim", "Max", "Noa", "Ole", "Pia", "Uma")


def round_of(*points: int) -> dict[str, Any]:
    return {"type": "round", "seats": [{"points": each} for each in points]}


def options(rng: Random) -> dict[str, Any]:
    ends = rng.choice(({}, {"rounds": rng.randint(1, 4)}, {"points": rng.randint(1, 60)}))
    return {"title": rng.choice(NAMES), "winner": rng.choice(("most", "fewest")), **ends}


def play(rng: Random, players: int, options: dict[str, Any]) -> dict[str, Any]:
    """Return the record of a whole legal game, which the players end themselves if nothing else does."""
    entries: list[dict[str, Any]] = []
    totals = [0] * players
    for number in range(1, 6):
        points = [rng.randint(-9, 30) for _ in totals]
        entries.append(round_of(*points))
        totals = [have + more for have, more in zip(totals, points, strict=True)]
        if number == options.get("rounds") or max(totals) >= options.get("points", 10_000):
            break
    else:
        entries.append({"type": "finish"})
    return recorded("any-game", PEOPLE[:players], entries, options)


GAMES = st.builds(
    lambda seed, players: play(Random(seed), players, options(Random(seed))), st.integers(0, 2**32), st.integers(1, 12)
)
