"""A player of a table: renamed, merged with another entry of the same person, removed."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, abort, flash, redirect, render_template, url_for
from flask_babel import lazy_gettext as _
from msgspec import Struct
from werkzeug import Response
from wtforms import BooleanField, StringField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import InputRequired, Optional

from companion.core.game import Refusal
from companion.i18n import language
from companion.store import merges, players, tables
from companion.store.models import HOST, PLAYER, AccessLink, Player, Table
from companion.web import access
from companion.web.table_forms import ButtonField, TableForm, player_choices, valid_name

bp = Blueprint("players", __name__, url_prefix="/t/<table_id>/names")
_CHOOSE = _("Please choose one of these.")


class RenameTableForm(TableForm):
    name = StringField(_("Table name"), [valid_name])
    place = StringField(_("Where you play"), [Optional(), valid_name])
    shows_ratings = BooleanField(_("Show ratings in the statistics"))


class PlayerForm(TableForm):
    """Corrections to a player: the name, a merge of two entries of one person, removal."""

    do = ButtonField(
        choices=[SelectChoice(value) for value in ("rename", "merge", "remove")], validators=[InputRequired(_CHOOSE)]
    )
    name = StringField(_("Name"))
    surname = StringField(_("Surname, to tell two people apart"), [Optional(), valid_name])
    into = ButtonField(_("The same person as"), coerce=int)

    def __init__(self, player: Player, others: Sequence[Player], sent: bool = False) -> None:
        super().__init__(**({} if sent else {"formdata": None}), name=player.name, surname=player.surname)
        self.into.choices = player_choices(others)

    def validate_name(self, field: StringField) -> None:
        if self.do.data == "rename":
            valid_name(self, field)


class PlayerPage(Struct, frozen=True):
    """A player of a table, the forms for corrections, and the other players."""

    table: Table
    player: Player
    form: PlayerForm
    others: Sequence[Player]
    is_host: bool


class TableNamePage(Struct, frozen=True):
    """The form of a table's name."""

    table: Table
    form: RenameTableForm


@bp.get("/<int:player_id>")
def show(table_id: str, player_id: int) -> str:
    link, player = _player(table_id, player_id)
    return _page(link, player, PlayerForm(player, _others(player)))


@bp.post("/<int:player_id>")
def change(table_id: str, player_id: int) -> Response | tuple[str, int]:
    """Rename, merge or remove a player. Players may correct their own name, hosts everything."""
    link, player = _player(table_id, player_id)
    form = PlayerForm(player, _others(player), sent=True)
    if not form.validate_on_submit():
        return _page(link, player, form), 422
    if form.do.data != "rename" and not link.is_host:
        abort(403)
    refusal: Refusal | None
    if form.do.data == "rename":
        refusal = players.rename(player, form.name.data or "", form.surname.data or "")
    elif form.do.data == "remove":
        refusal = players.remove(player)
    else:
        into = next((other for other in _others(player) if other.id == form.into.data), None)
        if into is None:
            form.into.errors = [_CHOOSE]
            return _page(link, player, form), 422
        refusal = merges.merge(player, into)
    if refusal is not None:
        form.add_refusal(refusal, field_names={"": "do"})
        return _page(link, player, form), 422
    return redirect(url_for("tables.show", _anchor="players"), 303)


@bp.post("/merged/undo")
def undo_merge(table_id: str) -> Response:
    """Undo the last merge."""
    table = access.current_link(table_id, needs=HOST).table
    if refusal := merges.undo(table):
        for violation in refusal.violations:
            flash(language.translator(tables.WORDS, ())(violation))
    return redirect(url_for("tables.show", _anchor="players"), 303)


@bp.get("/table")
def table_name(table_id: str) -> str:
    table = access.current_link(table_id, needs=HOST).table
    return _name_page(table, RenameTableForm(formdata=None, obj=table))


@bp.post("/table")
def rename_table(table_id: str) -> Response | tuple[str, int]:
    """Change the table's name and place, and whether its statistics show ratings."""
    table, form = access.current_link(table_id, needs=HOST).table, RenameTableForm()
    if not form.validate_on_submit():
        return _name_page(table, form), 422
    if refusal := tables.rename_table(table, form.name.data or "", form.place.data or ""):
        form.add_refusal(refusal)
        return _name_page(table, form), 422
    if form.shows_ratings.data != table.shows_ratings:
        tables.show_ratings(table, shown=form.shows_ratings.data)
    return redirect(url_for("tables.show"), 303)


def _player(table_id: str, player_id: int) -> tuple[AccessLink, Player]:
    """Return the viewer and this player; answers 404 if there is no such player, 403 to other players."""
    link = access.current_link(table_id, needs=PLAYER)
    player = next((player for player in link.table.players if player.id == player_id), None)
    if player is None:
        abort(404)
    if not link.is_host and (link.player is None or link.player.id != player.id):
        abort(403)
    return link, player


def _others(player: Player) -> list[Player]:
    return [other for other in player.table.players if other.id != player.id]


def _page(link: AccessLink, player: Player, form: PlayerForm) -> str:
    return render_template("player_name.html", page=PlayerPage(link.table, player, form, _others(player), link.is_host))


def _name_page(table: Table, form: RenameTableForm) -> str:
    return render_template("table_name.html", page=TableNamePage(table, form))
