"""Points over time as lines: coordinates for the macro `chart` of `templates/parts.html`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

LEFT, RIGHT, TOP, BOTTOM = 30, 286, 12, 172  # the plot inside a view box of 360 x 190
BARS_TOP, BARS_FLOOR = 18, 92  # the plot of `bars`, inside a view box of 360 x 96
LABEL = 13  # the least distance between two names at the ends of their lines


def chart(series: Sequence[tuple[str, Sequence[int]]]) -> dict[str, Any]:
    """Return what the macro `chart` draws for `series`: a name and its values, equally many for each.

    The first value of each stands at the left edge (before round 1). Zero is always in view.
    """
    values = [value for _, points in series for value in points]
    low, high = min([0, *values]), max([1, *values])
    steps = max([1, *(len(points) - 1 for _, points in series)])

    def y(value: float) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * (value - low) / (high - low), 1)

    def x(step: int) -> float:
        return round(LEFT + (RIGHT - LEFT) * step / steps, 1)

    lines = [
        {
            "name": name,
            "points": " ".join(f"{x(step)},{y(value)}" for step, value in enumerate(points)),
            "label": y(points[-1]) + 4,
        }
        for name, points in series
        if points
    ]
    _part(lines)
    every = max(1, -(-steps // 10))
    marks: list[int] = []
    for value in (0, low, high, (low + high) // 2):
        if all(abs(y(value) - y(mark)) >= LABEL for mark in marks):
            marks.append(value)
    return {
        "axis": [(y(value), value) for value in sorted(marks)],
        "lines": lines,
        "steps": [(x(step), step) for step in range(0, steps + 1, every)],
    }


def bars(values: Sequence[int], marked: int | None = None) -> dict[str, Any]:
    """Return what the macro `bars` draws: one bar a value, none of them negative, the `marked`-th stands out."""
    highest = max([1, *values])
    width = min(56.0, 344 / max(1, len(values)))
    return {
        "bars": [
            {
                "value": value,
                "x": round(8 + at * width, 1),
                "y": round(BARS_FLOOR - (BARS_FLOOR - BARS_TOP) * value / highest, 1),
                "width": round(width - 6, 1),
                "height": round((BARS_FLOOR - BARS_TOP) * value / highest + 2, 1),
                "middle": round(8 + at * width + (width - 6) / 2, 1),
                "marked": at == marked,
            }
            for at, value in enumerate(values)
        ]
    }


def _part(lines: list[dict[str, Any]]) -> None:
    """Move the names at the ends of the lines apart, so that each can be read."""
    downwards = sorted(lines, key=lambda line: float(line["label"]))
    for above, below in pairwise(downwards):
        below["label"] = max(below["label"], above["label"] + LABEL)
    room = BOTTOM + 4.0
    for line in reversed(downwards):
        line["label"] = min(line["label"], room)
        room = line["label"] - LABEL
