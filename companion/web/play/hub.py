"""The open pages of this process: each is sent the board of its game when that has changed.

Pages with the same `BoardKey` share one board per change. Only the newest board is kept for a page, so a slow phone
costs no memory and skips to the current board.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from flask import Flask
from msgspec import Struct
from sqlalchemy import select
from sqlalchemy.exc import NoResultFound
from werkzeug.exceptions import ServiceUnavailable

from companion.store import game_log, notifications
from companion.store.base import db
from companion.store.models import AccessLink

HEARTBEAT = 20.0  # seconds between heartbeats; a page that hears nothing for SILENCE (stream.js) connects again
_log = logging.getLogger(__name__)


class BoardKey(Struct, frozen=True):
    """The key of a board: everything that it depends on.

    The only part of it that comes from a request header is the language, which is one of ours.
    """

    table_id: int
    game_id: int
    seat: int | None
    may_enter: bool
    language: str
    view: str


class RenderedBoard(Struct, frozen=True):
    """A board after a row of the log, as a page and as an event of the stream; equal boards have equal tags."""

    tag: str
    html: str
    event: bytes
    last_row: int = 0


Render = Callable[[BoardKey], RenderedBoard]


class Subscriber(Struct, eq=False):
    """An open page: what it shows, the link it was opened with, and what it has not been sent yet."""

    key: BoardKey
    token: str
    role: str
    wakeups: queue.SimpleQueue[None]
    board: RenderedBoard | None = None
    end: str | None = None  # why the stream ends: "closing" or "revoked"

    def wake(self, end: str | None = None) -> None:
        """Make the stream check what has to be sent; it ends if `end` says why."""
        self.end = end or self.end
        if self.wakeups.empty():
            self.wakeups.put(None)


class Hub:
    """The open pages of this process, and the single thread that renders for them."""

    def __init__(self, app: Flask, render: Render, limit: int, limit_per_table: int) -> None:
        self.app = app
        self.render = render
        self.limit = limit
        self.limit_per_table = limit_per_table
        self._subscribers: dict[BoardKey, set[Subscriber]] = {}
        self._pages_by_table: Counter[int] = Counter()
        self._latest: dict[BoardKey, RenderedBoard] = {}
        self._outdated: set[BoardKey] = set()  # the boards that are to be rendered
        self._failed: set[BoardKey] = set()  # those that could not be, for which the next heartbeat tries again
        self._wakeups: queue.SimpleQueue[None] = queue.SimpleQueue()
        self._is_started = False
        notifications.table_changed.connect(self._changed, sender=app)

    @property
    def count(self) -> int:
        """Return how many pages are open."""
        return self._pages_by_table.total()

    def subscribe(self, key: BoardKey, token: str, role: str) -> Subscriber:
        """Return a new page, which will be sent the current board and every later one.

        :raises ServiceUnavailable: this process or this table has as many open pages as it may have.
        """
        if self.count >= self.limit or self._pages_by_table[key.table_id] >= self.limit_per_table:
            raise ServiceUnavailable(retry_after=30)
        self._start()
        subscriber = Subscriber(key, token, role, queue.SimpleQueue(), self._latest.get(key))
        self._pages_by_table[key.table_id] += 1
        self._subscribers.setdefault(key, set()).add(subscriber)
        if subscriber.board is None:
            self._render_again([key])
        return subscriber

    def unsubscribe(self, subscriber: Subscriber) -> None:
        same = self._subscribers.get(subscriber.key, set())
        if subscriber not in same:
            return
        same.remove(subscriber)
        self._pages_by_table -= Counter([subscriber.key.table_id])  # drops tables that have no page left
        if not same:
            del self._subscribers[subscriber.key]
            self._latest.pop(subscriber.key, None)

    def events(self, subscriber: Subscriber, shown: str = "") -> Iterator[bytes]:
        """Yield the events for a page, which already shows the board with the tag `shown`."""
        # A page that doesn't receive this within seconds is behind a proxy that holds events back: it polls instead.
        yield _event("hello")
        while True:
            board, subscriber.board = subscriber.board, None
            if board is not None and board.tag != shown:
                shown = board.tag
                yield board.event
            elif subscriber.end is not None:
                yield _event(subscriber.end)
                return
            else:
                subscriber.wakeups.get()
                if subscriber.board is None and subscriber.end is None:
                    yield _event("heartbeat")

    def close(self) -> None:
        """Tell every page that the server is closing."""
        for subscriber in self._all():
            subscriber.wake(end="closing")

    def _changed(self, _app: Flask, table_id: int | None, game_id: int) -> None:
        """Mark all boards of a game as outdated; a `game_id` of 0 means all games of the table, no table all boards."""
        keys = [*self._subscribers]
        self._render_again(key for key in keys if table_id in (None, key.table_id) and game_id in (0, key.game_id))

    def _render_again(self, keys: Iterable[BoardKey]) -> None:
        self._outdated.update(keys)
        if self._outdated and self._wakeups.empty():
            self._wakeups.put(None)

    def _all(self) -> list[Subscriber]:
        return [subscriber for same in [*self._subscribers.values()] for subscriber in [*same]]

    def _start(self) -> None:
        if self._is_started:
            return
        self._is_started = True
        threading.Thread(target=self._work, name="render", daemon=True).start()
        threading.Thread(target=self._beat, name="heartbeat", daemon=True).start()

    def _work(self) -> None:
        while True:
            self._wakeups.get()
            while self._outdated:
                keys = [self._outdated.pop() for _ in range(len(self._outdated))]
                self._attempt(self._disconnect_revoked, *keys)
                for key in keys:
                    self._attempt(self._render_for_pages, key)

    def _attempt(self, step: Callable[..., None], *keys: BoardKey) -> None:
        """Do one step of the work, in a transaction of its own: the next one must see what is written in between."""
        try:
            with self.app.app_context():
                step(*keys)
        except Exception:  # noqa: BLE001 - one page that cannot be rendered must not silence the others
            _log.exception("could not render for open pages")
            self._failed.update(keys)
        time.sleep(0)  # let requests be handled between two boards

    def _beat(self) -> None:
        """Wake all pages from time to time, and render again what failed or what a notification was missed of.

        There is one clock for all, since a timer for each page would cost more than an event.
        """
        while True:
            time.sleep(HEARTBEAT)
            self._render_again([self._failed.pop() for _ in range(len(self._failed))])
            self._attempt(self._find_missed, *self._latest)
            for subscriber in self._all():
                subscriber.wake()
                time.sleep(0)  # let an entry that has arrived go first

    def _find_missed(self, *keys: BoardKey) -> None:
        """Render the boards of games whose logs have grown without a notification, and end pages of revoked links.

        A notification can be lost with a connection to PostgreSQL, and SQLite has none for other processes.
        """
        boards = [(key, board) for key in keys if (board := self._latest.get(key)) is not None]
        last_rows = game_log.last_rows({key.game_id for key, _board in boards})
        self._render_again(key for key, board in boards if last_rows.get(key.game_id, 0) != board.last_row)
        self._disconnect_revoked(*keys)

    def _render_for_pages(self, key: BoardKey) -> None:
        if key not in self._subscribers:
            return
        try:
            board = self.render(key)
        except NoResultFound:  # the game was erased
            for subscriber in [*self._subscribers.get(key, ())]:
                subscriber.wake(end="revoked")
            return
        for subscriber in [*self._subscribers.get(key, ())]:  # the last page may have been closed while it was rendered
            self._latest[key] = subscriber.board = board
            subscriber.wake()

    def _disconnect_revoked(self, *keys: BoardKey) -> None:
        """End the pages of the tables of `keys` whose links were revoked or renewed, or now have another role."""
        tables = {key.table_id for key in keys}
        links = select(AccessLink.token, AccessLink.role).where(AccessLink.table_id.in_(tables), ~AccessLink.is_revoked)
        roles = dict(db.session.execute(links).all())
        for key, same in [*self._subscribers.items()]:
            if key.table_id in tables:
                for subscriber in [*same]:
                    if roles.get(subscriber.token) != subscriber.role:
                        subscriber.wake(end="revoked")


def _event(name: str) -> bytes:
    return f"event: {name}\ndata:\n\n".encode()
