"""A cache of bounded size."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

from flask import current_app

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class LruCache(Generic[K, V]):
    """At most `size` values; when there are too many, the least recently used one is dropped.

    Threads may share it; at worst, a thread does not find a value that another one is just moving.
    """

    def __init__(self, size: int = 256) -> None:
        self.size = size
        self._values: dict[K, V] = {}

    @classmethod
    def of_app(cls, name: str, size: int = 256) -> LruCache[K, V]:
        """Return the current application's cache with this name."""
        return current_app.extensions.setdefault(f"companion.{name}", cls(size))

    def get(self, key: K) -> V | None:
        """Return the value of `key`, or None if it is not kept."""
        value = self._values.pop(key, None)
        if value is not None:
            self._values[key] = value  # now the last to be dropped
        return value

    def put(self, key: K, value: V) -> None:
        """Keep `value` under `key`, replacing any previous value."""
        self._values.pop(key, None)
        self._values[key] = value
        if len(self._values) > self.size:
            self._values.pop(next(iter(self._values)), None)

    def get_or_put(self, key: K, compute: Callable[..., V], *args: Any) -> V:
        """Return the value of `key`; if it is not kept, `compute(*args)` makes it."""
        value = self.get(key)
        if value is None:
            value = compute(*args)
            self.put(key, value)
        return value
