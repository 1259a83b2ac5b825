"""The live part of a game for pages that are open: as a stream of events, and to be asked for."""

from __future__ import annotations

from hashlib import blake2s

from flask import Blueprint, Flask, Response, abort, current_app, request
from flask_babel import force_locale

from companion import language, tables
from companion.live import Drawing, Full, Hub, Variant
from companion.models import Game, db
from companion.web import access, pages

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
    token = who.grant.token
    db.session.remove()  # a stream lasts for hours; it must not keep a connection
    hub: Hub = current_app.extensions["companion.hub"]
    try:
        page = hub.enter(variant, token)
    except Full:
        abort(503)
    shown = request.headers.get("Last-Event-ID") or request.args.get("shown", "")
    # A proxy that collects what it passes on would hold the events back.
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    response = Response(hub.events(page, shown), mimetype="text/event-stream", headers=headers)
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


def draw(variant: Variant) -> Drawing:
    """Return the live part for all phones of a variant."""
    with force_locale(variant.language):
        return _drawing(db.session.get_one(Game, variant.game_id), variant, {})


def _drawing(game: Game, variant: Variant, asked: dict[str, str]) -> Drawing:
    from companion.web.games import render_live

    position = tables.position(game)
    viewer = pages.Viewer(variant.seat, variant.reports, tuple(sorted(asked.items())))
    html = render_live(game, position, viewer)
    tag = f"{position.number}-{blake2s(html.encode(), digest_size=6).hexdigest()}"
    lines = "".join(f"data: {line}\n" for line in html.splitlines())
    return Drawing(tag, html, f"id: {tag}\nevent: live\n{lines}\n".encode())


def _variant(who: access.Viewer, game: Game) -> Variant:
    view = request.args.get("view", PLAY)
    if view not in (PLAY, SCREEN):
        abort(400)
    on_screen = view == SCREEN  # a screen has no seat and no controls, whoever opened it
    seat = None if on_screen else who.seat(game)
    return Variant(who.table.id, game.id, seat, who.may_report and not on_screen, language.current(), view)
