"""The board of a game for open pages: as a stream of events, and on request; and how many of these there may be."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator

from flask import Blueprint, Flask, Response, abort, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from msgspec import Struct, field
from werkzeug.exceptions import ServiceUnavailable

from companion.i18n import language
from companion.store import game_log, notifications, tables
from companion.store.base import db
from companion.store.models import PLAYER, VIEWER, AccessLink, Game
from companion.web import access
from companion.web.play.board import PLAY, SCREEN, BoardKey, board_of, board_since
from companion.web.play.context import BoardContext, reader_of
from companion.web.play.pages import Reader
from companion.web.urls import qr_join_url, qr_svg, unreachable

bp = Blueprint("stream", __name__, url_prefix="/t/<public_id>")
HEARTBEAT = 20.0  # seconds between heartbeats; a page that hears nothing for SILENCE (stream.js) connects again
SHARED = 1.0  # seconds for which pages that are opened share what one of them has read, unless something has changed
_HELLO, _BEAT, _REVOKED, _CLOSING = (
    f"event: {name}\ndata:\n\n".encode() for name in ("hello", "heartbeat", "revoked", "closing")
)
_log = logging.getLogger(__name__)


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


def init_app(app: Flask) -> None:
    """Give `app` its hub of open pages."""
    app.extensions["companion.hub"] = Hub(app, app.config["MAX_STREAMS"], max(1, app.config["MAX_STREAMS"] // 5))


@bp.get("/<int:n>/events")
@access.needs(VIEWER)
def events(link: AccessLink, game: Game) -> Response:
    """Stream the board to a page after every change, and at once unless the page already shows the newest one."""
    view = _view()
    key = BoardKey(game.id, _reader(link, game, view), language.current(), view)
    token, holder = link.token, (link.role, game.seat_of(link.player_id))
    db.session.remove()  # a stream lasts for hours and must not hold a database connection
    app = current_app._get_current_object()  # type: ignore[attr-defined]  # noqa: SLF001 - Flask's documented way
    hub: Hub = app.extensions["companion.hub"]
    open_game, close = hub.open(game.id, game.table_id)
    shown = request.headers.get("Last-Event-ID") or request.args.get("shown", "")
    # A buffering proxy would hold the events back.
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    events = stream(app, open_game, key, token, holder, shown)
    response = Response(events, mimetype="text/event-stream", headers=headers)
    response.call_on_close(close)
    return response


def stream(
    app: Flask, game: OpenGame, key: BoardKey, token: str, holder: tuple[str, int | None], shown: str
) -> Iterator[bytes]:
    """Yield the events for a page that was opened with the link `token`, and shows the board with the tag `shown`.

    It ends once the link no longer has the role and the seat of its `holder`, so that the page is loaded again. A slow
    phone is sent the current board when it can receive it, and not those in between.
    """
    hub: Hub = app.extensions["companion.hub"]
    opened_at = time.monotonic()
    # A page that doesn't receive this within seconds is behind a proxy that holds events back: it polls instead.
    yield _HELLO
    while not hub.is_closing:
        change, news = game.next_change, _BEAT
        try:
            board = board_since(app, key, max(game.changed_at, opened_at - SHARED))
        except Exception:  # noqa: BLE001 - the next change or heartbeat tries again
            _log.exception("could not render for an open page")
        else:
            if board.holders.get(token) != holder:
                yield _REVOKED
                return
            if board.tag != shown:
                shown, news = board.tag, board.event
        yield news
        change.wait()
    yield _CLOSING


def start_heartbeat(app: Flask) -> None:
    """Wake all streams every HEARTBEAT seconds from now on, until the hub is closed."""
    hub: Hub = app.extensions["companion.hub"]

    def beat() -> None:
        while not hub.is_closing:
            time.sleep(HEARTBEAT)
            hub.wake()

    threading.Thread(target=beat, name="heartbeat", daemon=True).start()


@bp.get("/<int:n>/board")
@access.needs(VIEWER)
def board(link: AccessLink, game: Game) -> Response:
    """The board alone, for the query of this phone; 304 if the phone already has it."""
    params = tuple(sorted((name, value) for name, value in request.args.items() if name != "view"))
    view = _view()
    board = board_of(game, _reader(link, game, view, params), view)
    response = Response(board.html)
    response.set_etag(board.tag)
    response.make_conditional(request)
    return response


@bp.get("/<int:n>/screen")
@access.needs(VIEWER)
def screen(link: AccessLink, game: Game) -> ResponseReturnValue:
    """Show the game, or the next one of these people, to the whole table."""
    if (following := tables.next_game(game)) is not None:
        return redirect(url_for("stream.screen", n=following.n), 303)
    reader = _reader(link, game, SCREEN)
    context = BoardContext(game, game_log.position(game), reader)
    return render_template("screen.html", context=context, board=board_of(game, reader, SCREEN).html)


@bp.get("/join.svg")
@access.needs(PLAYER)
def join_qr_code(link: AccessLink) -> Response:
    """The QR code of the join URL, with the host name that this phone or screen uses; 404 while it is off."""
    if not link.table.is_joinable:
        abort(404)
    return Response(qr_svg(qr_join_url(link.table)), mimetype="image/svg+xml")


def _view() -> str:
    view = request.args.get("view", PLAY)
    return view if view in (PLAY, SCREEN) else abort(400)


def _reader(link: AccessLink, game: Game, view: str, params: tuple[tuple[str, str], ...] = ()) -> Reader:
    """For whom the board is; a big screen has no seat and no controls, whoever opened it.

    It shows the join code unless it was opened with a link for watching: the code lets people play.
    """
    if view == SCREEN:
        return Reader(may_enter=False, params=params, sees_code=link.may_enter and not unreachable())
    return reader_of(link, game, params)
