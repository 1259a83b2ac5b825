"""The result of a game on its score sheet: everyone's points round by round."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

from companion.core.label_places import spread
from companion.core.translator import format_number
from companion.sheets import measures as m
from companion.sheets.canvas import Canvas
from companion.sheets.fonts import BOLD
from companion.sheets.text_fitting import fit_name

RESULT_HEIGHTS = 60.0, 44.0, 30.0  # the highest that takes no further page
ChartLine = tuple[str, tuple[int, ...]]  # a player's name, and the total after each round, beginning with 0

_NAMES = 25.0  # width of the names at the ends of the lines
# The dashes of the lines in points, as in the charts on the pages.
_DASHES: tuple[Sequence[float], ...] = (
    *([], [4, 2.4], [0.8, 2.4], [6, 2.4, 0.8, 2.4], [8, 3], [2.4, 1.8], [1.8, 4.2], [7.2, 1.8, 1.2, 1.8], [10.8, 1.8]),
    *([1.2, 1.2], [3, 4.8], [5.4, *[1.2] * 5]),
)


class ResultChart(Struct, frozen=True):
    """The result of a game that adds up points: a title, and the lines by seat."""

    title: str
    lines: tuple[ChartLine, ...]

    def draw(self, canvas: Canvas, y: float, height: float) -> None:
        """Draw the title and, below it, the totals round by round: a line for each player, with the name at its end."""
        x, width, lines = canvas.size.margin, canvas.size.inner_width, self.lines
        y = canvas.paragraph(x, y, width, self.title, m.BODY, BOLD, canvas.palette.accent) + 2
        height -= m.leading(m.BODY) + 2
        inner_width, inner_height = width - 12 - _NAMES, height - 5
        values = [total for _, totals in lines for total in totals]
        low, top = min(0, *values), max(0, *values)
        top = max(top, low + 1)
        rounds = len(lines[0][1]) - 1

        def at(number: int, total: int) -> tuple[float, float]:
            return x + 7 + inner_width * number / rounds, y + inner_height * (top - total) / (top - low)

        zero = at(0, 0)[1]
        for value in (0, low, top):
            level = at(0, value)[1]
            if value and abs(level - zero) < 3:  # the numbers would touch
                continue
            canvas.line(x + 7, level, x + 7 + inner_width, level)
            canvas.text(x + 5.8, level + 0.8, format_number(value), m.MIN_TYPE, align="right")
        for number in range(1, rounds + 1) if rounds <= 12 else (1, rounds):
            middle, quiet = at(number, 0)[0], canvas.palette.quiet
            canvas.text(middle, y + height - 0.4, str(number), m.MIN_TYPE, align="center", colour=quiet)
        tips = [at(rounds, totals[-1]) for _, totals in lines]
        ends = spread([level for _, level in tips], 3.4, y + inner_height)
        for seat, ((name, totals), tip, end) in enumerate(zip(lines, tips, ends, strict=True)):
            colour = canvas.palette.lines[seat % len(canvas.palette.lines)]
            for (number, total), (_, next_total) in pairwise(enumerate(totals)):
                canvas.line(*at(number, total), *at(number + 1, next_total), m.BOLD_LINE, colour, _DASHES[seat])
            canvas.line(*tip, tip[0] + 2.4, end, m.HAIR, colour)
            size, words = fit_name(name, _NAMES - 1, 3.4, m.SMALL)
            canvas.text(tip[0] + 3.4, end + size * m.CAP_HEIGHT / 2, " ".join(words), size)
