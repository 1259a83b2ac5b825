"""Who is told when something changed: open pages are sent the board of their game again.

Pages that show the same (game, seat, language, view) share one drawing, made once per change. A page keeps
room for the newest drawing only: a slow phone costs no memory, and skips to the truth.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

from flask import Flask, current_app
from msgspec import Struct
from sqlalchemy import event, func, select

from companion.store.models import AccessLink, db

CHANNEL = "companion"
HEARTBEAT = 20.0  # seconds after which all pages are written to, so that dead ones are noticed
_log = logging.getLogger(__name__)


class ViewKey(Struct, frozen=True):
    """What tells one drawing of a board from another."""

    table_id: int
    game_id: int
    seat: int | None
    reports: bool
    language: str
    view: str
    house: str = ""  # on a screen: under which address other phones reach us


class Rendered(Struct, frozen=True):
    """A board, as a page and as an event of the stream; equal parts have equal tags."""

    tag: str
    html: str
    event: bytes


Draw = Callable[[ViewKey], Rendered]


class Page(Struct, eq=False):
    """An open page: what it shows, the link it was opened by, and what it has not been sent yet."""

    variant: ViewKey
    token: str
    role: str
    news: queue.SimpleQueue[None]
    drawing: Rendered | None = None
    over: str | None = None  # why the stream ends: "closing" or "revoked"


class Full(Exception):
    """There are as many open pages as this process takes."""


class Hub:
    """The open pages of this process, and the one thread that draws for them."""

    def __init__(self, app: Flask, draw: Draw, most: int) -> None:
        self.app = app
        self.draw = draw
        self.most = most
        self.count = 0
        self.ready = threading.Event()  # set once nothing that is committed from now on is missed
        self._pages: dict[ViewKey, set[Page]] = {}
        self._latest: dict[ViewKey, Rendered] = {}
        self._jobs: dict[tuple[str, Any], None] = {}  # what is to be drawn, in order, each once
        self._news: queue.SimpleQueue[None] = queue.SimpleQueue()
        self._started = False

    def enter(self, variant: ViewKey, token: str, role: str) -> Page:
        """Return a new page, which will be sent the present board and every later one.

        :raises Full: no more pages are taken.
        """
        if self.count >= self.most:
            raise Full
        self._start()
        page = Page(variant, token, role, queue.SimpleQueue())
        self.count += 1
        self._pages.setdefault(variant, set()).add(page)
        page.drawing = self._latest.get(variant)
        if page.drawing is None:
            self._ask("variant", variant)
        return page

    def leave(self, page: Page) -> None:
        """Forget a page that was closed."""
        pages = self._pages.get(page.variant, set())
        if page not in pages:
            return
        pages.remove(page)
        self.count -= 1
        if not pages:
            del self._pages[page.variant]
            self._latest.pop(page.variant, None)

    def events(self, page: Page, shown: str = "") -> Iterator[bytes]:
        """Yield the stream of a page, which shows the drawing with the tag `shown`."""
        # A page that does not hear this within seconds is behind a proxy that holds events back: it asks instead.
        yield b"event: hello\ndata:\n\n"
        while True:
            drawing, page.drawing = page.drawing, None
            if drawing is not None and drawing.tag != shown:
                shown = drawing.tag
                yield drawing.event
            elif page.over is not None:
                yield f"event: {page.over}\ndata:\n\n".encode()
                return
            else:
                page.news.get()
                if page.drawing is None and page.over is None:
                    yield b"event: heartbeat\ndata:\n\n"

    def tell(self, table_id: int, game_id: int) -> None:
        """Have drawn what shows this game; a `game_id` of 0 stands for all games of the table."""
        self._ask("game" if game_id else "table", game_id or table_id)

    def tell_all(self) -> None:
        """Have everything drawn again: something may have been missed."""
        self._ask("all", None)

    def close(self) -> None:
        """Tell every page that the server is closing."""
        for page in self._all():
            _wake(page, over="closing")

    def _all(self) -> list[Page]:
        return [page for pages in self._pages.values() for page in pages]

    def _ask(self, kind: str, what: Any) -> None:
        self._jobs[kind, what] = None
        if self._news.empty():
            self._news.put(None)

    def _start(self) -> None:
        if self._started:
            return
        self._started = True
        threading.Thread(target=self._work, name="board", daemon=True).start()
        threading.Thread(target=self._beat, name="heartbeat", daemon=True).start()
        if self.app.config["SQLALCHEMY_DATABASE_URI"].startswith("postgresql"):
            threading.Thread(target=self._listen, name="listen", daemon=True).start()
            self.ready.wait(5)

    def _work(self) -> None:
        while True:
            self._news.get()
            while self._jobs:
                job = next(iter(self._jobs))
                del self._jobs[job]
                try:
                    self._do(*job)
                except Exception:  # noqa: BLE001 - one page that cannot be drawn must not silence the others
                    _log.exception("could not draw %s", job)

    def _beat(self) -> None:
        """Wake all pages now and then: one clock for them together, since a timer for each costs more than an event."""
        while True:
            time.sleep(HEARTBEAT)
            for page in self._all():
                _wake(page)
                time.sleep(0)  # a report that comes in meanwhile is not kept waiting

    def _do(self, kind: str, what: Any) -> None:
        if kind == "variant":
            variants = [what] if what in self._pages else []
        else:
            variants = [
                variant
                for variant in self._pages
                if kind == "all" or what == (variant.game_id if kind == "game" else variant.table_id)
            ]
        with self.app.app_context():
            self._show_out({variant.table_id for variant in variants})
            db.session.remove()
            for variant in variants:
                if variant in self._pages:
                    self._show(variant, self.draw(variant))
                # Requests are answered between two drawings. What they write must be seen by the next one, so the
                # transaction in which this one was read ends first.
                db.session.remove()
                time.sleep(0)

    def _show(self, variant: ViewKey, drawing: Rendered) -> None:
        if variant not in self._pages:
            return
        self._latest[variant] = drawing
        for page in self._pages[variant]:
            page.drawing = drawing
            _wake(page)

    def _show_out(self, tables: set[int]) -> None:
        """End the pages of these tables whose links were revoked or renewed, or stand for another role by now."""
        links = select(AccessLink.token, AccessLink.role).where(AccessLink.table_id.in_(tables), ~AccessLink.revoked)
        roles = dict(db.session.execute(links).all())
        for variant, pages in self._pages.items():
            if variant.table_id in tables:
                for page in pages:
                    if roles.get(page.token) != page.role:
                        _wake(page, over="revoked")

    def _listen(self) -> None:
        """Hear what any process has committed to PostgreSQL; after a broken connection, suppose everything."""
        import psycopg

        with self.app.app_context():
            address = db.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        pause = 0.1
        while True:
            try:
                with psycopg.connect(address, autocommit=True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self.ready.set()
                    self.tell_all()
                    pause = 0.1
                    for notice in connection.notifies():
                        table_id, game_id, _number = map(int, notice.payload.split())
                        self.tell(table_id, game_id)
            except psycopg.Error:
                _log.warning("lost the connection that listens; trying again in %s s", pause)
            time.sleep(pause)
            pause = min(pause * 2, 5.0)


def announce(table_id: int, game_id: int = 0, number: int = 0) -> None:
    """Tell everybody, once the present transaction is committed, that a table or one of its games has changed."""
    if db.engine.dialect.name == "postgresql":
        db.session.execute(select(func.pg_notify(CHANNEL, f"{table_id} {game_id} {number}")))
    else:
        db.session.info.setdefault("news", []).append((table_id, game_id))


@event.listens_for(db.session, "after_commit")
def _committed(session: Any) -> None:
    hub: Hub | None = current_app.extensions.get("companion.hub")
    for news in session.info.pop("news", ()):
        if hub is not None:
            hub.tell(*news)


@event.listens_for(db.session, "after_rollback")
def _rolled_back(session: Any) -> None:
    session.info.pop("news", None)


def _wake(page: Page, over: str | None = None) -> None:
    page.over = over or page.over
    if page.news.empty():
        page.news.put(None)
