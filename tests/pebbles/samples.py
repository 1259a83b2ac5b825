"""Samples for shared tests: Pebbles; see `tests.samples.Samples`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from hypothesis import strategies as st

from tests.examples import recorded

FIRST_ENTRY: dict[str, Any] = {"type": "take", "seat": 0, "count": 2}
IN_PROGRESS: tuple[dict[str, Any], list[dict[str, Any]]] = (
    {},
    [
        {"type": "round", "seats": [{"taken": 1}, {"taken": 2}, {"taken": 2}]},
        FIRST_ENTRY,
        {"type": "adjust", "seat": 1, "points": 3, "reason": "+++"},
    ],
)
TO_THE_END = ({"rounds": 1}, [{"type": "round", "seats": [{"taken": 1}, {"taken": 2}, {"taken": 3}]}])
MOST_OPTIONS: dict[str, Any] = {}
SITUATIONS = ({"players": "2", "count0": "3", "count1": "2"},)
OPEN_SITUATIONS = ({"players": "2", "count0": "3"},)
IMPOSSIBLE = {"players": "2", "count0": "5", "count1": "5"}
RESULT_FORMS = (("", {"taken-0": "1", "taken-1": "2", "taken-2": "2"}, {"taken-0": "3"}),)
SETUPS = 3
DISPUTES: dict[str, tuple[str, tuple[str, ...], int, str]] = {}
LARGEST_PADS = ()
SOURCES = ()


def legal_record(rng: Random) -> dict[str, Any]:
    """Return the record of a whole legal game: some rounds player by player, some at once."""
    players, rounds = rng.randint(2, 4), rng.randint(1, 5)
    entries: list[dict[str, Any]] = []
    for _ in range(rounds):
        bowl, taken = 3 * players, []
        for _ in range(players):
            taken.append(rng.randint(0, min(5, bowl)))
            bowl -= taken[-1]
        if rng.random() < 0.5:
            entries.append({"type": "round", "seats": [{"taken": count} for count in taken]})
        else:
            one_by_one = [{"type": "take", "seat": seat, "count": count} for seat, count in enumerate(taken)]
            entries += rng.sample(one_by_one, players) if bowl else one_by_one
    return recorded("pebbles", ("Ana", "Luis", "Sara", "Raúl")[:players], entries, {"rounds": rounds})


LEGAL_RECORDS = st.integers(0, 2**32).map(lambda seed: legal_record(Random(seed)))


def mistakes(state: Any, entries: Sequence[Any]) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield entries that must be refused in `state`, and why."""
    yield {"type": "take", "seat": 0}, "missing-field"
    if state.is_over:
        yield {"type": "take", "seat": 0, "count": 0}, "game-over"
        return
    yield {"type": "take", "seat": len(state.current), "count": 0}, "no-such-seat"
    for seat, counts in enumerate(state.current):
        entry = {"type": "take", "seat": seat, "count": 6}
        yield entry, "already-taken" if counts else "counts-within"
