"""Embedded fonts: Noto Sans, and for what it lacks FiraGO and what this computer has.

ReportLab knows no font fallback and no right-to-left writing, so a text is split into runs, each in a font that has
all its signs.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from io import BytesIO
from itertools import accumulate, groupby

import pymupdf_fonts
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFError, TTFont

from companion.sheets import eastern

REGULAR, BOLD = "NotoSans", "NotoSans-Bold"
_FALLBACK = {REGULAR: "FiraGO", BOLD: "FiraGO-Bold"}
_PACKED = {REGULAR: "notos", BOLD: "notosbo", "FiraGO": "figo", "FiraGO-Bold": "figbo"}

LACKING = "\u2039?\u203a"  # stands for a sign that no font has
# A hyphen that is meant as a minus: before a number, or between two. Those in words and dates stay.
_MINUS = re.compile(r"(?<![\w.-])-(?=\d)|(?:^|(?<=\d[ \u00a0]))-(?=[ \u00a0]\d)")


@lru_cache(maxsize=4096)
def runs(text: str, face: str) -> tuple[tuple[str, str], ...]:
    """Return `text` as (font, part) in the order in which it is drawn, left to right.

    A hyphen before a number becomes a minus sign. A sign that no font has becomes `LACKING`, in `face`.
    """
    text = _MINUS.sub("\u2212", text)
    signs = _signs(face)
    if signs.issuperset(text):
        return ((face, text),)
    text = _drawn_left_to_right(text)
    chosen = [(_font_with(sign, face), sign) for sign in text]
    return tuple(
        (font or face, "".join(sign for _, sign in group) if font else LACKING)
        for font, group in groupby(chosen, key=lambda pair: pair[0])
    )


def lacking(text: str) -> list[str]:
    """Return the signs of `text` that no font has, each once, in order."""
    if _signs(REGULAR).issuperset(text):
        return []
    return list(dict.fromkeys(sign for sign in text if _font_with(sign, REGULAR) is None))


@lru_cache(maxsize=8192)
def width(text: str, face: str, size: float) -> float:
    """Return the width of `text` in points."""
    return sum(pdfmetrics.stringWidth(part, font, size) for font, part in runs(text, face))


def first() -> str:
    """Return the name of the font that a document begins with, known to ReportLab from now on."""
    _signs(REGULAR)
    return REGULAR


@cache
def _signs(font: str) -> frozenset[str]:
    """Return the signs that `font` has; registers it with ReportLab when it is first asked for."""
    packed = TTFont(font, BytesIO(pymupdf_fonts.myfont(_PACKED[font])))
    pdfmetrics.registerFont(packed)
    return frozenset(map(chr, packed.face.charToGlyph)) - {"\x00", "\r", "\n", "\t"}


def _font_with(sign: str, face: str) -> str | None:
    for font in (face, _FALLBACK[face]):
        if sign in _signs(font):
            return font
    for font, signs in _of_this_computer().items():
        if sign in signs:
            return font
    return _converted(sign)


@cache
def _of_this_computer() -> dict[str, frozenset[str]]:
    """Return the fonts found on this computer that ReportLab can embed, with their signs."""
    fonts = {}
    for name, path in eastern.files(eastern.TRUETYPE).items():
        try:
            font = TTFont(name, BytesIO(path.read_bytes()))
        except (TTFError, OSError):
            continue
        pdfmetrics.registerFont(font)
        fonts[name] = frozenset(map(chr, font.face.charToGlyph))
    return fonts


@cache
def _converted(sign: str) -> str | None:
    """Return the name of a font that holds `sign` alone, made from one that ReportLab refuses."""
    made = eastern.converted(sign)
    if made is None:
        return None
    name = f"Eastern-{ord(sign):X}"
    pdfmetrics.registerFont(TTFont(name, BytesIO(made)))
    return name


def _drawn_left_to_right(text: str) -> str:
    """Return `text` as its signs stand on paper from left to right.

    Hebrew and Arabic are turned round, Arabic letters joined.
    """
    text = "".join(sign for sign in text if unicodedata.category(sign) != "Cf")
    if not any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in text):
        return text
    text = _joined(text)
    sides = _sides(text)
    parts = [
        (backwards, "".join(sign for _, sign in group))
        for backwards, group in groupby(zip(sides, text, strict=True), key=lambda pair: pair[0])
    ]
    if sides[0]:  # the whole text runs from right to left
        parts.reverse()
    return "".join(_turned(part) if backwards else part for backwards, part in parts)


def _sides(text: str) -> list[bool]:
    """Tell of each sign whether it runs from right to left; one with no side of its own goes with its neighbours."""
    kinds = [unicodedata.bidirectional(sign) for sign in text]
    strong = [kind in ("R", "AL") if kind in ("R", "AL", "L", "EN", "AN") else None for kind in kinds]
    whole = next(side for side in strong if side is not None)
    before = list(accumulate(strong, _latest, initial=whole))[1:]
    after = list(accumulate(reversed(strong), _latest, initial=whole))[:0:-1]
    return [one if one == other else whole for one, other in zip(before, after, strict=True)]


def _latest(side: bool, own: bool | None) -> bool:
    return side if own is None else own


def _turned(text: str) -> str:
    """Return `text` backwards, combining marks still behind their letter."""
    clusters: list[str] = []
    for sign in text:
        if unicodedata.combining(sign) and clusters:
            clusters[-1] += sign
        else:
            clusters.append(sign)
    return "".join(reversed(clusters))


def _joined(text: str) -> str:
    """Return `text` with each Arabic letter in the form that its neighbours ask for."""
    forms = _arabic_forms()
    letters = []
    for index, sign in enumerate(text):
        before = index > 0 and "initial" in forms.get(text[index - 1], {})
        after = index + 1 < len(text) and "final" in forms.get(text[index + 1], {})
        own = forms.get(sign, {})
        kind = ("medial" if after and "medial" in own else "final") if before else "initial" if after else "isolated"
        letters.append(own.get(kind, sign))
    return "".join(letters)


@cache
def _arabic_forms() -> dict[str, dict[str, str]]:
    forms: dict[str, dict[str, str]] = {}
    for code in range(0xFE80, 0xFEF5):
        kind, _, base = unicodedata.decomposition(chr(code)).partition(" ")
        if base and " " not in base and kind in ("<initial>", "<medial>", "<final>"):
            forms.setdefault(chr(int(base, 16)), {})[kind[1:-1]] = chr(code)
    return forms
