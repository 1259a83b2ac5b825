"""A canvas for one side of a sheet: fitted text, lines, boxes. In millimetres from its upper left corner."""

from __future__ import annotations

from collections.abc import Sequence
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
        size, lines = fit(text, box[2], box[3], size, face)
        self._lines(box, lines, size, face, align, colour)

    def _lines(
        self,
        box: tuple[float, float, float, float],
        lines: Sequence[str],
        size: float,
        face: str,
        align: str,
        colour: Colour | None,
    ) -> None:
        x, y, width, height = box
        step = m.leading(size)
        at = {"left": x, "center": x + width / 2, "right": x + width}[align]
        baseline = y + (height - step * (len(lines) - 1) + size * m.CAP) / 2
        for line in lines:
            self.text(at, baseline, line, size, face, align, colour)
            baseline += step

    def name(
        self,
        box: tuple[float, float, float, float],
        name: str,
        size: float = m.BODY,
        face: str = REGULAR,
        align: str = "center",
    ) -> None:
        """Write a person's name in `box`, half-way down; nothing if a letter of it is in no font: it is written in."""
        if fonts.missing_characters(name):
            self.missing.update(dict.fromkeys(fonts.missing_characters(name)))
            return
        fitted, lines = fit_name(name, box[2], box[3], size, face)
        self._lines(box, lines, fitted, face, align, None)

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

    It is made smaller first, then broken between words and where hyphens may be; what does not even fit in the least
    size ends in an ellipsis.
    """
    available = width * m.MM
    text, soft = text[:2000].replace(fonts.SOFT_HYPHEN, ""), text[:2000]
    needed = fonts.width(text, face, size)
    if needed <= available:
        return size, (text,)
    shrunk = size * available / max(needed, 0.1)
    if shrunk >= max(m.LEAST, size * 0.8):
        return shrunk, (text,)
    now = size
    while now >= m.LEAST:
        lines = wrap(soft, width, now, face, False)
        if len(lines) <= _most_lines(height, now) and all(fonts.width(line, face, now) <= available for line in lines):
            return now, lines
        now -= 0.5
    if shrunk >= m.LEAST:
        return shrunk, (text,)
    lines = wrap(soft, width, m.LEAST, face, False)
    most = max(1, _most_lines(height, m.LEAST))
    kept = [_shortened(line, available, face) for line in lines[:most]]
    if len(lines) > most:
        kept[-1] = _shortened(f"{lines[most - 1]} {lines[most]}{ELLIPSIS}", available, face)
    return m.LEAST, tuple(kept)


def fit_name(name: str, width: float, height: float, size: float, face: str = REGULAR) -> tuple[float, tuple[str, ...]]:
    """Return (size, lines) with which a name stands in such a box: whole on a line or two, else its initials.

    A name is never broken within a word; one that is too long in every form ends in an ellipsis.
    """
    available = width * m.MM
    name = " ".join(name[:400].split())
    now = size
    while now >= m.RULE - 0.01:
        if fonts.width(name, face, now) <= available:
            return now, (name,)
        now -= 0.5
    now = min(size, m.RULE + 1)
    while now >= m.LEAST:
        lines = wrap(name, width, now, face, False)
        if len(lines) <= min(2, _most_lines(height, now)) and all(
            fonts.width(line, face, now) <= available for line in lines
        ):
            return now, lines
        now -= 0.5
    short = initials(name) if " " in name else name
    shrunk = min(size, size * available / max(fonts.width(short, face, size), 0.1))
    if shrunk >= m.LEAST:
        return shrunk, (short,)
    return m.LEAST, (_shortened(short + ELLIPSIS, available, face),)


def initials(name: str) -> str:
    """Return the first letters of a name: "Anna-Maria von Stein" as "A.-M. v. S."."""
    words = ["-".join(f"{part[0]}." for part in word.split("-") if part) for word in name.split()]
    return " ".join(filter(None, words))


def is_shortened(name: str, lines: tuple[str, ...]) -> bool:
    """Tell whether `lines` hold less than the whole `name`."""
    return " ".join(lines) != " ".join(name.split())


def _most_lines(height: float, size: float) -> int:
    return max(1, int((height + m.leading(size) - size * m.CAP * 1.4) / m.leading(size)))


def _shortened(line: str, available: float, face: str) -> str:
    """Return `line` as far as it fits in the least type, with an ellipsis if something is cut off."""
    if fonts.width(line, face, m.LEAST) <= available:
        return line
    line = line.removesuffix(ELLIPSIS)
    low, high = 0, len(line)
    while low < high:
        middle = (low + high + 1) // 2
        fits = fonts.width(line[:middle] + ELLIPSIS, face, m.LEAST) <= available
        low, high = (middle, high) if fits else (low, middle - 1)
    return line[:low] + ELLIPSIS


@lru_cache(maxsize=4096)
def wrap(text: str, width: float, size: float, face: str = REGULAR, inside: bool = True) -> tuple[str, ...]:
    """Return `text` as lines of at most `width` mm; its own line ends stay.

    Words are hyphenated at soft hyphens where that fills a line. A word that is too long even so is broken if `inside`.
    """
    available = width * m.MM
    lines: list[str] = []
    space = fonts.width(" ", face, size)
    for paragraph in text.split("\n"):
        line, used = "", 0.0
        for word in filter(None, paragraph.split(" ")):
            rest = word
            while rest:
                plain = rest.replace(fonts.SOFT_HYPHEN, "")
                needed = fonts.width(plain, face, size)
                if (longer := used + space + needed if line else needed) <= available:
                    line, used, rest = f"{line} {plain}" if line else plain, longer, ""
                    continue
                begun, rest = _hyphenated(line, rest, available, size, face)
                if begun:
                    lines.append(begun)
                    line = ""
                elif line:
                    lines.append(line)
                    line = ""
                else:
                    *full, line = _pieces(plain, available, size, face) if inside else [plain]
                    used = fonts.width(line, face, size)
                    lines.extend(full)
                    rest = ""
        lines.append(line)
    return tuple(lines)


_LOOSE = 0.2  # of a line: where so much would stay empty, a word is hyphenated


def _hyphenated(line: str, word: str, available: float, size: float, face: str) -> tuple[str, str]:
    """Return `line` with the beginning of `word`, and the rest of it; ("", word) if it is better not broken here."""
    parts = word.split(fonts.SOFT_HYPHEN)
    if len(parts) == 1 or (line and fonts.width(line, face, size) > available * (1 - _LOOSE)):
        return "", word
    start = f"{line} " if line else ""
    for count in range(len(parts) - 1, 0, -1):
        begun = f"{start}{''.join(parts[:count])}-"
        if fonts.width(begun, face, size) <= available:
            return begun, fonts.SOFT_HYPHEN.join(parts[count:])
    return "", word


def _pieces(word: str, available: float, size: float, face: str) -> list[str]:
    """Return `word` cut into pieces that fit, the last one not empty."""
    pieces = [""]
    for character in word:
        if pieces[-1] and fonts.width(pieces[-1] + character, face, size) > available:
            pieces.append("")
        pieces[-1] += character
    return pieces
