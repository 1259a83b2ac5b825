"""Every text of the rule books in a language, and books with other texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest

from companion.games import with_rules
from companion.games.book_files import _Reader, book_of, principles
from companion.games.rulebooks import all_mistakes, all_rules


def book_texts(lang: str) -> Iterator[str]:
    """Yield the texts of all books, and the ids and values among them; not what players call things."""
    for slug in with_rules():
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


@contextmanager
def changed_books(change: Callable[[str], str]) -> Iterator[None]:
    """Let every text of the rule books be what `change` makes of it, for the block."""
    _forget_books()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_Reader, "filled", lambda self, text, filled=_Reader.filled: change(filled(self, text)))
        yield
    _forget_books()


def _forget_books() -> None:
    for cached in (book_of, principles, all_rules, all_mistakes):
        cached.cache_clear()
