"""A canvas for one side of a sheet: fitted text, lines, boxes. In millimetres from its upper left corner."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec import Struct

from companion.sheets import fonts
from companion.sheets import measures as m
from companion.sheets.fonts import REGULAR

ELLIPSIS = "\u2026"

Colour = tuple[float, float, float]


class Palette(Struct, frozen=True):
    """The colours of a sheet: `tint` is behind headings; `suits` holds (background, foreground) of each card colour."""

    text: Colour
    quiet: Colour
    line: Colour
    tint: Colour
    accent: Colour
    suits: dict[str, tuple[Colour, Colour]]


def _grey(level: float) -> Colour:
    return (level, level, level)


_BLACK, _WHITE = _grey(0.1), _grey(1)
COLOUR = Palette(
    _BLACK,
    _grey(0.38),
    _grey(0.6),
    (0.925, 0.945, 0.93),
    (0.09, 0.31, 0.24),
    {
        "Y": ((0.96, 0.79, 0.2), _BLACK),
        "B": ((0.15, 0.4, 0.7), _WHITE),
        "R": ((0.77, 0.18, 0.17), _WHITE),
        "G": ((0.18, 0.5, 0.3), _WHITE),
        "K": (_grey(0.13), _WHITE),
        "W": (_WHITE, _BLACK),
    },
)
# In grey the suits differ in tone as well, but it is the letter on each card that tells them apart.
GREY = Palette(
    _BLACK,
    _grey(0.35),
    _grey(0.55),
    _grey(0.94),
    _grey(0.2),
    {
        "Y": (_grey(0.93), _BLACK),
        "B": (_grey(0.42), _WHITE),
        "R": (_grey(0.6), _BLACK),
        "G": (_grey(0.78), _BLACK),
        "K": (_grey(0.1), _WHITE),
        "W": (_WHITE, _BLACK),
    },
)


class Canvas:
    """Draws one side on a ReportLab canvas, `pdf`, whose origin is the lower left corner of that side."""

    def __init__(self, pdf: Any, size: m.Size, palette: Palette) -> None:
        self.pdf = pdf
        self.size = size
        self.palette = palette
        self.missing: dict[str, None] = {}  # characters that no font had, in the order in which they were met

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float = m.BODY,
        face: str = REGULAR,
        align: str = "left",
        colour: Colour | None = None,
    ) -> None:
        """Write `text` on the baseline `y`, its left end, middle or right end at `x`."""
        pdf = self.pdf
        runs = fonts.text_runs(text, face)
        left = x * m.MM
        if align != "left":
            extent = fonts.width(text, face, size)
            left -= extent if align == "right" else extent / 2
        pdf.setFillColorRGB(*(colour or self.palette.text))
        self.missing.update(dict.fromkeys(fonts.missing_characters(text)))
        for run in runs:
            pdf.setFont(run.font, size)
            pdf.drawString(left, (self.size.height - y) * m.MM, run.drawn(size))
            if len(runs) > 1:
                left += run.width(size)

    def fitted(
        self,
        box: tuple[float, float, float, float],
        text: str,
        size: float = m.BODY,
        face: str = REGULAR,
        align: str = "left",
        colour: Colour | None = None,
    ) -> None:
        """Write `text` in `box` (x, y, width, height), half-way down: smaller or on more lines where it must be."""
        x, y, width, height = box
        size, lines = fit(text, width, height, size, face)
        step = m.leading(size)
        at = {"left": x, "center": x + width / 2, "right": x + width}[align]
        baseline = y + (height - step * (len(lines) - 1) + size * m.CAP) / 2
        for line in lines:
            self.text(at, baseline, line, size, face, align, colour)
            baseline += step

    def paragraph(
        self,
        x: float,
        y: float,
        width: float,
        text: str,
        size: float = m.BODY,
        face: str = REGULAR,
        colour: Colour | None = None,
    ) -> float:
        """Write `text` in lines of `width` below `y`; return where the next one may begin."""
        step = m.leading(size)
        for line in wrap(text, width, size, face):
            self.text(x, y + step - size * 0.1, line, size, face, colour=colour)
            y += step
        return y

    def line(
        self, x1: float, y1: float, x2: float, y2: float, weight: float = m.HAIR, colour: Colour | None = None
    ) -> None:
        """Draw a line; `weight` in mm."""
        pdf, height = self.pdf, self.size.height
        pdf.setLineWidth(weight * m.MM)
        pdf.setStrokeColorRGB(*(colour or self.palette.line))
        pdf.line(x1 * m.MM, (height - y1) * m.MM, x2 * m.MM, (height - y2) * m.MM)

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: Colour | None = None,
        stroke: Colour | None = None,
        weight: float = m.HAIR,
        radius: float = 0,
    ) -> None:
        """Draw a box whose upper left corner is at (x, y), its corners rounded by `radius`."""
        pdf = self.pdf
        if fill:
            pdf.setFillColorRGB(*fill)
        if stroke:
            pdf.setLineWidth(weight * m.MM)
            pdf.setStrokeColorRGB(*stroke)
        place = (x * m.MM, (self.size.height - y - height) * m.MM, width * m.MM, height * m.MM)
        if radius:
            pdf.roundRect(*place, radius * m.MM, stroke=bool(stroke), fill=bool(fill))
        else:
            pdf.rect(*place, stroke=bool(stroke), fill=bool(fill))


@lru_cache(maxsize=4096)
def fit(text: str, width: float, height: float, size: float, face: str = REGULAR) -> tuple[float, tuple[str, ...]]:
    """Return (size, lines) with which `text` stands in a box of `width` x `height` mm, at most `size` points.

    It is made smaller first, then broken between words, then within them; what does not even fit in the least size ends
    in an ellipsis.
    """
    available = width * m.MM
    if fonts.width(text, face, size) <= available:
        return size, (text,)
    smaller = max(m.LEAST, size * 0.8)
    shrunk = size * available / max(fonts.width(text, face, size), 0.1)
    if shrunk >= smaller:
        return shrunk, (text,)
    for inside in (False, True):
        now = size
        while now >= m.LEAST:
            most = max(1, int((height + m.leading(now) - now * m.CAP * 1.4) / m.leading(now)))
            lines = wrap(text, width, now, face, inside)
            if len(lines) <= most and (inside or all(fonts.width(line, face, now) <= available for line in lines)):
                return now, lines
            now -= 0.5
    lines = wrap(text[:2000], width, m.LEAST, face, True)
    most = max(1, int(height / m.leading(m.LEAST)))
    last = lines[most - 1]
    while last and fonts.width(last + ELLIPSIS, face, m.LEAST) > available:
        last = last[:-1]
    return m.LEAST, (*lines[: most - 1], last + ELLIPSIS)


@lru_cache(maxsize=4096)
def wrap(text: str, width: float, size: float, face: str = REGULAR, inside: bool = True) -> tuple[str, ...]:
    """Return `text` as lines of at most `width` mm; its own line ends stay.

    A word that is too long is broken if `inside`.
    """
    available = width * m.MM
    lines = []
    for paragraph in text.split("\n"):
        line = ""
        for word in filter(None, paragraph.split(" ")):
            longer = f"{line} {word}" if line else word
            if fonts.width(longer, face, size) <= available:
                line = longer
                continue
            if line:
                lines.append(line)
            *full, line = _pieces(word, available, size, face) if inside else [word]
            lines.extend(full)
        lines.append(line)
    return tuple(lines)


def _pieces(word: str, available: float, size: float, face: str) -> list[str]:
    """Return `word` cut into pieces that fit, the last one not empty."""
    pieces = [""]
    for character in word:
        if pieces[-1] and fonts.width(pieces[-1] + character, face, size) > available:
            pieces.append("")
        pieces[-1] += character
    return pieces
