"""Every text of the rule books in a language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from companion.games import GAMES
from companion.games.book_files import book_of, principles


def book_texts(lang: str) -> Iterator[str]:
    """Yield the texts of all books, and the ids and values among them; not what players call things."""
    for slug in GAMES:
        yield from _texts({**msgspec.structs.asdict(book_of(slug, lang)), "phrases": ()})
    yield from _texts(principles(lang))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, msgspec.Struct):
        yield from _texts(msgspec.structs.asdict(value))
    elif isinstance(value, dict | list | tuple):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _texts(item)
