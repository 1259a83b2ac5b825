"""A cache of bounded size."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class RecentlyUsed(Generic[K, V]):
    """At most `size` values; when there are too many, the one not used for longest is dropped."""

    def __init__(self, size: int = 256) -> None:
        self.size = size
        self._values: dict[K, V] = {}

    def get(self, key: K) -> V | None:
        """Return the value of `key`, None if it is not kept."""
        if key not in self._values:
            return None
        value = self._values[key] = self._values.pop(key)  # now the last to be dropped
        return value

    def put(self, key: K, value: V) -> None:
        """Keep `value`, in the place of the one that `key` had."""
        self._values.pop(key, None)
        self._values[key] = value
        if len(self._values) > self.size:
            del self._values[next(iter(self._values))]
