"""Games that are not played to the end: abandoned, or deleted and brought back."""

from __future__ import annotations

from flask import Blueprint, abort, flash, redirect, url_for
from flask_babel import gettext as _
from flask_wtf import FlaskForm
from msgspec import Struct
from sqlalchemy import select
from werkzeug import Response
from wtforms import BooleanField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import InputRequired

from companion.store import game_removal
from companion.store.models import HOST, PLAYER, Game, db
from companion.store.tables import MAX_GAMES
from companion.web import access
from companion.web.game_context import GameContext, PageResponse, game_context, render
from companion.web.play import ADJUST, FINISH
from companion.web.table_forms import ButtonField

bp = Blueprint("game_removal", __name__, url_prefix="/t/<table_id>/<int:n>/end")


class RemovalForm(FlaskForm):
    """What to do with a game: abandon it, continue it, or delete it, which asks for confirmation."""

    do = ButtonField(
        choices=[SelectChoice(value) for value in ("abandon", "resume", "delete")], validators=[InputRequired()]
    )
    sure = BooleanField()


class RemovalView(Struct, frozen=True):
    """The values for `game_removal.html`, in addition to those of a game's page."""

    form: RemovalForm
    over: bool
    abandoned: bool
    may_finish: bool
    may_adjust: bool
    is_host: bool
    asks_again: bool


@bp.get("")
def show(table_id: str, n: int) -> str:
    return _page(game_context(table_id, n, PLAYER), RemovalForm(formdata=None))


@bp.post("")
def change(table_id: str, n: int) -> PageResponse:
    """Abandon or continue the game; delete it after confirmation."""
    context, form = game_context(table_id, n, PLAYER), RemovalForm()
    if not form.validate_on_submit():
        return _page(context, form), 422
    if form.do.data != "delete":
        game_removal.abandon(context.game, form.do.data == "abandon")
        return redirect(url_for("tables.show" if form.do.data == "abandon" else "play.show"), 303)
    if not context.link.is_host:
        abort(403)
    if not form.sure.data:
        return _page(context, form, asks_again=True)
    game_removal.delete(context.game)
    return redirect(url_for("tables.show"), 303)


@bp.post("/restore")
def restore(table_id: str, n: int) -> Response:
    """Bring a deleted game back."""
    link = access.current_link(table_id, needs=HOST)
    found = select(Game).where(Game.table_id == link.table.id, Game.n == (n if n <= MAX_GAMES else 0))
    game = db.session.scalar(found)
    if game is None:
        abort(404)
    if not game_removal.restore(game):
        flash(_("This game was deleted more than a day ago."))
        return redirect(url_for("tables.show"), 303)
    return redirect(url_for("play.show"), 303)


def _page(context: GameContext, form: RemovalForm, asks_again: bool = False) -> str:
    position = context.position
    view = RemovalView(
        form=form,
        over=position.is_over,
        abandoned=context.game.abandoned_at is not None,
        may_finish=position.accepts(FINISH),
        may_adjust=position.accepts(ADJUST),
        is_host=context.link.is_host,
        asks_again=asks_again,
    )
    return render("game_removal.html", context.page(), view)
