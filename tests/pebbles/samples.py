"""What shared tests are given of Pebbles."""

from __future__ import annotations

from random import Random
from typing import Any

FIRST_ENTRY: dict[str, Any] = {"type": "take", "seat": 0, "count": 2}
SITUATION = {"players": "2", "count0": "3", "count1": "2"}


def legal_record(rng: Random, players: int = 2, rounds: int = 3) -> dict[str, Any]:
    """Return the record of a whole legal game: some rounds player by player, some at once."""
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
    people = [{"name": name} for name in ("Ana", "Luis", "Sara", "Raúl")[:players]]
    head = {"format": "companion-record/1", "game": "pebbles", "options": {"rounds": rounds}, "players": people}
    return {**head, "entries": entries}
