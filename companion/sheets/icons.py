"""The icons of the colours and of the special cards, the same as on the web pages."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import cos, pi, sin

from companion.sheets import measures as m
from companion.sheets.canvas import Box, Canvas, Colour
from companion.sheets.fonts import BOLD

Point = tuple[float, float]


def draw(canvas: Canvas, name: str, box: Box, foreground: Colour, background: Colour) -> None:
    """Draw the icon called `name` (a key of `ICONS`) in the middle of `box`."""
    ICONS[name](_Pen(canvas, box, foreground, background))


class _Pen:
    """Draws an icon in the middle of a box; places and sizes are fractions of its side, places from its middle."""

    def __init__(self, canvas: Canvas, box: Box, foreground: Colour, background: Colour) -> None:
        x, y, width, height = box
        self.canvas = canvas
        self.x = x + width / 2
        self.y = y + height / 2
        self.side = min(width, height) * 0.62
        self.foreground = foreground
        self.background = background

    def line(self, line_width: float, *points: Point) -> None:
        """Draw a line through `points`."""
        for start, end in pairwise(map(self._place, points)):
            self.canvas.line(*start, *end, self.side * line_width, self.foreground)

    def disc(self, x: float, across: float, down: float, colour: Colour | None = None) -> None:
        """Draw a filled ellipse with the middle (x, 0) and these radii."""
        pdf = self.canvas.pdf
        pdf.setFillColorRGB(*(colour or self.foreground))
        pdf.ellipse(*self._pdf_place((x - across, down)), *self._pdf_place((x + across, -down)), stroke=0, fill=1)

    def ring(self, x: float, radius: float, line_width: float) -> None:
        """Draw a circle with the middle (x, 0)."""
        pdf = self.canvas.pdf
        pdf.setStrokeColorRGB(*self.foreground)
        pdf.setLineWidth(self.side * line_width * m.MM)
        pdf.circle(*self._pdf_place((x, 0)), self.side * radius * m.MM, stroke=1, fill=0)

    def polygon(self, *corners: Point) -> None:
        """Draw a filled shape."""
        pdf = self.canvas.pdf
        path = pdf.beginPath()
        path.moveTo(*self._pdf_place(corners[0]))
        for corner in corners[1:]:
            path.lineTo(*self._pdf_place(corner))
        path.close()
        pdf.setFillColorRGB(*self.foreground)
        pdf.drawPath(path, stroke=0, fill=1)

    def card(self, width: float, height: float, symbol: str) -> None:
        """Draw the outline of a card with `symbol` in it."""
        box = (*self._place((-width / 2, -height / 2)), width * self.side, height * self.side)
        self.canvas.box(*box, stroke=self.foreground, line_width=self.side * 0.06, radius=self.side * 0.1)
        size = max(self.side * 0.62 / m.CAP_HEIGHT, m.MIN_TYPE)
        self.canvas.fitted(box, symbol, size, BOLD, "center", self.foreground)

    def _place(self, point: Point) -> Point:
        return self.x + point[0] * self.side, self.y + point[1] * self.side

    def _pdf_place(self, point: Point) -> Point:
        x, y = self._place(point)
        return x * m.MM, (self.canvas.size.height - y) * m.MM


def _thief(pen: _Pen) -> None:
    """Draw a mask."""
    pen.disc(0, 0.62, 0.3)
    for eye in (-0.27, 0.27):
        pen.disc(eye, 0.14, 0.1, pen.background)


def _shuffle(pen: _Pen) -> None:
    """Draw two arrows that cross."""
    for start in (-0.24, 0.24):
        end = -start
        pen.line(0.09, (-0.5, start), (-0.2, start), (0.2, end), (0.5, end))
        for edge in (end - 0.14, end + 0.14):
            pen.line(0.09, (0.375, edge), (0.5, end))


def _lowest(pen: _Pen) -> None:
    """Draw an arrow down to a line."""
    pen.line(0.1, (0, -0.5), (0, 0.275))
    for edge in (-0.275, 0.275):
        pen.line(0.1, (edge, 0), (0, 0.3))
    pen.line(0.1, (-0.35, 0.5), (0.35, 0.5))


def _ally(pen: _Pen) -> None:
    """Draw two linked rings."""
    for middle in (-0.2, 0.2):
        pen.ring(middle, 0.32, 0.1)


def _star(pen: _Pen) -> None:
    turns = [(k * pi / 5 - pi / 2, 0.23 if k % 2 else 0.55) for k in range(10)]
    pen.polygon(*((radius * cos(turn), radius * sin(turn)) for turn, radius in turns))


ICONS: dict[str, Callable[[_Pen], None]] = {
    "Y": lambda pen: pen.polygon((0, -0.46), (0.52, 0.42), (-0.52, 0.42)),
    "B": lambda pen: pen.disc(0, 0.45, 0.45),
    "R": lambda pen: pen.polygon((0, -0.55), (0.5, 0), (0, 0.55), (-0.5, 0)),
    "G": lambda pen: pen.polygon((-0.42, -0.42), (0.42, -0.42), (0.42, 0.42), (-0.42, 0.42)),
    "K": _star,
    "KT": _thief,
    "KS": _shuffle,
    "KL": _lowest,
    "KQ": lambda pen: pen.card(0.74, 1.05, "?"),
    "WA": _ally,
}
