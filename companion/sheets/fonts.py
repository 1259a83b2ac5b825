"""Embedded fonts: Noto Sans, and for other characters FiraGO and this computer's fonts.

ReportLab has no font fallback, so a text is split into runs, each in a font that has all its characters. python-bidi
puts them in order from left to right; ReportLab shapes text in FiraGO with HarfBuzz, so that Arabic letters join
and marks are placed correctly.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from contextlib import suppress
from functools import cache, lru_cache
from io import BytesIO
from itertools import groupby
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from companion.sheets import cjk

# ReportLab and the fonts are imported where they are used, which shortens the start of a server by a third.
if TYPE_CHECKING:
    from reportlab.pdfbase.ttfonts import TTFont

REGULAR, BOLD = "NotoSans", "NotoSans-Bold"
_FALLBACK = {REGULAR: "FiraGO", BOLD: "FiraGO-Bold"}
_PACKAGED = {REGULAR: "notos", BOLD: "notosbo", "FiraGO": "figo", "FiraGO-Bold": "figbo"}

SOFT_HYPHEN = "\u00ad"  # where a word may be broken; drawn only by `text_fitting.wrap`, as a hyphen
LEFT_TO_RIGHT = "\u200e"  # put before a text that begins with right-to-left letters
MISSING = "\u2039?\u203a"  # replaces a character that no font has
_PRIVATE_USE = 0xE000  # the first of 6400 codes without a character
_IN_NO_FONT = "\U000f0000"


class Run(Struct, frozen=True):
    """A part of a text in one font, with its characters in reading order; `is_shaped` if HarfBuzz places its glyphs."""

    font: str
    text: str
    is_shaped: bool = False

    def drawn(self, size: float) -> str:
        """Return what ReportLab draws, from left to right, in type of `size` points."""
        from reportlab.pdfbase.ttfonts import shapeStr

        return shapeStr(self.text, self.font, size, force=True) if self.is_shaped else self.text

    def width(self, size: float) -> float:
        """Return the width in points."""
        from reportlab.pdfbase import pdfmetrics
        from reportlab.pdfbase.ttfonts import ShapedStr

        drawn = self.drawn(size)
        if isinstance(drawn, ShapedStr):
            advance: float = sum(glyph.x_advance for glyph in vars(drawn)["__shapeData__"])
            return size / 1000 * advance
        return pdfmetrics.stringWidth(drawn, self.font, size)


@lru_cache(maxsize=4096)
def text_runs(text: str, face: str) -> tuple[Run, ...]:
    """Return the runs of `text` from left to right. A character that no font has becomes `MISSING`, in `face`."""
    text = text.replace(SOFT_HYPHEN, "")
    if _characters(face).issuperset(text):
        return (Run(face, text),)
    base = "L" if text.startswith(LEFT_TO_RIGHT) else None
    return tuple(_in_display_order("".join(map(_orderable, text)), face, base))


def left_to_right(text: str) -> str:
    """Return `text` marked as left-to-right, even if it begins with a right-to-left name."""
    if text.isascii():
        return text
    kinds = list(map(unicodedata.bidirectional, text))
    first = next((kind for kind in kinds if kind in ("L", "R", "AL")), "L")
    return LEFT_TO_RIGHT + text if first != "L" and "L" in kinds else text


def missing_characters(text: str) -> list[str]:
    """Return the characters of `text` that no font has, each once, in order."""
    if _characters(REGULAR).issuperset(text):
        return []
    letters = text.removeprefix(LEFT_TO_RIGHT)
    return list(dict.fromkeys(character for character in letters if _font_for(character, REGULAR) is None))


def width(text: str, face: str, size: float) -> float:
    """Return the width of `text` in points, in type of `size` points."""
    return size * unit_width(text, face)


@lru_cache(maxsize=16384)
def unit_width(text: str, face: str) -> float:
    """Return the width of `text` in points for each point of its size."""
    return sum(run.width(1) for run in text_runs(text, face))


def default_font() -> str:
    """Return the name of a document's first font, after registering it with ReportLab."""
    _characters(REGULAR)
    return REGULAR


def _in_display_order(text: str, face: str, base: str | None) -> Iterator[Run]:
    from bidi.algorithm import get_display  # unlike bidi.get_display, it mirrors brackets

    def direction_and_font(character: str) -> tuple[bool, str | None]:
        return _is_right_to_left(character), _font_for(character, face)

    for (right_to_left, font), group in groupby(get_display(text, base_dir=base), direction_and_font):
        part = "".join(group)
        if font is None:
            yield Run(face, MISSING)
        else:
            # HarfBuzz needs the letters in reading order, and reverses them itself.
            yield Run(font, part[::-1] if right_to_left else part, is_shaped=font in _FALLBACK.values())


def _orderable(character: str) -> str:
    """Return `character` if python-bidi can order it, or "" for an invisible control character."""
    if unicodedata.category(character) == "Cf":
        return ""
    return character if unicodedata.bidirectional(character) else _IN_NO_FONT


def _is_right_to_left(character: str) -> bool:
    kind = unicodedata.bidirectional(character)
    return kind in ("R", "AL") or (kind == "NSM" and "\u0590" <= character <= "\u08ff")  # points and vowel signs


@cache
def _characters(font: str) -> frozenset[str]:
    """Return the characters that `font` has; registers it with ReportLab on first use."""
    import pymupdf_fonts

    packaged = _registered(font, pymupdf_fonts.myfont(_PACKAGED[font]))
    characters = frozenset(map(chr, packaged.face.charToGlyph)) - {"\x00", "\r", "\n", "\t"}
    if font in _FALLBACK.values():
        _encode_all_glyphs(packaged)
    return characters


def _encode_all_glyphs(font: TTFont) -> None:
    """Give each glyph without a character a code in the private use area, so that the same text gives the same bytes.

    ReportLab would assign these codes in the order in which texts are drawn.
    """
    face: Any = font.face
    shaper: Any = font.hbFont()
    scale: Any = font.pdfScale
    encoded = set(face.charToGlyph.values())
    for code, glyph in enumerate(sorted(set(range(shaper.face.glyph_count)) - encoded), start=_PRIVATE_USE):
        face.charToGlyph[code] = glyph
        face.glyphToChar[glyph] = [code]
        face.charWidths[code] = scale(shaper.get_glyph_h_advance(glyph))


def _font_for(character: str, face: str) -> str | None:
    """Return the first font that has `character`, or None if there is none."""
    for font in (face, _FALLBACK[face]):
        if character in _characters(font):
            return font
    for font, characters in system_fonts().items():
        if character in characters:
            return font
    return converted(character)


@cache
def system_fonts() -> dict[str, frozenset[str]]:
    """Return the fonts of this computer that ReportLab can embed, with their characters."""
    from reportlab.pdfbase.ttfonts import TTFError

    fonts = {}
    for name, path in cjk.find_fonts(cjk.TRUETYPE).items():
        with suppress(TTFError, OSError):
            fonts[name] = frozenset(map(chr, _registered(name, path.read_bytes()).face.charToGlyph))
    return fonts


@cache
def converted(character: str) -> str | None:
    """Return the name of a font with only `character`, converted from a font that ReportLab can't embed."""
    data = cjk.convert(character)
    return None if data is None else _registered(f"CJK-{ord(character):X}", data).fontName


def _registered(name: str, data: bytes) -> TTFont:
    """Return the font in `data`, which ReportLab knows as `name` from now on."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    font = TTFont(name, BytesIO(data))
    pdfmetrics.registerFont(font)
    return font
