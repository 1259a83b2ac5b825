"""Export and import of tables: files to download, and files that are imported after a preview."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from typing import Any

from flask import Blueprint, Response, abort, current_app, flash, redirect, request, session, url_for
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_babel import ngettext
from flask_wtf import FlaskForm
from flask_wtf.file import FileField
from msgspec import Struct
from wtforms import StringField
from wtforms.validators import Optional

from companion.exchange import record_file, table_import
from companion.exchange.exports import EXPORTS
from companion.exchange.plan_lines import count_lines, left_out_lines
from companion.exchange.table_export import file_name
from companion.exchange.table_file import TableFile
from companion.exchange.table_import import Plan
from companion.games.record import InvalidFile
from companion.i18n import language
from companion.store.base import now
from companion.store.models import HOST, Table
from companion.web import access
from companion.web.background import FILE, count_stranger, in_background
from companion.web.rendering import PageResponse, render
from companion.web.tables import uploads

bp = Blueprint("files", __name__)


class ImportForm(FlaskForm):
    """A file to import; on the second step, `token` identifies the file of the first."""

    file = FileField(_l("File"), render_kw={"accept": ".json,.jsonl,application/json,application/x-ndjson"})
    token = StringField(validators=[Optional()])


class ImportView(Struct, frozen=True):
    """The page of an import: the form, or what is `planned`.

    The sentences `counts` describe it; the last of them introduces one for each game that is `left_out`.
    Without a `token` there is nothing to import.
    """

    table: Table | None
    form: ImportForm
    planned: Plan | None = None
    token: str = ""
    counts: Sequence[str] = ()
    left_out: Sequence[str] = ()


@bp.url_value_preprocessor
def allow_files(endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Allow large requests at the URL for files; called before the request is read."""
    if endpoint == "files.import_file":
        request.max_content_length = current_app.config["MAX_IMPORT_LENGTH"]


@bp.get("/t/<public_id>/files")
def show(public_id: str) -> str:
    """Show what can be downloaded and imported."""
    table = access.current_link(public_id, needs=HOST).table
    return render("files.html", table=table)


@bp.get("/t/<public_id>/files/<name>")
def download(public_id: str, name: str) -> Response:
    table = access.current_link(public_id, needs=HOST).table
    if (export := EXPORTS.get(name)) is None:
        abort(404)
    response = Response(export.make(table), mimetype=None, content_type=export.media_type)
    response.headers.set("Content-Disposition", "attachment", filename=file_name(table, export.suffix))
    return response


@bp.route("/import", methods=["GET", "POST"])
@bp.route("/t/<public_id>/import", methods=["GET", "POST"])
def import_file(public_id: str | None = None) -> PageResponse:
    """Preview a file whose games are added to this table or become a new one, or import it after the preview."""
    table = None if public_id is None else access.current_link(public_id, needs=HOST).table
    form = ImportForm()
    if table is None and form.is_submitted():
        count_stranger(FILE)
        access.ensure_may_create_table()
    data = _sent_data(form) if form.validate_on_submit() else None
    file = None if data is None else _read_table(form, data)
    if data is None or file is None:
        return _page(table, form), 422 if form.errors else 200
    token = form.token.data or ""
    planned = table_import.plan(file, table or _own_table(file))
    if not planned.changes_anything:
        uploads.delete(token)
        return _page(table, form, planned), 422 if planned.file.left_out else 200
    if not token:
        return _page(table, form, planned, uploads.save(data, request.remote_addr or ""))
    imported = table_import.carry_out(planned)
    uploads.delete(token)
    if imported.host_link is not None:
        access.remember_created_table(imported.host_link)
        session["shows-host-link-of"] = imported.table.public_id
    flash(ngettext("%(num)s game was imported.", "%(num)s games were imported.", imported.count))
    return redirect(url_for("tables.show", public_id=imported.table.public_id), 303)


def _sent_data(form: ImportForm) -> bytes | None:
    """Return the file that was sent with a form or kept since its preview; errors are shown at the field."""
    data, missing = None, _("Please choose a file.")
    if form.token.data:
        data, missing = uploads.load(form.token.data), _("The file isn't here any more. Please choose it again.")
    elif form.file.data is not None:
        with closing(form.file.data):
            data, missing = form.file.data.read(), _("This file is empty. Please choose another one.")
    if not data:
        form.file.errors = [missing]
    return data or None


def _read_table(form: ImportForm, data: bytes) -> TableFile | None:
    """Return the table in a file; errors are shown at the field."""
    moment, name = now(), _("Imported games")
    try:
        return in_background(data, lambda: record_file.read_any(data, moment, name))
    except InvalidFile as error:
        form.file.errors = [*map(language.translator(error.words), error.reasons)]
        return None


def _own_table(file: TableFile) -> Table | None:
    """Return the table that the file was exported from, if this browser is its host; otherwise a new table is made."""
    table = table_import.table_of(file)
    link = None if table is None else access.find_link(table.public_id)
    return table if link is not None and link.is_host else None


def _page(table: Table | None, form: ImportForm, planned: Plan | None = None, token: str = "") -> str:
    if planned is None:
        return render("import.html", ImportView(table, form))
    translator = language.translator()
    counts, left_out = count_lines(planned, translator, None), left_out_lines(planned, translator)
    return render("import.html", ImportView(table, form, planned, token, [*counts], [*left_out]))
