"""Hyphenation: soft hyphens in our own texts, never in names."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Any

from companion.core.translator import Translator
from companion.sheets.fonts import SOFT_HYPHEN

PATTERNS = {"en": "en_GB", "es": "es", "pt_BR": "pt_BR", "de": "de_DE"}  # the dictionaries of pyphen
_WORD = re.compile(r"%\(\w+\)s|[^\W\d_]{7,}")  # a placeholder, or a word long enough to be broken


def with_hyphens(translator: Translator) -> Translator:
    """Return a translator into the same language whose texts have soft hyphens; values that are filled in have none."""
    lang = translator.lang
    if lang not in PATTERNS:
        return translator

    def gettext(text: str) -> str:
        return _soften(translator.gettext(text), lang)

    def ngettext(one: str, many: str, n: int) -> str:
        return _soften(translator.ngettext(one, many, n), lang)

    return Translator(translator.words, translator.names, gettext, ngettext, translator.finish, lang)


@lru_cache(maxsize=4096)
def _soften(text: str, lang: str) -> str:
    dictionary = _dictionary(lang)

    def softened(match: re.Match[str]) -> str:
        word = match[0]
        return word if word[0] == "%" else str(dictionary.inserted(word, SOFT_HYPHEN))

    return _WORD.sub(softened, text)


@cache
def _dictionary(lang: str) -> Any:
    from pyphen import Pyphen

    return Pyphen(lang=PATTERNS[lang], left=3, right=3)
