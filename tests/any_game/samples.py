"""Samples for shared tests: a game that the program does not know; see `tests.samples.Samples`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from tests.any_game import legal
from tests.any_game.legal import round_of

FIRST_ENTRY = round_of(12, -5, 0)
IN_PROGRESS: tuple[dict[str, Any], list[dict[str, Any]]] = (
    {"title": "Rummy", "winner": "fewest", "points": 100},
    [round_of(12, -5, 0), {"type": "adjust", "seat": 1, "points": 3, "reason": "+++"}, round_of(0, 40, 7)],
)
TO_THE_END = ({"title": "Rummy", "rounds": 1}, [round_of(12, -5, 12)])
MOST_OPTIONS: dict[str, Any] = {"title": "Rummy", "winner": "fewest", "rounds": 9, "points": 500}
MUST_BE_CHOSEN = {"title": "Rummy", "end": "rounds"}  # in the form of a new game
RESULT_FORMS = (("", {"points-0": "12", "points-1": "-5", "points-2": "0"}, {"points-0": "7"}),)


def legal_record(rng: Random) -> dict[str, Any]:
    """Return the record of a whole legal game."""
    return legal.play(rng, rng.randint(1, 12), legal.options(rng))


LEGAL_RECORDS = legal.GAMES


def mistakes(state: Any, entries: Sequence[Any]) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield entries that must be refused in `state`, and why."""
    players = state.setup.player_count
    if state.is_over:
        yield {"type": "finish"}, "game-over"
        return
    if not state.rounds:
        yield {"type": "finish"}, "no-complete-round"
    yield round_of(*range(players + 1)), "seats-count"
    yield round_of(*[10_000] * players), "counts-within"


def figures(found: Sequence[tuple[int, Any]]) -> dict[str, Any]:
    """Return the figures of this game's own: there are none."""
    return {}
