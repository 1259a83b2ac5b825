"""Fitting text into a width or a box: lines, type sizes, hyphens in our own texts, shortened names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from companion.core.names import bare, shortened
from companion.core.translator import Translator
from companion.sheets import fonts
from companion.sheets import measures as m
from companion.sheets.fonts import REGULAR

if TYPE_CHECKING:
    from pyphen import Pyphen

ELLIPSIS = "\u2026"
_DICTIONARIES = {"de": "de_DE"}  # where pyphen would take that of another country
_LOOSE = 0.2  # share of a line: if this much would stay empty, a word is hyphenated
_WORD = re.compile(r"%\(\w+\)s|[^\W\d_]{7,}")  # a placeholder, or a word long enough to be broken


@lru_cache(maxsize=4096)
def fit(text: str, width: float, height: float, size: float, face: str = REGULAR) -> tuple[float, tuple[str, ...]]:
    """The type size, at most `size` points, and the lines that fit `text` into `width` × `height` mm.

    It is made smaller first, then broken between words and at soft hyphens; text that does not fit in the smallest
    size ends in an ellipsis.
    """
    available = width * m.MM
    text, soft = text[:2000].replace(fonts.SOFT_HYPHEN, ""), text[:2000]
    needed = fonts.width(text, face, size)
    if needed <= available:
        return size, (text,)
    shrunk = size * available / max(needed, 0.1)
    if shrunk >= max(m.MIN_TYPE, size * 0.8):
        return shrunk, (text,)
    if broken := next(in_lines(soft, width, height, size, face), None):
        return broken
    if shrunk >= m.MIN_TYPE:
        return shrunk, (text,)
    lines = wrap(soft, width, m.MIN_TYPE, face, False)
    line_count = max(1, _most_lines(height, m.MIN_TYPE))
    shown_lines = [_shortened(line, available, face) for line in lines[:line_count]]
    if len(lines) > line_count:
        shown_lines[-1] = _shortened(f"{lines[line_count - 1]} {lines[line_count]}{ELLIPSIS}", available, face)
    return m.MIN_TYPE, tuple(shown_lines)


def fit_name(name: str, width: float, height: float, size: float, face: str = REGULAR) -> tuple[float, tuple[str, ...]]:
    """The size and lines that fit a name into such a box: in full on one or two lines, else its initials.

    A name is broken between words or after a hyphen; one that is too long in every form ends in an ellipsis.
    """
    available = width * m.MM
    name = " ".join(name[:400].split())
    current = size
    while current >= m.MIN_RULE_TYPE:
        if fonts.width(name, face, current) <= available:
            return current, (name,)
        current -= 0.5
    for fitted, lines in in_lines(name.replace("-", "- "), width, height, min(size, m.MIN_RULE_TYPE + 1), face):
        if len(lines) <= 2:
            return fitted, tuple(line.replace("- ", "-") for line in lines)
    short = initials(name) if " " in name else name
    shrunk = min(size, size * available / max(fonts.width(short, face, size), 0.1))
    if shrunk >= m.MIN_TYPE:
        return shrunk, (short,)
    return m.MIN_TYPE, (_shortened(short + ELLIPSIS, available, face),)


def in_lines(text: str, width: float, height: float, size: float, face: str) -> Iterator[tuple[float, tuple[str, ...]]]:
    """Yield each type size from `size` down that fits `text` into such a box on several lines, with these lines."""
    while size >= m.MIN_TYPE:
        lines = wrap(text, width, size, face, False)
        fits = all(fonts.width(line, face, size) <= width * m.MM for line in lines)
        if fits and len(lines) <= _most_lines(height, size):
            yield size, lines
        size -= 0.5


def initials(name: str) -> str:
    """ "Anna-Maria von Stein (2)" as "A. v. S. (2)"."""
    words = (word.lstrip("-") for word in fonts.printed(bare(name)).split())
    return " ".join(word if word[0] == "(" else f"{word[0]}." for word in words if word)


def cut(name: str) -> str:
    """At most 120 characters."""
    return shortened(name, 120)


def is_shortened(name: str, lines: tuple[str, ...]) -> bool:
    return "".join(lines).replace(" ", "") != "".join(name.split())


def _most_lines(height: float, size: float) -> int:
    return max(1, int((height + m.leading(size) - size * m.CAP_HEIGHT * 1.4) / m.leading(size)))


def _shortened(line: str, available: float, face: str) -> str:
    """As much of `line` as fits in the smallest type, with an ellipsis if something is cut off."""
    if fonts.width(line, face, m.MIN_TYPE) <= available:
        return line
    line = line.removesuffix(ELLIPSIS)
    parts = (line[:end] + ELLIPSIS for end in range(len(line), -1, -1))
    return next((part for part in parts if fonts.width(part, face, m.MIN_TYPE) <= available), ELLIPSIS)


def text_height(text: str, width: float, size: float, face: str = REGULAR) -> float:
    """In mm, in lines of at most `width` mm."""
    return len(wrap(text, width, size, face)) * m.leading(size)


@lru_cache(maxsize=4096)
def wrap(text: str, width: float, size: float, face: str = REGULAR, inside: bool = True) -> tuple[str, ...]:
    """`text` as lines of at most `width` mm; its own line breaks are kept.

    Words are hyphenated at soft hyphens if that fills a line. A word that is still too long is broken if `inside`.
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
                hyphenated, rest = _hyphenated(line, rest, available, size, face)
                if hyphenated or line:
                    lines.append(hyphenated or line)
                    line = ""
                else:
                    *full, line = _pieces(plain, available, size, face) if inside else [plain]
                    used = fonts.width(line, face, size)
                    lines.extend(full)
                    rest = ""
        lines.append(line)
    return tuple(lines)


