"""Points over time as lines, and attempts as bars: drawn by the macros `chart` and `bars` of `templates/parts.html`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

LEFT, RIGHT, TOP, BOTTOM = 30, 286, 12, 172  # the plot inside a view box of 360 x 194
BARS_TOP, BARS_FLOOR = 18, 92  # the plot of `bars`, inside a view box of 360 x 96
LABEL = 13  # the least distance between two names at the ends of their lines


class Line(Struct):
    """A player's line: its corners as SVG writes them, and the baseline of the name at its end."""

    name: str
    points: str
    label: float


class Chart(Struct, frozen=True):
    """Lines with their axes: (y, value) on the left, (x, step) below."""

    axis: Sequence[tuple[float, int]]
    lines: Sequence[Line]
    steps: Sequence[tuple[float, int]]


class Bar(Struct, frozen=True):
    """A bar with its value above its middle; one may be marked."""

    value: int
    x: float
    y: float
    width: float
    height: float
    middle: float
    marked: bool


class Bars(Struct, frozen=True):
    """Bars side by side."""

    bars: Sequence[Bar]


def chart(series: Sequence[tuple[str, Sequence[int]]]) -> Chart:
    """Return lines for `series`: a name and its values, equally many for each.

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
        Line(name, " ".join(f"{x(step)},{y(value)}" for step, value in enumerate(points)), y(points[-1]) + 4)
        for name, points in series
        if points
    ]
    _separate_labels(lines)
    interval = max(1, -(-steps // 10))
    marks: list[int] = []
    for value in (0, low, high, (low + high) // 2):
        if all(abs(y(value) - y(mark)) >= LABEL for mark in marks):
            marks.append(value)
    axis = [(y(value), value) for value in sorted(marks)]
    return Chart(axis, lines, [(x(step), step) for step in range(0, steps + 1, interval)])


def bars(values: Sequence[int], marked: int | None = None) -> Bars:
    """Return one bar for each value, none of them negative; the `marked`-th stands out."""
    highest = max([1, *values])
    width = min(56.0, 344 / max(1, len(values)))
    scale = (BARS_FLOOR - BARS_TOP) / highest
    return Bars(
        [
            Bar(
                value,
                x=round(8 + index * width, 1),
                y=round(BARS_FLOOR - scale * value, 1),
                width=round(width - 6, 1),
                height=round(scale * value + 2, 1),
                middle=round(8 + index * width + (width - 6) / 2, 1),
                marked=index == marked,
            )
            for index, value in enumerate(values)
        ]
    )


def _separate_labels(lines: Sequence[Line]) -> None:
    """Move the names at the ends of the lines apart, so that each can be read."""
    downwards = sorted(lines, key=lambda line: line.label)
    for above, below in pairwise(downwards):
        below.label = max(below.label, above.label + LABEL)
    lowest = BOTTOM + 4.0
    for line in reversed(downwards):
        line.label = min(line.label, lowest)
        lowest = line.label - LABEL
