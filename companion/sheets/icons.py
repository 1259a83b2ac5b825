"""The icons of the colours and of the special cards, the same as on the web pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, pi, sin

from companion.sheets import measures as m
from companion.sheets.canvas import Box, Canvas, Colour
from companion.sheets.fonts import BOLD

Draw = Callable[[Canvas, float, float, float, Colour, Colour], None]


def draw(canvas: Canvas, name: str, box: Box, foreground: Colour, background: Colour) -> None:
    """Draw the icon called `name` (a key of `ICONS`) in the middle of `box`."""
    x, y, width, height = box
    side = min(width, height) * 0.62
    ICONS[name](canvas, x + width / 2, y + height / 2, side, foreground, background)


def _thief(canvas: Canvas, x: float, y: float, side: float, foreground: Colour, background: Colour) -> None:
    """Draw a mask."""
    _disc(canvas, x, y, side * 0.62, side * 0.3, foreground)
    _disc(canvas, x - side * 0.27, y, side * 0.14, side * 0.1, background)
    _disc(canvas, x + side * 0.27, y, side * 0.14, side * 0.1, background)


def _shuffle(canvas: Canvas, x: float, y: float, side: float, foreground: Colour, background: Colour) -> None:
    """Draw two arrows that cross."""
    half, rise, line_width = side * 0.5, side * 0.24, side * 0.09
    for direction in (-1, 1):
        canvas.line(x - half, y + direction * rise, x - half * 0.4, y + direction * rise, line_width, foreground)
        canvas.line(x - half * 0.4, y + direction * rise, x + half * 0.4, y - direction * rise, line_width, foreground)
        canvas.line(x + half * 0.4, y - direction * rise, x + half, y - direction * rise, line_width, foreground)
        for slope in (-1, 1):
            canvas.line(
                x + half * 0.75,
                y - direction * rise + slope * side * 0.14,
                x + half,
                y - direction * rise,
                line_width,
                foreground,
            )


def _lowest(canvas: Canvas, x: float, y: float, side: float, foreground: Colour, background: Colour) -> None:
    """Draw an arrow down to a line."""
    half, line_width = side * 0.5, side * 0.1
    canvas.line(x, y - half, x, y + half * 0.55, line_width, foreground)
    for slope in (-1, 1):
        canvas.line(x + slope * half * 0.55, y, x, y + half * 0.6, line_width, foreground)
    canvas.line(x - half * 0.7, y + half, x + half * 0.7, y + half, line_width, foreground)


def _surprise(canvas: Canvas, x: float, y: float, side: float, foreground: Colour, background: Colour) -> None:
    """Draw a face-down card with a question mark."""
    width, height = side * 0.74, side * 1.05
    canvas.box(
        x - width / 2, y - height / 2, width, height, stroke=foreground, line_width=side * 0.06, radius=side * 0.1
    )
    canvas.fitted(
        (x - width / 2, y - height / 2, width, height),
        "?",
        max(side * 0.62 / m.CAP_HEIGHT, m.MIN_TYPE),
        BOLD,
        "center",
        foreground,
    )


def _ally(canvas: Canvas, x: float, y: float, side: float, foreground: Colour, background: Colour) -> None:
    """Draw two linked rings."""
    pdf = canvas.pdf
    pdf.setStrokeColorRGB(*foreground)
    pdf.setLineWidth(side * 0.1 * m.MM)
    for direction in (-1, 1):
        centre = (x + direction * side * 0.2) * m.MM
        pdf.circle(centre, (canvas.size.height - y) * m.MM, side * 0.32 * m.MM, stroke=1, fill=0)


def _star(canvas: Canvas, x: float, y: float, side: float, foreground: Colour, background: Colour) -> None:
    reach = (0.55, 0.23)
    turns = [(k * pi / 5 - pi / 2, reach[k % 2] * side) for k in range(10)]
    _filled(canvas, [(x + out * cos(turn), y + out * sin(turn)) for turn, out in turns], foreground)


def _polygon(*corners: tuple[float, float]) -> Draw:
    """Return a function that draws a filled shape; corners are relative to the middle, as fractions of the side."""

    def drawn(canvas: Canvas, x: float, y: float, side: float, foreground: Colour, background: Colour) -> None:
        _filled(canvas, [(x + across * side, y + down * side) for across, down in corners], foreground)

    return drawn


def _dot(canvas: Canvas, x: float, y: float, side: float, foreground: Colour, background: Colour) -> None:
    _disc(canvas, x, y, side * 0.45, side * 0.45, foreground)


def _filled(canvas: Canvas, corners: Sequence[tuple[float, float]], colour: Colour) -> None:
    path = canvas.pdf.beginPath()
    for index, (x, y) in enumerate(corners):
        (path.lineTo if index else path.moveTo)(x * m.MM, (canvas.size.height - y) * m.MM)
    path.close()
    canvas.pdf.setFillColorRGB(*colour)
    canvas.pdf.drawPath(path, stroke=0, fill=1)


def _disc(canvas: Canvas, x: float, y: float, across: float, down: float, colour: Colour) -> None:
    pdf, height = canvas.pdf, canvas.size.height
    pdf.setFillColorRGB(*colour)
    corners = ((x - across) * m.MM, (height - y - down) * m.MM, (x + across) * m.MM, (height - y + down) * m.MM)
    pdf.ellipse(*corners, stroke=0, fill=1)


ICONS: dict[str, Draw] = {
    "Y": _polygon((0, -0.46), (0.52, 0.42), (-0.52, 0.42)),
    "B": _dot,
    "R": _polygon((0, -0.55), (0.5, 0), (0, 0.55), (-0.5, 0)),
    "G": _polygon((-0.42, -0.42), (0.42, -0.42), (0.42, 0.42), (-0.42, 0.42)),
    "K": _star,
    "KT": _thief,
    "KS": _shuffle,
    "KL": _lowest,
    "KQ": _surprise,
    "WA": _ally,
}
