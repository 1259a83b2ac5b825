"""Export and import of tables: files to download, and files that are imported after a preview."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from typing import Any

from flask import Blueprint, Response, abort, current_app, flash, redirect, render_template, request, session, url_for
from flask_babel import gettext as _
from flask_babel import lazy_gettext, ngettext
from flask_wtf.file import FileField
from msgspec import Struct
from werkzeug import Response as Redirect
from wtforms import StringField
from wtforms.validators import Optional

from companion.exchange import bg_stats, csv_files, record_file, table_export, table_import
from companion.exchange.file_fields import NotATable
from companion.exchange.plan_lines import left_out_lines
from companion.exchange.table_export import file_name
from companion.exchange.table_file import TableFile
from companion.exchange.table_import import Plan
from companion.i18n import language
from companion.store import limits
from companion.store.models import HOST, Table, now
from companion.web import access, uploads
from companion.web.home import check_opened_tables
from companion.web.print_queue import in_worker
from companion.web.table_forms import TableForm

bp = Blueprint("transfer", __name__)
SHOWN_LINES = 50

# name of a download -> what makes it, its extension, its media type
DOWNLOADS: Mapping[str, tuple[Callable[[Table], bytes], str, str]] = {
    "table": (table_export.table, "json", "application/json"),
    "records": (table_export.records, "jsonl", "application/x-ndjson"),
    "games": (csv_files.games_csv, "csv", "text/csv; charset=utf-8"),
    "rounds": (csv_files.rounds_csv, "csv", "text/csv; charset=utf-8"),
    "plays": (bg_stats.file, "bgsplay", "application/octet-stream"),
}


class ImportForm(TableForm):
    """A file to import; on the second step, `token` identifies the file of the first."""

    file = FileField(lazy_gettext("File"), render_kw={"accept": ".json,.jsonl,application/json,application/x-ndjson"})
    token = StringField(validators=[Optional()])


class Preview(Struct, frozen=True):
    """The preview of an import: how many games are new or already here, and why others are left out.

    Without a `token` there is nothing to import.
    """

    name: str
    token: str
    new: int
    known: int
    left_out: Sequence[str]
    more_left_out: int
    target: str  # the table that the games are added to, "" for a new one


class ImportPage(Struct, frozen=True):
    """The page on which a file is chosen, and then its preview."""

    table: Table | None
    form: ImportForm
    action: str
    preview: Preview | None = None


@bp.url_value_preprocessor
def allow_files(endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Allow large requests at the addresses for files; called before the request is read."""
    if endpoint in ("transfer.bring_in", "transfer.bring_in_table"):
        request.max_content_length = current_app.config["MAX_IMPORT_LENGTH"]


@bp.get("/t/<table_id>/files")
def show(table_id: str) -> str:
    """Show what can be downloaded and imported."""
    table = access.current_link(table_id, needs=HOST).table
    return render_template("files.html", table=table)


@bp.get("/t/<table_id>/files/<name>")
def download(table_id: str, name: str) -> Response:
    table = access.current_link(table_id, needs=HOST).table
    if name not in DOWNLOADS:
        abort(404)
    make, extension, media_type = DOWNLOADS[name]
    response = Response(make(table), mimetype=None, content_type=media_type)
    suffix = extension if name in ("table", "plays") else f"{name}.{extension}"
    response.headers.set("Content-Disposition", "attachment", filename=file_name(table, suffix))
    return response


@bp.get("/import")
def choose_table() -> str:
    return _page(None, ImportForm(formdata=None))


@bp.get("/t/<table_id>/import")
def choose(table_id: str) -> str:
    return _page(access.current_link(table_id, needs=HOST).table, ImportForm(formdata=None))


@bp.post("/import")
def bring_in_table() -> str | tuple[str, int] | Redirect:
    """Preview a file that becomes a new table, or import it after the preview."""
    return _bring_in(None)


@bp.post("/t/<table_id>/import")
def bring_in(table_id: str) -> str | tuple[str, int] | Redirect:
    """Preview a file whose games are added to this table, or import it after the preview."""
    return _bring_in(access.current_link(table_id, needs=HOST).table)


def _bring_in(table: Table | None) -> str | tuple[str, int] | Redirect:
    form = ImportForm()
    if not form.validate_on_submit():
        return _page(table, form), 422
    token = form.token.data or ""
    data = uploads.load(token) if token else _sent(form)
    if not data:
        gone = _("The file isn't here any more. Please choose it again.") if token else _("Please choose a file.")
        form.file.errors = [gone]
        return _page(table, form), 422
    file = _read(form, data)
    if file is None:
        return _page(table, form), 422
    planned = table_import.plan(file, table or _own(file))
    if not planned.changes_anything:
        uploads.delete(token)
        return _page(table, form, _preview(planned, "")), 422 if planned.left_out else 200
    if not token:
        return _page(table, form, _preview(planned, uploads.save(data)))
    if planned.table is None:
        check_opened_tables()
    done = table_import.carry_out(planned)
    uploads.delete(token)
    if done.host_link is not None:
        limits.count_opened_table(request.remote_addr or "")
        access.remember(done.host_link)
        session["shows-host-link-of"] = done.table.public_id
    flash(ngettext("%(num)s game was imported.", "%(num)s games were imported.", done.count))
    return redirect(url_for("tables.show", table_id=done.table.public_id), 303)


def _sent(form: ImportForm) -> bytes | None:
    """Return the file that was sent with a form, None if none was."""
    if form.file.data is None:
        return None
    with closing(form.file.data):
        data: bytes = form.file.data.read()
    return data


def _read(form: ImportForm, data: bytes) -> TableFile | None:
    """Return the table in a file; errors are shown at the field."""
    moment, name = now(), _("Imported games")
    try:
        return in_worker(lambda: record_file.read_any(data, moment, name))
    except NotATable as error:
        form.file.errors = [*map(language.translator(error.words), error.reasons)]
        return None


def _own(file: TableFile) -> Table | None:
    """Return the table that the file was exported from, if this browser is its host; otherwise a new table is made."""
    table = table_import.table_of(file)
    link = None if table is None else access.held(table)
    return table if link is not None and link.is_host else None


def _preview(planned: Plan, token: str) -> Preview:
    lines = [*left_out_lines(planned, language.translator(table_import.WORDS))]
    return Preview(
        planned.file.name,
        token,
        len(planned.new),
        sum(game.fate == "known" for game in planned.games),
        lines[:SHOWN_LINES],
        max(0, len(lines) - SHOWN_LINES),
        "" if planned.table is None else planned.table.name,
    )


def _page(table: Table | None, form: ImportForm, preview: Preview | None = None) -> str:
    action = url_for("transfer.bring_in_table") if table is None else url_for("transfer.bring_in")
    return render_template("import.html", page=ImportPage(table, form, action, preview))
