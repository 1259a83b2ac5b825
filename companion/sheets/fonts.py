"""Fonts: Noto Sans, FiraGO for scripts that it lacks, and this computer's fonts for others.

ReportLab has no font fallback, so a text is split into runs, each in a font that has all its characters; a character
that no font has is left out. python-bidi puts the runs of each isolated name in order, as if it stood alone, and all
parts follow each other from left to right; ReportLab shapes the runs in FiraGO with HarfBuzz, so that Arabic letters
join and marks are placed correctly.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from io import BytesIO
from itertools import groupby
from typing import TYPE_CHECKING

from msgspec import Struct

from companion.core.names import END, ISOLATE
from companion.sheets import system_fonts

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas as PdfCanvas

# ReportLab and the fonts are imported where they are used, which shortens the start of a server by a third.

REGULAR, BOLD = "NotoSans", "NotoSans-Bold"
_SHAPED = {REGULAR: "FiraGO", BOLD: "FiraGO-Bold"}
_PACKAGED = {REGULAR: "notos", BOLD: "notosbo", "FiraGO": "figo", "FiraGO-Bold": "figbo"}

SOFT_HYPHEN = "\u00ad"  # where a word may be broken; drawn only by `text_fitting.wrap`, as a hyphen
_ISOLATES = re.compile(f"[{ISOLATE}{END}]")


class Run(Struct, frozen=True):
    """A part of a text in one font, with its characters in reading order.

    `font` is the name of a packaged font, or the path of one of this computer, which may be drawn bold.
    """

    font: str
    text: str
    is_bold: bool = False

    def drawn(self, size: float) -> str:
        """What ReportLab draws, from left to right, in type of `size` points."""
        from reportlab.pdfbase.ttfonts import shapeStr

        return shapeStr(self.text, self.font, size, force=True) if self.font in _SHAPED.values() else self.text

    def width(self, size: float) -> float:
        """In points."""
        from reportlab.pdfbase import pdfmetrics

        if self.font not in _PACKAGED:
            return size * system_fonts.unit_width(self.text, self.font)
        if self.font in _SHAPED.values():
            advance: float = sum(glyph.x_advance for glyph in vars(self.drawn(size))["__shapeData__"])
            return size / 1000 * advance
        return pdfmetrics.stringWidth(self.text, self.font, size)

    def draw(self, pdf: PdfCanvas, x: float, y: float, size: float) -> None:
        """Draw the text on a ReportLab canvas from `x` on the baseline `y`, in points."""
        if self.font in _PACKAGED:
            pdf.setFont(self.font, size)
            pdf.drawString(x, y, self.drawn(size))
        else:
            system_fonts.draw(pdf, self.text, self.font, x, y, size, self.is_bold)


@lru_cache(maxsize=4096)
def text_runs(text: str, face: str) -> tuple[Run, ...]:
    """The runs of `text` from left to right, without the characters that no font has.

    An isolated name (`core.names.isolated`) is a part of its own, which the rest of the text does not move.
    """
    visible = _visible(text)
    if _characters(face).issuperset(visible):
        return (Run(face, visible),)
    if len(parts := _ISOLATES.split(text)) > 1:
        return tuple(run for part in parts if part for run in text_runs(part, face))
    return tuple(_in_display_order(printed(visible), face))


def missing(text: str) -> str:
    """Each character once."""
    return "".join(dict.fromkeys(sign for sign in _visible(text) if _font_for(sign, REGULAR) is None))


def printed(text: str) -> str:
    """Without the characters that no font has, and without a second space where one was left out."""
    left_out = missing(text)
    kept = "".join(character for character in text if character not in left_out)
    return re.sub(" +", " ", kept) if left_out else text


def width(text: str, face: str, size: float) -> float:
    """In points."""
    return size * unit_width(text, face)


@lru_cache(maxsize=16384)
def unit_width(text: str, face: str) -> float:
    """In points for each point of its size."""
    return sum(run.width(1) for run in text_runs(text, face))


def default_font() -> str:
    """The name of a document's first font, after registering it with ReportLab."""
    _characters(REGULAR)
    return REGULAR


def _visible(text: str) -> str:
    """Without control characters such as soft hyphens."""
    if text.isascii():
        return text
    return "".join(character for character in text if unicodedata.category(character) != "Cf")


def _in_display_order(text: str, face: str) -> Iterator[Run]:
    from bidi.algorithm import get_display  # unlike bidi.get_display, it mirrors brackets

    def direction_and_font(character: str) -> tuple[bool, str]:
        kind = unicodedata.bidirectional(character)
        is_mark = kind == "NSM" and "\u0590" <= character <= "\u08ff"  # a point or vowel sign of such a script
        return kind in ("R", "AL") or is_mark, _font_for(character, face) or face

    for (right_to_left, font), group in groupby(get_display(text), direction_and_font):
        part = "".join(group)
        # HarfBuzz needs the letters in reading order, and reverses them itself.
        yield Run(font, part[::-1] if right_to_left else part, face == BOLD)


@cache
def _characters(font: str) -> frozenset[str]:
    """Of a packaged font; registers it with ReportLab on first use."""
    import pymupdf_fonts
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    packaged = TTFont(font, BytesIO(pymupdf_fonts.myfont(_PACKAGED[font])))
    pdfmetrics.registerFont(packaged)
    return frozenset(map(chr, packaged.face.charToGlyph)) - {"\x00", "\r", "\n", "\t"}


def _font_for(character: str, face: str) -> str | None:
    """The first font that has `character`."""
    for font in (face, _SHAPED[face]):
        if character in _characters(font):
            return font
    return system_fonts.font_with(character)
