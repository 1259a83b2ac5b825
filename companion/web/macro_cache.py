"""Parts of templates that are rendered once for equal values, because most of a board stays the same."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from flask import Flask, g
from markupsafe import Markup
from msgspec import Struct, json

from companion.core.translator import Translator
from companion.i18n import language
from companion.lru_cache import LruCache

MAX_RENDERINGS = 20_000  # renderings of a macro that are kept, of about 200 bytes each
MAX_FRAGMENTS = 4_000  # fragments that an application keeps, of about 500 bytes each


def init_app(app: Flask) -> None:
    """Give the templates of `app` the functions below."""
    app.add_template_global(cache_macro)
    app.add_template_global(cached)


def cache_macro(macro: Callable[..., Markup]) -> Callable[..., Markup]:
    """Return a function that renders `macro` once for equal arguments.

    It may use only its arguments, and only the game's texts from a translator, not the players' names.
    """
    rendered: LruCache[Hashable, Markup] = LruCache(MAX_RENDERINGS)
    return lambda *args: rendered.get_or_put(tuple(map(_key, args)), macro, *args)


def cached(name: str, *values: Any, caller: Callable[[], Markup]) -> Markup:
    """Render the block of `{% call cached("name", value, …) %} … {% endcall %}` once.

    It is rendered again for other values, in another language, and on the pages of another table or game. What else the
    block shows must be among the values; its name must be its own.
    """
    url_values = tuple(g.get("url_values", {}).values())  # the values that `url_for` fills in
    names = [value.names for value in values if isinstance(value, Translator)]
    key = (name, language.current(), url_values, *map(_key, values), *map(tuple, names))
    rendered: LruCache[Hashable, Markup] = LruCache.of_app("fragments", MAX_FRAGMENTS)
    return rendered.get_or_put(key, caller)


def _key(value: Any) -> Hashable:
    if isinstance(value, Translator):
        return value.lang, id(value.words)
    return json.encode(value) if isinstance(value, Struct | dict | list | tuple) else value
