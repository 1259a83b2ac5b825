"""A table: its games and people, its name, and how it is deleted."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, redirect, request, session, url_for
from msgspec import Struct
from sqlalchemy import func, select
from werkzeug import Response

from companion.store import game_removal, merges, tables, upkeep
from companion.store.base import db
from companion.store.models import HOST, AccessLink, Game, Table
from companion.web import access
from companion.web.forms import add_refusal
from companion.web.rendering import PageResponse, render
from companion.web.tables.forms import EditTableForm, SureForm
from companion.web.tables.game_rows import GameRow, game_row
from companion.web.urls import external_url

bp = Blueprint("tables", __name__, url_prefix="/t/<public_id>")
SHOWN_GAMES = 20


class TableView(Struct, frozen=True):
    """A table as the phone with this `link` sees it: its newest games, and the number of older ones.

    `host_link` is the link that makes another browser host, or "" unless it is to be shown. `deleted` are the games
    that a host can bring back. `merged` are the two names of the merge that a host can undo. `playing` is the newest
    game in progress.
    """

    table: Table
    link: AccessLink
    rows: Sequence[GameRow]
    older_games: int
    host_link: str
    deleted: Sequence[Game]
    merged: tuple[str, str] | None
    playing: GameRow | None


@bp.get("")
def show(public_id: str) -> str:
    link = access.current_link(public_id)
    # Not `table.games`: a table may have a thousand games, and only the newest are shown.
    is_shown = Game.table_id == link.table.id, Game.deleted_at.is_(None)
    latest = db.session.scalars(select(Game).where(*is_shown).order_by(Game.n.desc()).limit(SHOWN_GAMES)).all()
    count = db.session.scalar(select(func.count()).select_from(Game).where(*is_shown)) or 0
    shows_link = link.is_host and session.pop("shows-host-link-of", None) == public_id
    rows = [game_row(game) for game in latest]
    view = TableView(
        link.table,
        link,
        rows,
        older_games=count - len(latest),
        host_link=external_url("join.follow", token=link.token) if shows_link else "",
        deleted=game_removal.restorable(link.table) if link.is_host else (),
        merged=merges.names_of_undoable_merge(link.table) if link.is_host else None,
        playing=next((row for row in rows if row.is_in_progress), None),
    )
    return render("table.html", view)


@bp.post("/recovery")
def show_host_link(public_id: str) -> Response:
    """Show the host's link on the next page."""
    access.current_link(public_id, needs=HOST)
    session["shows-host-link-of"] = public_id
    return redirect(url_for("tables.show"), 303)


@bp.route("/names/table", methods=["GET", "POST"])
def edit(public_id: str) -> PageResponse:
    """Change the table's name and venue, and whether its statistics show ratings."""
    table = access.current_link(public_id, needs=HOST).table
    # A page that was open during an update may not have the field for the venue.
    form = EditTableForm(obj=table if request.method == "GET" else None, venue=table.venue)
    if form.validate_on_submit():
        name, venue = form.name.data or "", form.venue.data or ""
        refusal = tables.change_table(table, name, venue, shows_ratings=form.shows_ratings.data)
        if refusal is None:
            return redirect(url_for("tables.show"), 303)
        add_refusal(form, refusal)
    return render("edit_table.html", table=table, form=form), 422 if form.errors else 200


@bp.route("/delete", methods=["GET", "POST"])
def delete(public_id: str) -> PageResponse:
    """Delete a table with everything that belongs to it, after confirmation; a sample evening needs none."""
    table = access.current_link(public_id, needs=HOST).table
    form = SureForm()
    if form.is_submitted() and (table.is_sample or form.validate()):
        upkeep.delete_table(table.id)
        return redirect(url_for("home.show"), 303)
    return render("erase.html", table=table, player=None, form=form), 422 if form.errors else 200
