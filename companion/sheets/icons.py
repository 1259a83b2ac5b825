"""The signs of the colours and of the special cards, drawn by us; on the pages they are the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, pi, sin

from companion.sheets import measures as m
from companion.sheets.canvas import Canvas, Colour

Box = tuple[float, float, float, float]
Draw = Callable[[Canvas, float, float, float, Colour, Colour], None]


def draw(pen: Canvas, name: str, box: Box, ink: Colour, paper: Colour) -> None:
    """Draw the sign called `name` (a key of `ICONS`) in the middle of `box`."""
    x, y, width, height = box
    side = min(width, height) * 0.62
    ICONS[name](pen, x + width / 2, y + height / 2, side, ink, paper)


def _thief(pen: Canvas, x: float, y: float, side: float, ink: Colour, paper: Colour) -> None:
    """Draw a mask."""
    _disc(pen, x, y, side * 0.62, side * 0.3, ink)
    _disc(pen, x - side * 0.27, y, side * 0.14, side * 0.1, paper)
    _disc(pen, x + side * 0.27, y, side * 0.14, side * 0.1, paper)


def _shuffle(pen: Canvas, x: float, y: float, side: float, ink: Colour, paper: Colour) -> None:
    """Draw two arrows that cross."""
    half, rise, weight = side * 0.5, side * 0.24, side * 0.09
    for sign in (-1, 1):
        pen.line(x - half, y + sign * rise, x - half * 0.4, y + sign * rise, weight, ink)
        pen.line(x - half * 0.4, y + sign * rise, x + half * 0.4, y - sign * rise, weight, ink)
        pen.line(x + half * 0.4, y - sign * rise, x + half, y - sign * rise, weight, ink)
        for slope in (-1, 1):
            pen.line(x + half * 0.75, y - sign * rise + slope * side * 0.14, x + half, y - sign * rise, weight, ink)


def _lowest(pen: Canvas, x: float, y: float, side: float, ink: Colour, paper: Colour) -> None:
    """Draw an arrow down to a line."""
    half, weight = side * 0.5, side * 0.1
    pen.line(x, y - half, x, y + half * 0.55, weight, ink)
    for slope in (-1, 1):
        pen.line(x + slope * half * 0.55, y, x, y + half * 0.6, weight, ink)
    pen.line(x - half * 0.7, y + half, x + half * 0.7, y + half, weight, ink)


def _surprise(pen: Canvas, x: float, y: float, side: float, ink: Colour, paper: Colour) -> None:
    """Draw a card of which only the question mark shows."""
    width, height = side * 0.74, side * 1.05
    pen.box(x - width / 2, y - height / 2, width, height, stroke=ink, weight=side * 0.06, radius=side * 0.1)
    pen.fitted((x - width / 2, y - height / 2, width, height), "?", side * 0.62 / m.CAP, "NotoSans-Bold", "center", ink)


def _ally(pen: Canvas, x: float, y: float, side: float, ink: Colour, paper: Colour) -> None:
    """Draw two rings that hold each other."""
    canvas = pen.canvas
    canvas.setStrokeColorRGB(*ink)
    canvas.setLineWidth(side * 0.1 * m.MM)
    for sign in (-1, 1):
        centre = (x + sign * side * 0.2) * m.MM
        canvas.circle(centre, (pen.size.height - y) * m.MM, side * 0.32 * m.MM, stroke=1, fill=0)


def _star(pen: Canvas, x: float, y: float, side: float, ink: Colour, paper: Colour) -> None:
    reach = (0.55, 0.23)
    turns = [(k * pi / 5 - pi / 2, reach[k % 2] * side) for k in range(10)]
    _filled(pen, [(x + out * cos(turn), y + out * sin(turn)) for turn, out in turns], ink)


def _polygon(*corners: tuple[float, float]) -> Draw:
    """Return how a filled shape is drawn; its corners are given from its middle, as shares of its side."""

    def drawn(pen: Canvas, x: float, y: float, side: float, ink: Colour, paper: Colour) -> None:
        _filled(pen, [(x + across * side, y + down * side) for across, down in corners], ink)

    return drawn


def _dot(pen: Canvas, x: float, y: float, side: float, ink: Colour, paper: Colour) -> None:
    _disc(pen, x, y, side * 0.45, side * 0.45, ink)


def _filled(pen: Canvas, corners: Sequence[tuple[float, float]], colour: Colour) -> None:
    path = pen.canvas.beginPath()
    for index, (x, y) in enumerate(corners):
        (path.lineTo if index else path.moveTo)(x * m.MM, (pen.size.height - y) * m.MM)
    path.close()
    pen.canvas.setFillColorRGB(*colour)
    pen.canvas.drawPath(path, stroke=0, fill=1)


def _disc(pen: Canvas, x: float, y: float, across: float, down: float, colour: Colour) -> None:
    canvas, height = pen.canvas, pen.size.height
    canvas.setFillColorRGB(*colour)
    corners = ((x - across) * m.MM, (height - y - down) * m.MM, (x + across) * m.MM, (height - y + down) * m.MM)
    canvas.ellipse(*corners, stroke=0, fill=1)


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
