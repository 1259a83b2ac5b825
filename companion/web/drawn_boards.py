"""The boards drawn last: an entry, its page and its stream show the same one, drawn once."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from companion.store.positions import Position


class DrawnBoards:
    """At most `size` boards, each with what it was drawn from."""

    def __init__(self, size: int = 256) -> None:
        self.size = size
        self._boards: dict[Hashable, tuple[Position, Any, str]] = {}

    def get(self, key: Hashable, position: Position, other: Any) -> str | None:
        """Return the board drawn for `key` from this very position and from an equal `other`, None if there is none."""
        found = self._boards.pop(key, None)
        if found is None or found[0] is not position or found[1] != other:
            return None
        self._boards[key] = found  # used last: the last to go
        return found[2]

    def put(self, key: Hashable, position: Position, other: Any, board: str) -> None:
        """Keep a board, and let go of the one not used for longest if there are too many."""
        self._boards[key] = (position, other, board)
        if len(self._boards) > self.size:
            del self._boards[next(iter(self._boards))]
