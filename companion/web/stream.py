"""The live part of a game for pages that are open: as a stream of events, and to be asked for."""

from __future__ import annotations

from hashlib import blake2s

from flask import Blueprint, Flask, Response, abort, current_app, render_template, request
from flask_babel import force_locale
from sqlalchemy import func, select
from sqlalchemy.orm import joinedload

from companion import language, tables
from companion.live import Drawing, Full, Hub, Variant
from companion.models import Game, db
from companion.web import access, pages
from companion.web.people import outside, qr

PLAY, SCREEN = "play", "screen"
room = Blueprint("stream", __name__)


def init_app(app: Flask) -> None:
    """Give `app` its hub of open pages."""
    app.extensions["companion.hub"] = Hub(app, draw, app.config["MOST_STREAMS"])


@room.get("/t/<table>/<int:n>/events")
def events(table: str, n: int) -> Response:
    """Stream the live part to a page: at once unless it shows the newest already, and after every change."""
    who = access.viewer(table)
    variant = _variant(who, access.game_of(who, n))
    assert who.grant is not None
    token, role = who.grant.token, who.grant.role
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


@room.get("/t/<table>/<int:n>/live")
def live(table: str, n: int) -> Response:
    """Return the live part alone, as this phone asks for it; 304 if the phone has it already."""
    who = access.viewer(table)
    game = access.game_of(who, n)
    asked = {name: value for name, value in request.args.items() if name != "view"}
    drawing = _drawing(game, _variant(who, game), asked)
    response = Response(drawing.html)
    response.set_etag(drawing.tag)
    return response.make_conditional(request)


@room.get("/t/<table>/<int:n>/screen")
def screen(table: str, n: int) -> str:
    """Show the game to the whole table, from a shelf."""
    who = access.viewer(table)
    game = access.game_of(who, n)
    title = pages.TITLES[game.kind]
    drawing = _drawing(game, _variant(who, game, SCREEN), {})
    return render_template("screen.html", table=who.table, base=f"/t/{table}/{n}", title=title, live=drawing.html)


def draw(variant: Variant) -> Drawing:
    """Return the live part for all phones of a variant."""
    with force_locale(variant.language):
        game = db.session.get_one(Game, variant.game_id, options=(joinedload(Game.table),))
        return _drawing(game, variant, {})


def _drawing(game: Game, variant: Variant, asked: dict[str, str]) -> Drawing:
    from companion.web.frame import render_live

    position = tables.position(game)
    viewer = pages.Viewer(variant.seat, variant.reports, tuple(sorted(asked.items())))
    html = render_live(game, position, viewer)
    if variant.view == SCREEN:
        html = _screen(game, variant.house, html)
    tag = f"{position.number}-{blake2s(html.encode(), digest_size=6).hexdigest()}"
    lines = "".join(f"data: {line}\n" for line in html.splitlines())
    return Drawing(tag, html, f"id: {tag}\nevent: live\n{lines}\n".encode())


def _screen(game: Game, house: str, live: str) -> str:
    """Return the live part of a screen: with the way in while it is open, and on to the next game of the table."""
    table = game.table
    newest = db.session.scalar(select(func.max(Game.n)).where(Game.table_id == table.id))
    code = qr(f"{house}j/{table.code}") if table.joining else ""
    return render_template(
        "screen_live.html",
        live=live,
        table=table,
        code=code,
        house=house,
        next=f"/t/{table.public_id}/{newest}/screen" if newest != game.n else "",
    )


def _variant(who: access.Viewer, game: Game, view: str = "") -> Variant:
    view = view or request.args.get("view", PLAY)
    if view not in (PLAY, SCREEN):
        abort(400)
    lang = language.current()
    if view == SCREEN:  # it has no seat and no controls, whoever opened it
        return Variant(who.table.id, game.id, None, False, lang, view, outside())
    return Variant(who.table.id, game.id, who.seat(game), who.may_report, lang, view)
