"""Games that are not played to the end: abandoned, or deleted and brought back."""

from __future__ import annotations

from flask import Blueprint, abort, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_wtf import FlaskForm
from sqlalchemy import select
from werkzeug import Response
from wtforms import BooleanField

from companion.store import game_removal
from companion.store.base import MAX_INTEGER, db
from companion.store.models import HOST, PLAYER, AccessLink, Game
from companion.web import access
from companion.web.forms import action_field
from companion.web.play.context import fresh_form_target, game_context
from companion.web.play.entry_forms import result_start

bp = Blueprint("game_removal", __name__, url_prefix="/t/<public_id>")


class RemovalForm(FlaskForm):
    """Actions on a game: abandon it, continue it, or delete it, which asks for confirmation."""

    do = action_field("abandon", "resume", "delete")
    sure = BooleanField()


@bp.route("/<int:n>/end", methods=["GET", "POST"])
@access.needs(PLAYER)
def abandon_or_delete(link: AccessLink, game: Game) -> ResponseReturnValue:
    """Abandon or continue the game; delete it after confirmation."""
    context, form = game_context(link, game), RemovalForm()
    asks_again = False
    if form.validate_on_submit():
        if form.do.data != "delete":
            game_removal.abandon(game, form.do.data == "abandon")
            return redirect(url_for("tables.show" if form.do.data == "abandon" else "play.show"), 303)
        if not link.is_host:
            abort(403)
        if form.sure.data:
            game_removal.delete(game)
            return redirect(url_for("tables.show"), 303)
        asks_again = True
    form_target = fresh_form_target(url_for("play.enter"), context.position)
    html = render_template(
        "game_removal.html",
        context=context,
        asks_again=asks_again,
        form_target=form_target,
        takes_result=result_start(context.whole) is not None,
    )
    return html, 422 if form.errors else 200


@bp.post("/<int:deleted>/end/restore")
@access.needs(HOST)
def restore(link: AccessLink, deleted: int) -> Response:
    query = select(Game).where(Game.table_id == link.table.id, Game.n == min(deleted, MAX_INTEGER))
    game = db.session.scalar(query)
    if game is None:
        abort(404)
    if not game_removal.restore(game):
        flash(_("This game was deleted more than a day ago."), "bad")
        return redirect(url_for("tables.show"), 303)
    return redirect(url_for("play.show", n=game.n), 303)
