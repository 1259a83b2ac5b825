"""Home: open a table, come back to one, join one."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, session, url_for
from werkzeug import Response

from companion.core.game import Refusal
from companion.i18n import language
from companion.store import tables
from companion.web.access import my_access_links, remember
from companion.web.forms import OpenTable
from companion.web.games import TITLES

bp = Blueprint("home", __name__)


@bp.get("/")
def show() -> str:
    return _page(OpenTable())


@bp.post("/tables")
def open_table() -> Response | tuple[str, int]:
    form = OpenTable(request.form)
    opened = tables.open_table(form.name.data or "")
    if isinstance(opened, Refusal):
        say = language.translator(tables.WORDS, ())
        form.name.errors = [say(violation) for violation in opened.violations]
        return _page(form), 422
    table, access_link = opened
    remember(access_link)
    session["new-host-of"] = table.public_id
    return redirect(url_for("tables.show", table_id=table.public_id), 303)


def _page(form: OpenTable) -> str:
    return render_template("home.html", form=form, titles=TITLES.values(), my_tables=my_access_links())
