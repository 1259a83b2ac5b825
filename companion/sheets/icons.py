"""The icons of the colours and of the special cards, the same as on the web pages."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import cos, pi, sin
from typing import TYPE_CHECKING

from companion.sheets import measures as m
from companion.sheets.canvas import Box, Canvas, Colour, set_colour
from companion.sheets.fonts import BOLD

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas as PdfCanvas

Point = tuple[float, float]
_LETTERS = {"KQ": "?"}  # written on an icon


def draw(canvas: Canvas, name: str, box: Box, foreground: Colour, background: Colour) -> None:
    """Draw the icon called `name` (a key of `ICONS`) in the middle of `box`."""
    x, y, width, height = box
    side, pdf = min(width, height) * 0.62, canvas.pdf
    pdf.saveState()
    pdf.translate((x + width / 2) * m.MM, (canvas.size.height - y - height / 2) * m.MM)
    pdf.scale(side * m.MM, side * m.MM)
    set_colour(pdf, foreground, foreground)
    ICONS[name](pdf, background)
    pdf.restoreState()
    if name in _LETTERS:
        size = max(side * 0.62 / m.CAP_HEIGHT, m.MIN_TYPE)
        canvas.fitted(box, _LETTERS[name], size, BOLD, "center", foreground)


# Places and sizes are fractions of the side of an icon, places from its middle; y goes up.


def _lines(pdf: PdfCanvas, line_width: float, *points: Point) -> None:
    pdf.setLineWidth(line_width)
    pdf.lines([(*start, *end) for start, end in pairwise(points)])


def _disc(pdf: PdfCanvas, x: float, across: float, up: float) -> None:
    pdf.ellipse(x - across, -up, x + across, up, stroke=0, fill=1)


def _polygon(pdf: PdfCanvas, *corners: Point) -> None:
    path = pdf.beginPath()
    path.moveTo(*corners[0])
    for corner in corners[1:]:
        path.lineTo(*corner)
    path.close()
    pdf.drawPath(path, stroke=0, fill=1)


def _thief(pdf: PdfCanvas, background: Colour) -> None:
    """Draw a mask."""
    _disc(pdf, 0, 0.62, 0.3)
    set_colour(pdf, background)
    for eye in (-0.27, 0.27):
        _disc(pdf, eye, 0.14, 0.1)


def _shuffle(pdf: PdfCanvas, background: Colour) -> None:
    """Draw two arrows that cross."""
    for end in (-0.24, 0.24):
        _lines(pdf, 0.09, (-0.5, -end), (-0.2, -end), (0.2, end), (0.5, end))
        for edge in (end - 0.14, end + 0.14):
            _lines(pdf, 0.09, (0.375, edge), (0.5, end))


def _lowest(pdf: PdfCanvas, background: Colour) -> None:
    """Draw an arrow down to a line."""
    _lines(pdf, 0.1, (0, 0.5), (0, -0.275))
    for edge in (-0.275, 0.275):
        _lines(pdf, 0.1, (edge, 0), (0, -0.3))
    _lines(pdf, 0.1, (-0.35, -0.5), (0.35, -0.5))


def _surprise(pdf: PdfCanvas, background: Colour) -> None:
    """Draw the outline of a card."""
    pdf.setLineWidth(0.06)
    pdf.roundRect(-0.37, -0.525, 0.74, 1.05, 0.1)


def _ally(pdf: PdfCanvas, background: Colour) -> None:
    """Draw two linked rings."""
    pdf.setLineWidth(0.1)
    for middle in (-0.2, 0.2):
        pdf.circle(middle, 0, 0.32)


def _star(pdf: PdfCanvas, background: Colour) -> None:
    turns = [(k * pi / 5 + pi / 2, 0.23 if k % 2 else 0.55) for k in range(10)]
    _polygon(pdf, *((radius * cos(turn), radius * sin(turn)) for turn, radius in turns))


def _yes(pdf: PdfCanvas, background: Colour) -> None:
    _lines(pdf, 0.13, (-0.42, 0.02), (-0.12, -0.32), (0.45, 0.4))


ICONS: dict[str, Callable[[PdfCanvas, Colour], None]] = {
    "Y": lambda pdf, _: _polygon(pdf, (0, 0.46), (0.52, -0.42), (-0.52, -0.42)),
    "B": lambda pdf, _: _disc(pdf, 0, 0.45, 0.45),
    "R": lambda pdf, _: _polygon(pdf, (0, 0.55), (0.5, 0), (0, -0.55), (-0.5, 0)),
    "G": lambda pdf, _: pdf.rect(-0.42, -0.42, 0.84, 0.84, stroke=0, fill=1),
    "K": _star,
    "KT": _thief,
    "KS": _shuffle,
    "KL": _lowest,
    "KQ": _surprise,
    "WA": _ally,
    "Gyes": _yes,
}
