"""The board of a game for pages that are open: as a stream of events, and to be asked for."""

from __future__ import annotations

from hashlib import blake2s

from flask import Blueprint, Flask, Response, abort, current_app, render_template, request, url_for
from flask_babel import force_locale
from sqlalchemy import func, select
from sqlalchemy.orm import joinedload

from companion.i18n import language
from companion.store import game_log
from companion.store.models import Game, db
from companion.store.notifications import Full, Hub, Rendered, ViewKey
from companion.web import access
from companion.web import games as pages
from companion.web.urls import external_base_url, qr_code

PLAY, SCREEN = "play", "screen"
bp = Blueprint("stream", __name__)


def init_app(app: Flask) -> None:
    """Give `app` its hub of open pages."""
    app.extensions["companion.hub"] = Hub(app, draw, app.config["MAX_STREAMS"])


@bp.get("/t/<table_id>/<int:n>/events")
def events(table_id: str, n: int) -> Response:
    """Stream the board to a page: at once unless it shows the newest already, and after every change."""
    who = access.viewer(table_id)
    variant = _variant(who, access.game_of(who, n))
    assert who.access_link is not None
    token, role = who.access_link.token, who.access_link.role
    db.session.remove()  # a stream lasts for hours; it must not keep a connection
    hub: Hub = current_app.extensions["companion.hub"]
    try:
        page = hub.enter(variant, token, role)
    except Full:
        abort(503)
    shown = request.headers.get("Last-Event-ID") or request.args.get("shown", "")
    # A proxy that collects what it passes on would hold the events back.
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    stream = hub.events(page, shown)
    response = Response(stream, mimetype="text/event-stream", headers=headers, direct_passthrough=True)
    response.call_on_close(lambda: hub.leave(page))
    return response


@bp.get("/t/<table_id>/<int:n>/board")
def board(table_id: str, n: int) -> Response:
    """Return the board alone, as this phone asks for it; 304 if the phone has it already."""
    who = access.viewer(table_id)
    game = access.game_of(who, n)
    asked = {name: value for name, value in request.args.items() if name != "view"}
    drawing = _drawing(game, _variant(who, game), asked)
    response = Response(drawing.html)
    response.set_etag(drawing.tag)
    return response.make_conditional(request)


@bp.get("/t/<table_id>/<int:n>/screen")
def screen(table_id: str, n: int) -> str:
    """Show the game to the whole table, from a shelf."""
    who = access.viewer(table_id)
    game = access.game_of(who, n)
    title = pages.TITLES[game.kind]
    drawing = _drawing(game, _variant(who, game, SCREEN), {})
    return render_template(
        "screen.html", table=who.table, title=title, folder=pages.folder(game.kind), board=drawing.html
    )


def draw(variant: ViewKey) -> Rendered:
    """Return the board for all phones of a variant."""
    game = db.session.get_one(Game, variant.game_id, options=(joinedload(Game.table),))
    # Addresses are made for a request: this one stands for those of all the phones that are drawn for.
    with current_app.test_request_context(), force_locale(variant.language):
        request.view_args = {"table_id": game.table.public_id, "n": game.n}
        return _drawing(game, variant, {})


def _drawing(game: Game, variant: ViewKey, asked: dict[str, str]) -> Rendered:
    from companion.web.game_view import render_board

    position = game_log.position(game)
    viewer = pages.Viewer(variant.seat, variant.reports, tuple(sorted(asked.items())))
    html = render_board(game, position, viewer)
    if variant.view == SCREEN:
        html = _screen(game, variant.house, html)
    tag = f"{position.number}-{blake2s(html.encode(), digest_size=6).hexdigest()}"
    lines = "".join(f"data: {line}\n" for line in html.splitlines())
    return Rendered(tag, html, f"id: {tag}\nevent: board\n{lines}\n".encode())


def _screen(game: Game, house: str, board: str) -> str:
    """Return the board of a screen: with the way in while it is open, and on to the next game of the table."""
    table = game.table
    newest = db.session.scalar(select(func.max(Game.n)).where(Game.table_id == table.id))
    code = qr_code(f"{house}j/{table.code}") if table.joining else ""
    return render_template(
        "screen_board.html",
        board=board,
        table=table,
        code=code,
        house=house,
        next=url_for("stream.screen", n=newest) if newest != game.n else "",
    )


def _variant(who: access.Viewer, game: Game, view: str = "") -> ViewKey:
    view = view or request.args.get("view", PLAY)
    if view not in (PLAY, SCREEN):
        abort(400)
    lang = language.current()
    if view == SCREEN:  # it has no seat and no controls, whoever opened it
        return ViewKey(who.table.id, game.id, None, False, lang, view, external_base_url())
    return ViewKey(who.table.id, game.id, who.seat(game), who.may_report, lang, view)
