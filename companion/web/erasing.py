"""Erasing: makes a player anonymous, or deletes a table with everything in it; both ask for confirmation."""

from __future__ import annotations

from flask import Blueprint, abort, flash, redirect, render_template, url_for
from flask_babel import gettext as _
from flask_babel import lazy_gettext
from msgspec import Struct
from werkzeug import Response
from wtforms import BooleanField
from wtforms.validators import InputRequired

from companion.store import erasing, upkeep
from companion.store.models import HOST, Player, Table
from companion.web import access
from companion.web.table_forms import TableForm

bp = Blueprint("erasing", __name__, url_prefix="/t/<table_id>")


class SureForm(TableForm):
    """The form that asks for confirmation with a check box."""

    sure = BooleanField(
        lazy_gettext("Yes, I know that this can't be undone."),
        [InputRequired(lazy_gettext("Please tick this if you are sure."))],
    )


class ErasePage(Struct, frozen=True):
    """The values for the confirmation page: a player's name, or the whole table."""

    table: Table
    player: Player | None
    name: str
    form: SureForm


@bp.get("/players/<int:player_id>/erase")
def ask_player(table_id: str, player_id: int) -> str:
    table, player = _player(table_id, player_id)
    return _page(table, player, SureForm(formdata=None))


@bp.post("/players/<int:player_id>/erase")
def erase_player(table_id: str, player_id: int) -> Response | tuple[str, int]:
    """Remove a player's name from the table and all its games."""
    table, player = _player(table_id, player_id)
    form = SureForm()
    if not form.validate_on_submit():
        return _page(table, player, form), 422
    # Translators: who was made anonymous; {n} is a number that tells several apart.
    erasing.make_anonymous(player, _("Player {n}"))
    flash(_("The name was removed. This player is called %(name)s now.", name=player.name))
    return redirect(url_for("tables.show"), 303)


@bp.get("/delete")
def ask_table(table_id: str) -> str:
    table = access.current_link(table_id, needs=HOST).table
    return _page(table, None, SureForm(formdata=None))


@bp.post("/delete")
def delete_table(table_id: str) -> Response | tuple[str, int]:
    """Delete a table with everything that belongs to it; a sample evening needs no confirmation."""
    table = access.current_link(table_id, needs=HOST).table
    form = SureForm()
    if not table.is_sample and not form.validate_on_submit():
        return _page(table, None, form), 422
    upkeep.delete_table(table.id)
    return redirect(url_for("home.show"), 303)


def _player(table_id: str, player_id: int) -> tuple[Table, Player]:
    table = access.current_link(table_id, needs=HOST).table
    player = next((item for item in table.players if item.id == player_id), None)
    if player is None or player.is_anonymous:
        abort(404)
    return table, player


def _page(table: Table, player: Player | None, form: SureForm) -> str:
    name = table.name if player is None else player.full_name
    return render_template("erase.html", page=ErasePage(table, player, name, form))
