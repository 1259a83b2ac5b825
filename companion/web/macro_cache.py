"""Macros that are drawn once for equal arguments: a page may show sixty cards, and shows the same ones again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from markupsafe import Markup
from msgspec import Struct, json

from companion.core.translator import Translator

MOST = 20_000  # drawings of a macro that are kept, of about 200 bytes each


def cache_macro(macro: Callable[..., Markup]) -> Callable[..., Markup]:
    """Return `macro` so that it is drawn once for equal arguments.

    It may use nothing but its arguments, and of a translator only the texts of the game, not the players' names.
    """
    drawn: dict[Any, Markup] = {}

    def call(*args: Any, **kwargs: Any) -> Markup:
        key = (*map(_key, args), *((name, _key(value)) for name, value in kwargs.items()))
        found = drawn.get(key)
        if found is None:
            if len(drawn) >= MOST:
                drawn.clear()
            found = drawn[key] = macro(*args, **kwargs)
        return found

    return call


def map_macro(macro: Callable[..., Markup]) -> Callable[..., Markup]:
    """Return a function of a list, and of what else `macro` takes: draws all its items, each as `cache_macro` does."""
    draw = cache_macro(macro)

    def call(items: Iterable[Any], *args: Any) -> Markup:
        return Markup("").join([draw(item, *args) for item in items])

    return call


def _key(value: Any) -> Any:
    if isinstance(value, Translator):
        return value.lang, id(value.words)
    return json.encode(value) if isinstance(value, Struct | dict | list) else value