def _hyphenated(line: str, word: str, available: float, size: float, face: str) -> tuple[str, str]:
    """`line` with the beginning of `word`, and the rest of it; ("", word) if it should not be broken here."""
    parts = word.split(fonts.SOFT_HYPHEN)
    if len(parts) == 1 or (line and fonts.width(line, face, size) > available * (1 - _LOOSE)):
        return "", word
    start = f"{line} " if line else ""
    for count in range(len(parts) - 1, 0, -1):
        hyphenated = f"{start}{''.join(parts[:count])}-"
        if fonts.width(hyphenated, face, size) <= available:
            return hyphenated, fonts.SOFT_HYPHEN.join(parts[count:])
    return "", word


def _pieces(word: str, available: float, size: float, face: str) -> list[str]:
    """Pieces that fit, the last one not empty."""
    pieces = [""]
    for character in word:
        if pieces[-1] and fonts.width(pieces[-1] + character, face, size) > available:
            pieces.append("")
        pieces[-1] += character
    return pieces


# What the patterns break wrongly: schwa-rze, Aufwärts-s-tapel.
_MENDED = ((re.compile("(?<=chwa)\u00adr\u00ad?(?=z)"), "r\u00ad"), (re.compile("(?<=s)\u00ads\u00ad(?=t)"), "\u00ads"))


def with_hyphens(translator: Translator) -> Translator:
    """Its texts have soft hyphens; values that are filled in have none."""
    lang = translator.lang
    if (dictionary := _dictionary(lang)) is None:
        return translator

    def gettext(text: str) -> str:
        return _soften(translator.gettext(text), dictionary)

    def ngettext(one: str, many: str, n: int) -> str:
        return _soften(translator.ngettext(one, many, n), dictionary)

    return Translator(translator.words, translator.names, gettext, ngettext, translator.finish, lang)


@lru_cache(maxsize=4096)
def _soften(text: str, dictionary: Pyphen) -> str:
    def softened(match: re.Match[str]) -> str:
        word = match[0]
        if word[0] == "%":
            return word
        hyphenated = str(dictionary.inserted(word, fonts.SOFT_HYPHEN))
        for wrong, right in _MENDED:
            hyphenated = wrong.sub(right, hyphenated)
        return hyphenated

    return _WORD.sub(softened, text)


@cache
def _dictionary(lang: str) -> Pyphen | None:
    from pyphen import Pyphen, language_fallback

    dictionary = language_fallback(_DICTIONARIES.get(lang, lang))
    return dictionary and Pyphen(lang=dictionary, left=3, right=3)
