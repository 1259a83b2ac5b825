"""A table: its games and people, its name, and how it is deleted."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy import func, select
from werkzeug import Response

from companion.store import evenings, game_removal, merges, tables, upkeep
from companion.store.base import db, now
from companion.store.models import HOST, VIEWER, AccessLink, Game
from companion.web import access
from companion.web.cookies import forget_link, is_for_all
from companion.web.forms import add_refusal
from companion.web.tables.forms import EditTableForm, SureForm
from companion.web.tables.game_rows import game_row
from companion.web.urls import external_url, unreachable
from companion.web.workers import in_worker

bp = Blueprint("tables", __name__, url_prefix="/t/<public_id>")
SHOWN_GAMES = 5  # the history has the others


@bp.get("")
@access.needs(VIEWER)
def show(link: AccessLink) -> str:
    # Not `table.games`: a table may have a thousand games, and only the newest are shown.
    is_shown = Game.table_id == link.table.id, Game.deleted_at.is_(None)
    latest = db.session.scalars(select(Game).where(*is_shown).order_by(Game.n.desc()).limit(SHOWN_GAMES)).all()
    count = db.session.scalar(select(func.count()).select_from(Game).where(*is_shown)) or 0
    shows_link = link.is_host and not unreachable() and session.pop("shows-host-link-of", None) == link.table.public_id
    rows, today = [game_row(game) for game in latest], now().astimezone()
    return render_template(
        "table.html",
        table=link.table,
        link=link,
        is_for_all=is_for_all(link.table.public_id),
        rows=rows,
        older_games=count - len(latest),
        host_link=external_url("join.follow", token=link.token) if shows_link else "",
        deleted=game_removal.restorable(link.table) if link.is_host else (),
        merged=merges.names_of_undoable_merge(link.table) if link.is_host else None,
        evening=evenings.current(link.table, today.date()),
        now=today,
        playing=next((row for row in rows if row.is_in_progress), None),
    )


@bp.post("/recovery")
@access.needs(HOST)
def show_host_link(link: AccessLink) -> Response:
    """Show the host's link on the next page."""
    session["shows-host-link-of"] = link.table.public_id
    return redirect(url_for("tables.show"), 303)


@bp.route("/names/table", methods=["GET", "POST"])
@access.needs(HOST)
def edit(link: AccessLink) -> ResponseReturnValue:
    """Change the table's name and venue."""
    table = link.table
    form = EditTableForm(obj=table)
    if form.validate_on_submit():
        refusal = tables.change_table(table, form.name.data or "", form.venue.data or "")
        if refusal is None:
            return redirect(url_for("tables.show"), 303)
        add_refusal(form, refusal)
    return render_template("edit_table.html", table=table, form=form), 422 if form.errors else 200


@bp.route("/leave", methods=["GET", "POST"])
@access.needs(VIEWER)
def leave(link: AccessLink) -> ResponseReturnValue:
    """Let this browser forget its link to the table, after confirmation; nothing else changes."""
    if request.method == "GET":
        return render_template("leave.html", link=link)
    forget_link(link.table.public_id)
    return redirect(url_for("home.show"), 303)


@bp.route("/delete", methods=["GET", "POST"])
@access.needs(HOST)
@in_worker(seconds=180)
def delete(link: AccessLink) -> ResponseReturnValue:
    """Delete a table with everything that belongs to it, after confirmation; a sample evening needs none."""
    table = link.table
    form = SureForm()
    if form.is_submitted() and (table.is_sample or form.validate()):
        upkeep.delete_table(table.id)
        return redirect(url_for("home.show"), 303)
    return render_template("erase.html", table=table, player=None, form=form), 422 if form.errors else 200
