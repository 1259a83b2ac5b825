"""Home: open a table, come back to one, join one."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, redirect, render_template, session, url_for
from msgspec import Struct
from werkzeug import Response

from companion.core.game import Refusal
from companion.store import tables
from companion.store.models import Table
from companion.web import access, games
from companion.web.table_forms import JoinCodeForm, OpenTableForm

bp = Blueprint("home", __name__)


class HomePage(Struct, frozen=True):
    """The home page: the games that there are, this browser's tables, the forms that open and join a table."""

    games: Sequence[str]
    tables: Sequence[Table]
    form: OpenTableForm
    code_form: JoinCodeForm


@bp.get("/")
def show() -> str:
    return _page(OpenTableForm(formdata=None))


@bp.post("/tables")
def open_table() -> Response | tuple[str, int]:
    form = OpenTableForm()
    if not form.validate_on_submit():
        return _page(form), 422
    opened = tables.open_table(form.name.data or "")
    if isinstance(opened, Refusal):
        form.add_refusal(opened)
        return _page(form), 422
    table, access_link = opened
    access.remember(access_link)
    session["new-host-of"] = table.public_id
    return redirect(url_for("tables.show", table_id=table.public_id), 303)


def _page(form: OpenTableForm) -> str:
    my_tables = [access_link.table for access_link in access.my_access_links()]
    page = HomePage(list(games.TITLES.values()), my_tables, form, JoinCodeForm())
    return render_template("home.html", page=page)
