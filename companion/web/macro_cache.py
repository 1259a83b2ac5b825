"""Parts of templates that are drawn once for equal values, because most of a board stays the same."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any

from flask import Flask, request
from markupsafe import Markup
from msgspec import Struct, json

from companion.core.translator import Translator
from companion.i18n import language
from companion.store.lru_cache import LruCache

MAX_DRAWINGS = 20_000  # drawings of a macro that are kept, of about 200 bytes each
MAX_FRAGMENTS = 4_000  # of an application, of about 500 bytes each
_COMPOUND = (Struct, dict, list, tuple)


def init_app(app: Flask) -> None:
    """Give the templates of `app` the functions below."""
    app.add_template_global(cache_macro)
    app.add_template_global(map_macro)
    app.add_template_global(fragment_cache(), "cached")


def cache_macro(macro: Callable[..., Markup]) -> Callable[..., Markup]:
    """Return `macro` with a cache: it is drawn once for equal arguments.

    It may use only its arguments, and only the game's texts from a translator, not the players' names.
    """
    draw = _drawn_once(macro)

    def call(*args: Any, **kwargs: Any) -> Markup:
        key = (*map(_key, args), *((name, _key(value)) for name, value in kwargs.items()))
        return draw(key, *args, **kwargs)

    return call


def map_macro(macro: Callable[..., Markup]) -> Callable[..., Markup]:
    """Return a function that draws all items of a list with `macro`, each cached as by `cache_macro`."""
    draw = _drawn_once(macro)

    def call(items: Iterable[Any], *args: Any) -> Markup:
        others = tuple(map(_key, args))
        return Markup("".join([draw((_key(item), others), item, *args) for item in items]))  # noqa: S704 - all are

    return call


def fragment_cache() -> Callable[..., Markup]:
    """Return the function of `{% call cached("name", value, …) %} … {% endcall %}`, which draws the block once.

    It is drawn again for other values, in another language, and on the pages of another table or game. What else the
    block shows must be among the values; the name tells it from all other blocks.
    """
    drawn: LruCache[Hashable, Markup] = LruCache(MAX_FRAGMENTS)

    def cached(name: str, *values: Any, caller: Callable[[], Markup]) -> Markup:
        page = tuple((request.view_args or {}).values())  # what `url_for` fills in
        key = (name, language.current(), page, *map(_key_with_names, values))
        kept = drawn.get(key)
        if kept is None:
            kept = caller()
            drawn.put(key, kept)
        return kept

    return cached


def _drawn_once(macro: Callable[..., Markup]) -> Callable[..., Markup]:
    drawn: dict[Hashable, Markup] = {}

    def draw(key: Hashable, *args: Any, **kwargs: Any) -> Markup:
        kept = drawn.get(key)
        if kept is None:
            if len(drawn) >= MAX_DRAWINGS:
                drawn.clear()
            kept = drawn[key] = macro(*args, **kwargs)
        return kept

    return draw


def _key_with_names(value: Any) -> Hashable:
    return (_key(value), *value.names) if isinstance(value, Translator) else _key(value)


def _key(value: Any) -> Hashable:
    if isinstance(value, Translator):
        return value.lang, id(value.words)
    return json.encode(value) if isinstance(value, _COMPOUND) else value
