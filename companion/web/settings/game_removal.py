"""Games that are not played to the end: abandoned, or deleted and brought back."""

from __future__ import annotations

from flask import Blueprint, abort, flash, redirect, url_for
from flask_babel import gettext as _
from flask_wtf import FlaskForm
from sqlalchemy import select
from werkzeug import Response
from wtforms import BooleanField

from companion.store import game_removal
from companion.store.base import MAX_INTEGER, db
from companion.store.models import HOST, PLAYER, Game
from companion.web import access
from companion.web.forms import action_field
from companion.web.play.context import game_context
from companion.web.rendering import PageResponse, render

bp = Blueprint("game_removal", __name__, url_prefix="/t/<public_id>/<int:n>/end")


class RemovalForm(FlaskForm):
    """Actions on a game: abandon it, continue it, or delete it, which asks for confirmation."""

    do = action_field("abandon", "resume", "delete")
    sure = BooleanField()


@bp.route("", methods=["GET", "POST"])
def abandon_or_delete(public_id: str, n: int) -> PageResponse:
    """Abandon or continue the game; delete it after confirmation."""
    context, form = game_context(public_id, n, PLAYER), RemovalForm()
    asks_again = False
    if form.validate_on_submit():
        if form.do.data != "delete":
            game_removal.abandon(context.game, form.do.data == "abandon")
            return redirect(url_for("tables.show" if form.do.data == "abandon" else "play.show"), 303)
        if not context.link.is_host:
            abort(403)
        if form.sure.data:
            game_removal.delete(context.game)
            return redirect(url_for("tables.show"), 303)
        asks_again = True
    return render("game_removal.html", context=context, asks_again=asks_again), 422 if form.errors else 200


@bp.post("/restore")
def restore(public_id: str, n: int) -> Response:
    """Bring a deleted game back."""
    link = access.current_link(public_id, needs=HOST)
    query = select(Game).where(Game.table_id == link.table.id, Game.n == min(n, MAX_INTEGER))
    game = db.session.scalar(query)
    if game is None:
        abort(404)
    if not game_removal.restore(game):
        flash(_("This game was deleted more than a day ago."))
        return redirect(url_for("tables.show"), 303)
    return redirect(url_for("play.show"), 303)
