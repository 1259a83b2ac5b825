"""Points and places over time as lines, and numbers as bars: drawn by macros of `templates/charts.html`.

Lines and marks also differ in shape and have names, so that they can be told apart without their colours.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from companion.core.numbers import spread
from companion.core.translator import format_number

LEFT, RIGHT, TOP, BOTTOM = 30, 286, 12, 172  # the plot inside a view box of 360 x 194
BARS_TOP, BARS_FLOOR = 18, 92  # the plot of `bars`, inside a view box of 360 x 96, or 110 with labels below
PLACE = 22  # the distance between two places
MARK = 5.0  # half the size of a mark
LABEL = 13  # the least distance between two names at the ends of their lines


class SvgLine(Struct):
    """A player's line: the corners of its stretches and its marks, as SVG paths, and the baseline of the name."""

    name: str
    points: Sequence[str]
    label: float
    marks: Sequence[str] = ()


class Chart(Struct, frozen=True):
    """Lines with their axes, (y, text) on the left and (x, step) below, in a view box `height` high."""

    axis: Sequence[tuple[float, str]]
    lines: Sequence[SvgLine]
    steps: Sequence[tuple[float, int]]
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
    low, high = min([0, *values]), max([1, *values])
    steps = max([1, *(len(points) - 1 for _, points in series)])

    def y(value: float) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * (value - low) / (high - low), 1)

    def x(step: int) -> float:
        return round(LEFT + (RIGHT - LEFT) * step / steps, 1)

    lines = [
        SvgLine(name, [" ".join(f"{x(step)},{y(value)}" for step, value in enumerate(points))], y(points[-1]) + 4)
        for name, points in series
        if points
    ]
    _separate_labels(lines)
    interval = max(1, -(-steps // 10))
    marks: list[int] = []
    for value in (0, low, high, (low + high) // 2):
        if all(abs(y(value) - y(mark)) >= LABEL for mark in marks):
            marks.append(value)
    axis = [(y(value), format_number(value)) for value in sorted(marks)]
    return Chart(axis, lines, [(x(step), first + step) for step in range(0, steps + 1, interval)])


def bars(values: Sequence[int], marked: int | None = None, labels: Sequence[object] = ()) -> Bars:
    """Return one bar for each value, none of them negative; the `marked`-th is highlighted, `labels` are below."""
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
                is_marked=index == marked,
                label=str(labels[index]) if labels else "",
            )
            for index, value in enumerate(values)
        ],
        110 if labels else 96,
    )


def places_chart(series: Sequence[tuple[str, Sequence[int | None]]]) -> Chart:
    """Return lines of places for `series`: a name and its place in each game, or None where someone did not play.

    First place is at the top. Players who share a place have their marks side by side.
    """
    lowest = max(place for _, places in series for place in places if place is not None)
    steps = len(series[0][1])

    def y(place: int) -> float:
        return TOP + PLACE * (place - 0.5)

    def x(step: int) -> float:
        return round(LEFT + 12 + (RIGHT - LEFT - 24) * step / max(1, steps - 1), 1)

    lines = []
    for number, (name, places) in enumerate(series):
        corners: list[tuple[float, float] | None] = []
        for step, place in enumerate(places):
            sharing = [other for other, (_, others) in enumerate(series) if others[step] == place]
            shift = (sharing.index(number) - (len(sharing) - 1) / 2) * 2.4 * MARK
            corners.append(None if place is None else (round(x(step) + shift, 1), y(place)))
        points = [corner for corner in corners if corner is not None]
        marks = [_mark(number, *corner) for corner in points]
        lines.append(SvgLine(name, _stretches(corners), points[-1][1] + 4, marks))
    bottom = round(y(lowest) + PLACE / 2)
    _separate_labels(lines, bottom + 4.0)
    return Chart(
        [(y(place), f"{place}.") for place in range(1, lowest + 1)],
        lines,
        [(x(step), step + 1) for step in range(steps)],
        bottom + 22,
    )


def _stretches(corners: Sequence[tuple[float, float] | None]) -> list[str]:
    """Return the lines between consecutive points, in SVG notation."""
    stretches: list[list[str]] = [[]]
    for corner in corners:
        if corner is None:
            stretches.append([])
        else:
            stretches[-1].append(f"{corner[0]},{corner[1]}")
    return [" ".join(points) for points in stretches if len(points) > 1]


def _mark(number: int, x: float, y: float) -> str:
    """Return the path of the mark of the `number`-th player: disc, square, triangle, diamond, hourglass, cross."""
    m = MARK
    return (
        f"M{x - m} {y}a{m} {m} 0 1 0 {2 * m} 0a{m} {m} 0 1 0 {-2 * m} 0z",
        f"M{x - m} {y - m}h{2 * m}v{2 * m}h{-2 * m}z",
        f"M{x} {y - m - 1}l{m + 1} {2 * m}h{-2 * m - 2}z",
        f"M{x} {y - m - 1.5}l{m + 1.5} {m + 1.5}l{-m - 1.5} {m + 1.5}l{-m - 1.5} {-m - 1.5}z",
        f"M{x - m} {y - m}h{2 * m}l{-2 * m} {2 * m}h{2 * m}z",
        f"M{x - 2} {y - m}h4v{m - 2}h{m - 2}v4h{2 - m}v{m - 2}h-4v{2 - m}h{2 - m}v-4h{m - 2}z",
    )[number % 6]


def _separate_labels(lines: Sequence[SvgLine], lowest: float = BOTTOM + 4.0) -> None:
    """Move the names at the ends of the lines apart so that each can be read, none of them below `lowest`."""
    for line, label in zip(lines, spread([line.label for line in lines], LABEL, lowest), strict=True):
        line.label = label
