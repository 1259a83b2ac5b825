"""The numbers of a whole round in rules questions: as a text, and what was changed in them."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.messages import Json
from companion.core.rounds import CountingMethod, Counts
from companion.core.situations import Given, History


def counts_text(counts: Counts, methods: Sequence[CountingMethod]) -> str:
    """Return a player's numbers in the order in which they are read again, or "" if some are not known yet."""
    longest_first = sorted(names_by_length(methods).values(), key=len, reverse=True)
    names = next((names for names in longest_first if counts.keys() >= {*names}), ())
    return " ".join(str(counts[name]) for name in names)


def names_by_length(methods: Sequence[CountingMethod]) -> dict[int, tuple[str, ...]]:
    """Return the names of the numbers, by their count; if several methods have the same count, the first is meant."""
    return {len(method.fields): method.names for method in reversed(methods)}


def changed_whole(history: History, index: int, given: Given) -> dict[int, dict[str, Json]]:
    """Return the entry of a whole round at `index` with the counts of the situation, if they differ."""
    entry = history.moments[index][1]
    all_counts = [given.get(f"count{seat}", known) for seat, known in enumerate(entry.get("seats", ()))]
    return {} if all_counts == entry.get("seats", []) else {index: {**entry, "seats": all_counts}}
