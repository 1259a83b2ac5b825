"""The open pages of this process: how many there may be, and which games their streams wait for."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from flask import Flask
from msgspec import Struct, field
from werkzeug.exceptions import ServiceUnavailable

from companion.store import notifications


class OpenGame(Struct, eq=False):
    """A game with open pages, whose streams wait for `next_change`; there is a new event after each change.

    `changed_at` is the monotonic time of the last change, in seconds, or when the first page was opened.
    """

    id: int
    table_id: int
    pages: set[object] = field(default_factory=set)
    next_change: threading.Event = field(default_factory=threading.Event)
    changed_at: float = field(default_factory=time.monotonic)

    def wake(self) -> None:
        """Let the streams of this game look what is new."""
        self.changed_at = time.monotonic()
        change, self.next_change = self.next_change, threading.Event()
        change.set()


class Hub:
    """The games of this process that have open pages."""

    def __init__(self, app: Flask, limit: int, limit_per_table: int) -> None:
        self.limit = limit
        self.limit_per_table = limit_per_table
        self.is_closing = False  # the server stops, and every stream ends
        self._games: dict[int, OpenGame] = {}
        notifications.table_changed.connect(self.wake, sender=app)

    def count(self, table_id: int | None = None) -> int:
        """How many pages are open, of one table or of all."""
        return sum(len(game.pages) for game in [*self._games.values()] if table_id in (None, game.table_id))

    def open(self, game_id: int, table_id: int) -> tuple[OpenGame, Callable[[], None]]:
        """Add a page to a game; return the game, and what to call when the page is closed.

        :raises ServiceUnavailable: this process or this table has as many open pages as it may have.
        """
        if self.count() >= self.limit or self.count(table_id) >= self.limit_per_table:
            raise ServiceUnavailable(retry_after=30)
        game, page = self._games.setdefault(game_id, OpenGame(game_id, table_id)), object()
        game.pages.add(page)

        def close() -> None:
            if page in game.pages:
                game.pages.remove(page)
                if not game.pages:
                    del self._games[game_id]

        return game, close

    def close(self) -> None:
        """Let every stream tell its page that the server stops."""
        self.is_closing = True
        self.wake()

    def wake(self, _app: Flask | None = None, table_id: int | None = None, game_id: int = 0) -> None:
        """Wake the streams of a game; a `game_id` of 0 means all games of the table, no table all games."""
        for game in [*self._games.values()]:
            if table_id in (None, game.table_id) and game_id in (0, game.id):
                game.wake()
