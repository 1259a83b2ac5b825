"""The live part of a game for pages that are open: as a stream of events, and to be asked for."""

from __future__ import annotations

from hashlib import blake2s

from flask import Blueprint, Flask, Response, abort, current_app, request
from flask_babel import force_locale

from companion import language, tables
from companion.live import Drawing, Full, Hub, Variant
from companion.models import Game, Player, db
from companion.web import access

VIEWS = ("play", "screen")
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


def draw(variant: Variant) -> Drawing:
    """Return the live part for all phones of a variant."""
    from companion.web.games import render_live

    game = db.session.get_one(Game, variant.game_id)
    player = None if variant.player_id is None else db.session.get(Player, variant.player_id)
    who = access.Viewer(game.table, None, variant.role, player)
    number = tables.position(game).number
    with force_locale(variant.language):
        html = render_live(game, who, variant.view, variant.language)
    tag = f"{number}-{blake2s(html.encode(), digest_size=6).hexdigest()}"
    lines = "".join(f"data: {line}\n" for line in html.splitlines())
    return Drawing(tag, html, f"id: {tag}\nevent: live\n{lines}\n".encode())


def _variant(who: access.Viewer, game: Game) -> Variant:
    view = request.args.get("view", VIEWS[0])
    if view not in VIEWS:
        abort(400)
    player = None if who.player is None else who.player.id
    return Variant(who.table.id, game.id, who.role, player, language.current(), view)
