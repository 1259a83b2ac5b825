"""The board of a game for open pages: as a stream of events, and on request."""

from __future__ import annotations

from flask import Blueprint, Flask, Response, abort, current_app, render_template, request

from companion.i18n import language
from companion.store import game_log
from companion.store.base import db
from companion.store.models import VIEWER, AccessLink, Game
from companion.web import access
from companion.web.play.board import PLAY, SCREEN, board_as_sent, board_for_streams
from companion.web.play.context import BoardContext
from companion.web.play.hub import BoardKey, Hub
from companion.web.play.pages import Reader
from companion.web.urls import qr_join_url, qr_svg

bp = Blueprint("stream", __name__, url_prefix="/t/<public_id>")


def init_app(app: Flask) -> None:
    """Give `app` its hub of open pages."""
    app.extensions["companion.hub"] = Hub(
        app, board_for_streams, app.config["MAX_STREAMS"], app.config["MAX_STREAMS_PER_TABLE"]
    )


@bp.get("/<int:n>/events")
@access.needs(VIEWER)
def events(link: AccessLink, game: Game) -> Response:
    """Stream the board to a page after every change, and at once unless the page already shows the newest one."""
    key = _key(link, game)
    db.session.remove()  # a stream lasts for hours and must not hold a database connection
    hub: Hub = current_app.extensions["companion.hub"]
    subscriber = hub.subscribe(key, link.token, link.role)
    shown = request.headers.get("Last-Event-ID") or request.args.get("shown", "")
    # A buffering proxy would hold the events back.
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    response = Response(hub.events(subscriber, shown), mimetype="text/event-stream", headers=headers)
    response.call_on_close(lambda: hub.unsubscribe(subscriber))
    return response


@bp.get("/<int:n>/board")
@access.needs(VIEWER)
def board(link: AccessLink, game: Game) -> Response:
    """Return the board alone, for the query of this phone; 304 if the phone already has it."""
    params = tuple(sorted((name, value) for name, value in request.args.items() if name != "view"))
    rendered = board_as_sent(game, _key(link, game), params)
    response = Response(rendered.html)
    response.set_etag(rendered.tag)
    response.make_conditional(request)
    return response


@bp.get("/<int:n>/screen")
@access.needs(VIEWER)
def screen(link: AccessLink, game: Game) -> str:
    """Show the game to the whole table."""
    rendered = board_as_sent(game, _key(link, game, SCREEN))
    context = BoardContext(game, game_log.position(game), Reader(may_enter=False))
    return render_template("screen.html", context=context, board=rendered.html)


@bp.get("/join.svg")
@access.needs(VIEWER)
def join_qr_code(link: AccessLink) -> Response:
    """Return the QR code of the join URL, with the host name that this phone or screen uses."""
    return Response(qr_svg(qr_join_url(link.table)), mimetype="image/svg+xml")


def _key(link: AccessLink, game: Game, view: str = "") -> BoardKey:
    view = view or request.args.get("view", PLAY)
    if view not in (PLAY, SCREEN):
        abort(400)
    # A big screen has no seat and no controls, whoever opened it.
    seat, may_enter = (None, False) if view == SCREEN else (game.seat_of(link.player_id), link.may_enter)
    return BoardKey(game.table_id, game.id, seat, may_enter, language.current(), view)
