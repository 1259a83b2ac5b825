"""Lists of names, as people type them in each language."""

from __future__ import annotations

import re

# The word before the last name of a list, in each language; "&" and "+" in all of them.
AND = {"en": "and", "es": "y|e", "pt_BR": "e", "de": "und"}


def split_names(text: str, language: str) -> list[str]:
    """Return the names listed in `text`, without empty ones; `language` is a key of LANGUAGES.

    Commas, new lines and semicolons between names separate them. "Ana and Luis" are two people too, but "Costa e Silva"
    may be one: the word separates only in its own language, between single words or after a comma.
    """
    word = rf"(?:{AND[language]}|&|\+)"
    first, *later = re.split(r"[,\n]|;(?=\s*\S)", text)
    parts = [first, *(re.sub(rf"^\s*{word}\s+", "", part) for part in later)]
    names: list[str] = []
    for part in parts:
        couple = re.split(rf"(?<=\S)\s+{word}\s+(?=\S)", part.strip())
        names += couple if all(len(name.split()) == 1 for name in couple) else [part]
    return [name for name in (" ".join(name.split()) for name in names) if name]
