"""The result of a game on its score sheet: the podium, and everyone's points round by round."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

from companion.core.label_places import spread
from companion.core.translator import format_number
from companion.sheets import measures as m
from companion.sheets.canvas import Box, Canvas, Colour
from companion.sheets.fonts import BOLD
from companion.sheets.panels import Panel
from companion.sheets.text_fitting import fit_name, largest_size, text_height


class ChartLine(Struct, frozen=True):
    """A player's line in the chart: the total after each round, beginning with 0; the place, 1 for the best."""

    name: str
    totals: tuple[int, ...]
    place: int


class ResultChart(Struct, frozen=True):
    """The result of a game: the lines by seat, and the ranking in words beside it."""

    lines: tuple[ChartLine, ...]
    ranking: Panel


_HEIGHT, _LOW = 52.0, 40.0  # heights on a large sheet, and on A5
_STEPS = {1: 0.46, 2: 0.33, 3: 0.22}  # shares of the height, by place
_SERIES = ("B", "R", "G", "Y", "K")


def chart_height(size: m.Size) -> float:
    """Return the height of the picture on a sheet of this size, in mm."""
    return _LOW if min(size.width, size.height) <= m.A5.width else _HEIGHT


def draw(canvas: Canvas, y: float, chart: ResultChart) -> float:
    """Draw podium, chart and ranking side by side below `y`, and return where they end."""
    left, width, height = canvas.size.margin, canvas.size.inner_width, chart_height(canvas.size)
    _podium(canvas, (left, y, width * 0.28, height), chart.lines)
    _chart(canvas, (left + width * 0.31, y, width * 0.4, height), chart.lines)
    x, inner = left + width * 0.74, width * 0.26
    below = canvas.paragraph(x, y, inner, chart.ranking.title, m.BODY, BOLD, canvas.palette.accent) + 0.6
    lines, available = chart.ranking.lines, y + height - below
    size = largest_size(m.SMALL, lambda size: sum(text_height(line, inner, size) for line in lines) <= available)
    for line in lines:
        if below + m.leading(size) <= y + height + 0.1:
            below = canvas.paragraph(x, below, inner, line, size)
    return y + height


def _podium(canvas: Canvas, box: Box, lines: Sequence[ChartLine]) -> None:
    """Draw the steps for the first three places; players who share a place share a step."""
    x, y, width, height = box
    column = width / 3
    for left, place in ((x, 2), (x + column, 1), (x + 2 * column, 3)):
        on_step = [line for line in lines if line.place == place]
        if not on_step:
            continue
        step = height * _STEPS[place]
        top = y + height - step
        colour = canvas.palette.accent if place == 1 else canvas.palette.tint
        canvas.box((left, top, column, step), fill=colour, stroke=canvas.palette.accent)
        ink: Colour | None = (1, 1, 1) if place == 1 else canvas.palette.accent
        number = min(step - 5, 10)
        canvas.fitted((left, top + 0.5, column, number), str(place), number / m.CAP_HEIGHT * 0.7, BOLD, "center", ink)
        points = format_number(on_step[0].totals[-1])
        canvas.fitted((left, top + number, column, 4.5), points, m.SMALL, BOLD, "center", ink)
        each = min(8.5, (top - y - 1) / len(on_step))
        for index, line in enumerate(on_step):
            canvas.name((left + 0.4, top - (index + 1) * each, column - 0.8, each), line.name, m.BODY, BOLD)


def _chart(canvas: Canvas, box: Box, lines: Sequence[ChartLine]) -> None:
    """Draw the totals round by round: a line for each player with the name at its end."""
    x, y, width, height = box
    inner_width, inner_height = width - 26, height - 5
    values = [total for line in lines for total in line.totals]
    low, top = min(0, *values), max(1, *values)
    rounds = len(lines[0].totals) - 1

    def at(number: int, total: int) -> tuple[float, float]:
        return x + 7 + inner_width * number / rounds, y + inner_height * (top - total) / (top - low)

    for value in sorted({low, 0, top}):
        level = at(0, value)[1]
        canvas.line(x + 7, level, x + 7 + inner_width, level)
        canvas.text(x + 5.8, level + 0.8, format_number(value), m.MIN_TYPE, align="right")
    for number in range(1, rounds + 1) if rounds <= 12 else (1, rounds):
        middle, quiet = at(number, 0)[0], canvas.palette.quiet
        canvas.text(middle, y + height - 0.4, str(number), m.MIN_TYPE, align="center", colour=quiet)
    tips = [at(rounds, line.totals[-1]) for line in lines]
    ends = spread([level for _, level in tips], 3.4, y + inner_height)
    for index, (line, tip, end) in enumerate(zip(lines, tips, ends, strict=True)):
        colour = canvas.palette.suits[_SERIES[index % len(_SERIES)]][0]
        canvas.pdf.setDash([] if index < len(_SERIES) else [3, 2])
        for (number, total), (_, next_total) in pairwise(enumerate(line.totals)):
            canvas.line(*at(number, total), *at(number + 1, next_total), m.BOLD_LINE, colour)
        canvas.pdf.setDash([])
        canvas.line(*tip, tip[0] + 2, end, m.HAIR, colour)
        size, words = fit_name(line.name, 16, 3.4, m.SMALL)
        canvas.text(tip[0] + 2.6, end + size * m.CAP_HEIGHT / 2, " ".join(words), size)
