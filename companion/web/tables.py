"""A table: its games and people."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, redirect, render_template, session, url_for
from msgspec import Struct
from sqlalchemy import func, select
from werkzeug import Response

from companion.store import game_removal, merges
from companion.store.models import HOST, Game, Table, db
from companion.web import access
from companion.web.game_rows import GameRow, game_row
from companion.web.urls import external_url

bp = Blueprint("tables", __name__, url_prefix="/t/<table_id>")
SHOWN_GAMES = 20


class TablePage(Struct, frozen=True):
    """A table: its newest games, the number of older ones, and what this viewer may do.

    `host_link` is the link that makes another browser host, "" unless it is to be shown. `own_player` is the id of the
    player whose name this viewer may correct; `deleted` are the games that a host can bring back; `merged` are the two
    names of the merge that a host can undo.
    """

    table: Table
    games: Sequence[GameRow]
    older_games: int
    is_host: bool
    may_start: bool
    host_link: str
    own_player: int | None
    deleted: Sequence[GameRow]
    merged: tuple[str, str] | None

    @property
    def playing(self) -> GameRow | None:
        """Return the newest game that is being played."""
        return next((game for game in self.games if game.is_played), None)


@bp.get("")
def show(table_id: str) -> str:
    link = access.current_link(table_id)
    # Not `table.games`: a table may have a thousand, and only the newest are shown.
    own = Game.table_id == link.table.id, Game.deleted_at.is_(None)
    latest = db.session.scalars(select(Game).where(*own).order_by(Game.n.desc()).limit(SHOWN_GAMES)).all()
    count = db.session.scalar(select(func.count()).select_from(Game).where(*own)) or 0
    shows_link = link.is_host and session.pop("shows-host-link-of", None) == table_id
    page = TablePage(
        link.table,
        [game_row(game) for game in latest],
        count - len(latest),
        link.is_host,
        link.may_enter,
        external_url("join.follow", token=link.token) if shows_link else "",
        link.player_id if link.may_enter else None,
        [game_row(game) for game in game_removal.restorable(link.table)] if link.is_host else (),
        merges.undoable(link.table) if link.is_host else None,
    )
    return render_template("table.html", page=page)


@bp.post("/recovery")
def show_host_link(table_id: str) -> Response:
    """Show the host's link on the next page."""
    access.current_link(table_id, needs=HOST)
    session["shows-host-link-of"] = table_id
    return redirect(url_for("tables.show"), 303)
