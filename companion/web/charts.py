"""Points over time as lines, and numbers as bars, for the macros of `templates/charts.html`.

Lines also differ in their dashes and have names, so that they can be told apart without their colours.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from companion.core.label_places import spread
from companion.core.names import bare, shortened
from companion.core.translator import format_number

LEFT, TOP, BOTTOM = 30, 12, 172  # the plot inside a view box of 360 x 194
BARS_TOP, BARS_FLOOR = 18, 92  # the plot of `bars`, inside a view box of 360 x 96
LABEL = 13  # the least distance between two names at the ends of their lines
MOST_LETTERS = 16  # of such a name


class SvgLine(Struct, frozen=True):
    """A player's line, as an SVG path, and the baseline of the name."""

    name: str
    path: str
    label: float


class Chart(Struct, frozen=True):
    """Lines with their axes, (y, text) on the left and (x, step) below.

    The lines end at `right`, and the names begin there.
    """

    axis: Sequence[tuple[float, str]]
    lines: Sequence[SvgLine]
    steps: Sequence[tuple[float, int]]
    right: int


class Bar(Struct, frozen=True):
    """A bar with its value above its middle; one may be marked."""

    value: int
    x: float
    y: float
    width: float
    height: float
    middle: float
    is_marked: bool


def chart(series: Sequence[tuple[str, Sequence[int]]]) -> Chart:
    """Lines for `series`: a name and its values, the same number for each.

    The first values are at the left edge, before round 1. The value 0 is always shown.
    """
    values = [value for _, points in series for value in points]
    low, high = min(0, *values), max(1, *values)
    steps, names = max(1, len(series[0][1]) - 1), [shortened(name, MOST_LETTERS) for name, _ in series]
    right = 346 - 7 * max(len(bare(name)) for name in names)  # room for the longest name

    def y(value: float) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * (value - low) / (high - low), 1)

    def x(step: int) -> float:
        return round(LEFT + (right - LEFT) * step / steps, 1)

    labels = spread([y(points[-1]) + 4 for _, points in series], LABEL, BOTTOM + 4.0)
    lines = [
        SvgLine(name, "M" + "L".join(f"{x(step)} {y(value)}" for step, value in enumerate(points)), label)
        for name, (_, points), label in zip(names, series, labels, strict=True)
    ]
    marks: list[int] = []
    for value in (0, low, high, (low + high) // 2):
        if all(abs(y(value) - y(mark)) >= LABEL for mark in marks):
            marks.append(value)
    axis = [(y(value), format_number(value)) for value in sorted(marks)]
    interval = -(-steps // 10)
    return Chart(axis, lines, [(x(step), step) for step in range(0, steps + 1, interval)], right)


def bars(values: Sequence[int], marked: int | None = None) -> list[Bar]:
    """One bar for each value, none of them negative; the `marked`-th is highlighted."""
    width = min(56.0, 344 / max(1, len(values)))
    scale = (BARS_FLOOR - BARS_TOP) / max(1, *values)
    return [
        Bar(
            value,
            x=round(8 + index * width, 1),
            y=round(BARS_FLOOR - scale * value, 1),
            width=round(width - 6, 1),
            height=round(scale * value + 2, 1),
            middle=round(8 + index * width + (width - 6) / 2, 1),
            is_marked=index == marked,
        )
        for index, value in enumerate(values)
    ]
