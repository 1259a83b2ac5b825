"""The board of a game for open pages: as a stream of events, and on request."""

from __future__ import annotations

from flask import Blueprint, Flask, Response, abort, current_app, request

from companion.i18n import language
from companion.store import game_log
from companion.store.base import db
from companion.store.models import AccessLink, Game
from companion.web import access
from companion.web.play.board import PLAY, SCREEN, board_as_sent, board_for_streams
from companion.web.play.context import BoardContext
from companion.web.play.hub import BoardKey, Hub
from companion.web.play.pages import Reader
from companion.web.rendering import render
from companion.web.urls import qr_join_url, qr_svg

bp = Blueprint("stream", __name__, url_prefix="/t/<public_id>")


def init_app(app: Flask) -> None:
    """Give `app` its hub of open pages."""
    app.extensions["companion.hub"] = Hub(
        app, board_for_streams, app.config["MAX_STREAMS"], app.config["MAX_STREAMS_PER_LINK"]
    )


@bp.get("/<int:n>/events")
def events(public_id: str, n: int) -> Response:
    """Stream the board to a page after every change, and at once unless the page already shows the newest one."""
    link, game = access.current_link_and_game(public_id, n)
    key = _key(link, game)
    db.session.remove()  # a stream lasts for hours and must not hold a database connection
    hub: Hub = current_app.extensions["companion.hub"]
    subscriber = hub.subscribe(key, link.token, link.role)
    # Our own server tells at once when a page is closed; others notice when they next write to it.
    if (call_when_closed := request.environ.get("companion.call_when_closed")) is not None:
        call_when_closed(lambda: subscriber.wake(end="gone"))
    shown = request.headers.get("Last-Event-ID") or request.args.get("shown", "")
    # A buffering proxy would hold the events back.
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    response = Response(hub.events(subscriber, shown), mimetype="text/event-stream", headers=headers)
    response.call_on_close(lambda: hub.unsubscribe(subscriber))
    return response


@bp.get("/<int:n>/board")
def board(public_id: str, n: int) -> Response:
    """Return the board alone, for the query of this phone; 304 if the phone already has it."""
    link, game = access.current_link_and_game(public_id, n)
    params = tuple(sorted((name, value) for name, value in request.args.items() if name != "view"))
    rendered = board_as_sent(game, _key(link, game), params)
    response = Response(rendered.html)
    response.set_etag(rendered.tag)
    response.make_conditional(request)
    return response


@bp.get("/<int:n>/screen")
def screen(public_id: str, n: int) -> str:
    """Show the game to the whole table."""
    link, game = access.current_link_and_game(public_id, n)
    rendered = board_as_sent(game, _key(link, game, SCREEN))
    context = BoardContext(game, game_log.position(game), Reader(may_enter=False))
    return render("screen.html", context=context, board=rendered.html)


@bp.get("/join.svg")
def join_qr_code(public_id: str) -> Response:
    """Return the QR code of the join URL, with the host name that this phone or screen uses."""
    table = access.current_link(public_id).table
    return Response(qr_svg(qr_join_url(table)), mimetype="image/svg+xml")


def _key(link: AccessLink, game: Game, view: str = "") -> BoardKey:
    view = view or request.args.get("view", PLAY)
    if view not in (PLAY, SCREEN):
        abort(400)
    # A big screen has no seat and no controls, whoever opened it.
    seat, may_enter = (None, False) if view == SCREEN else (game.seat_of(link.player_id), link.may_enter)
    return BoardKey(game.table_id, game.id, seat, may_enter, language.current(), view)
