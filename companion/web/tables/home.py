"""The home page: create a table, return to one or continue its game, join one."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import format_date
from flask_babel import gettext as _
from werkzeug import Response

from companion import games
from companion.core.game import Refusal
from companion.exchange import sample
from companion.store import tables
from companion.store.base import now
from companion.web import access
from companion.web.allowances import FILE, JOB, costs
from companion.web.forms import add_refusal
from companion.web.tables.forms import CreateTableForm, JoinCodeForm
from companion.web.tables.game_rows import playing
from companion.web.workers import in_worker

bp = Blueprint("home", __name__)


@bp.get("/")
@access.public
def show() -> str:
    return _page(CreateTableForm(formdata=None))


@bp.post("/tables")
@access.public
@costs(JOB)
def create_table() -> ResponseReturnValue:
    form = CreateTableForm()
    access.ensure_may_create_table()
    created = tables.create_table((form.name.data or "").strip() or todays_name())
    if isinstance(created, Refusal):
        add_refusal(form, created)
        return _page(form), 422
    table, link = created
    access.remember_created_table(link)
    return redirect(url_for("new_game.choose", public_id=table.public_id), 303)


@bp.post("/sample")
@access.public
@costs(FILE)
@in_worker()
def open_sample() -> Response:
    """Open a sample evening to look around in, with this browser as its host."""
    access.ensure_may_create_table()
    imported = sample.open_sample(_("Sample evening"), now())
    if imported.host_link is not None:
        access.remember_created_table(imported.host_link)
    return redirect(url_for("tables.show", public_id=imported.table.public_id), 303)


def todays_name() -> str:
    """The name of a table that was not given one: the weekday and the date, in the reader's language."""
    # Translators: the pattern of a date such as "Sunday 22 November" (EEEE the weekday, d the day, MMMM the month).
    text = format_date(now().astimezone(), _("EEEE d MMMM"), rebase=False)
    return text[:1].upper() + text[1:]


def _page(form: CreateTableForm) -> str:
    my_tables = [(link.table, playing(link.table)) for link in access.my_links()]
    titles = list(games.titles().values())
    return render_template("home.html", games=titles, tables=my_tables, form=form, code_form=JoinCodeForm())
