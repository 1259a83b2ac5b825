"""Points and places over time as lines, and numbers as bars, for the macros of `templates/charts.html`.

Lines and marks also differ in shape and have names, so that they can be told apart without their colours.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

from companion.core.label_places import spread
from companion.core.names import bare, shortened
from companion.core.translator import format_number

LEFT, TOP, BOTTOM = 30, 12, 172  # the plot inside a view box of 360 x 194
BARS_TOP, BARS_FLOOR = 18, 92  # the plot of `bars`, inside a view box of 360 x 96, or 110 with labels below
PLACE = 22  # the distance between two places
LABEL = 13  # the least distance between two names at the ends of their lines
MOST_LETTERS = 16  # of such a name
# The marks of the players around a point: disc, square, triangle, diamond, hourglass, cross.
MARKS = (
    "m-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z",
    "m-5 -5h10v10h-10z",
    "m0 -6l6 10h-12z",
    "m0 -6.5l6.5 6.5l-6.5 6.5l-6.5 -6.5z",
    "m-5 -5h10l-10 10h10z",
    "m-2 -5h4v3h3v4h-3v3h-4v-3h-3v-4h3z",
)
MARK_WIDTH = 12

Point = tuple[float, float]


class SvgLine(Struct, frozen=True):
    """A player's line and its marks, as SVG paths, and the baseline of the name."""

    name: str
    path: str
    label: float
    marks: Sequence[str] = ()


class Chart(Struct, frozen=True):
    """Lines with their axes, (y, text) on the left and (x, step) below, in a view box `height` high.

    The lines end at `right`, and the names begin there.
    """

    axis: Sequence[tuple[float, str]]
    lines: Sequence[SvgLine]
    steps: Sequence[tuple[float, int]]
    right: int
    height: int = 194


class Bar(Struct, frozen=True):
    """A bar with its value above its middle, and a label below it, if any; one may be marked."""

    value: int
    x: float
    y: float
    width: float
    height: float
    middle: float
    is_marked: bool
    label: str = ""


class Bars(Struct, frozen=True):
    """Bars side by side, in a view box `height` high."""

    bars: Sequence[Bar]
    height: int


def chart(series: Sequence[tuple[str, Sequence[int]]], first: int = 0) -> Chart:
    """Return lines for `series`: a name and its values, the same number for each.

    The first values are at the left edge, which is numbered `first`: 0 is before round 1. The value 0 is always shown.
    """
    values = [value for _, points in series for value in points]
    low, high = min(0, *values), max(1, *values)
    steps, names = max(1, len(series[0][1]) - 1), _names(series)
    right = _end_of_plot(names)

    def y(value: float) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * (value - low) / (high - low), 1)

    def x(step: int) -> float:
        return round(LEFT + (right - LEFT) * step / steps, 1)

    labels = spread([y(points[-1]) + 4 for _, points in series], LABEL, BOTTOM + 4.0)
    lines = [
        SvgLine(name, _path([(x(step), y(value)) for step, value in enumerate(points)]), label)
        for name, (_, points), label in zip(names, series, labels, strict=True)
    ]
    marks: list[int] = []
    for value in (0, low, high, (low + high) // 2):
        if all(abs(y(value) - y(mark)) >= LABEL for mark in marks):
            marks.append(value)
    axis = [(y(value), format_number(value)) for value in sorted(marks)]
    interval = -(-steps // 10)
    return Chart(axis, lines, [(x(step), first + step) for step in range(0, steps + 1, interval)], right)


def bars(values: Sequence[int], marked: int | None = None, labels: Sequence[int] = ()) -> Bars:
    """Return one bar for each value, none of them negative; the `marked`-th is highlighted, `labels` are below."""
    width = min(56.0, 344 / max(1, len(values)))
    scale = (BARS_FLOOR - BARS_TOP) / max(1, *values)
    shown = [
        Bar(
            value,
            x=round(8 + index * width, 1),
            y=round(BARS_FLOOR - scale * value, 1),
            width=round(width - 6, 1),
            height=round(scale * value + 2, 1),
            middle=round(8 + index * width + (width - 6) / 2, 1),
            is_marked=index == marked,
            label=str(labels[index]) if labels else "",
        )
        for index, value in enumerate(values)
    ]
    return Bars(shown, 110 if labels else 96)


def places_chart(series: Sequence[tuple[str, Sequence[int | None]]]) -> Chart:
    """Return lines of places for `series`: a name and its place in each game, or None where someone did not play.

    First place is at the top. Players who share a place have their marks side by side.
    """
    lowest = max(place for _, places in series for place in places if place is not None)
    steps, names = len(series[0][1]), _names(series)
    right = _end_of_plot(names)

    def y(place: int) -> float:
        return TOP + PLACE * (place - 0.5)

    def x(step: int) -> float:
        return round(LEFT + 12 + (right - LEFT - 24) * step / max(1, steps - 1), 1)

    def point(number: int, step: int, place: int | None) -> Point | None:
        sharing = [other for other, (_, others) in enumerate(series) if others[step] == place]
        shift = (sharing.index(number) - (len(sharing) - 1) / 2) * MARK_WIDTH
        return None if place is None else (round(x(step) + shift, 1), y(place))

    bottom = round(y(lowest) + PLACE / 2)
    ends = [y([place for place in places if place is not None][-1]) + 4 for _, places in series]
    labels = spread(ends, LABEL, bottom + 4.0)
    lines = []
    for number, (_, places) in enumerate(series):
        points = [point(number, step, place) for step, place in enumerate(places)]
        marks = [f"M{x} {y}{MARKS[number % len(MARKS)]}" for x, y in filter(None, points)]
        lines.append(SvgLine(names[number], _path(points), labels[number], marks))
    return Chart(
        [(y(place), f"{place}.") for place in range(1, lowest + 1)],
        lines,
        [(x(step), step + 1) for step in range(steps)],
        right,
        bottom + 22,
    )


def _names(series: Sequence[tuple[str, object]]) -> list[str]:
    return [shortened(name, MOST_LETTERS) for name, _ in series]


def _end_of_plot(names: Sequence[str]) -> int:
    """Return where the lines end, so that there is room for the longest name."""
    return 346 - 7 * max(len(bare(name)) for name in names)


def _path(points: Sequence[Point | None]) -> str:
    """Return the line through `points` as an SVG path, interrupted where there is none."""
    return "".join(f"{'M' if before is None else 'L'}{at[0]} {at[1]}" for before, at in pairwise([None, *points]) if at)
