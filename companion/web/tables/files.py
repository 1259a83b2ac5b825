"""Export and import of tables: files to download, and files that are imported after a preview."""

from __future__ import annotations

from contextlib import closing

from flask import Blueprint, Response, abort, flash, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_wtf import FlaskForm
from flask_wtf.file import FileField
from wtforms import StringField
from wtforms.validators import Optional

from companion.exchange import record_file, table_import
from companion.exchange.csv_files import with_decimal_commas
from companion.exchange.exports import EXPORTS
from companion.exchange.plan_lines import plan_lines
from companion.exchange.table_export import file_name
from companion.exchange.table_file import TableFile
from companion.exchange.table_import import Plan
from companion.games.record import InvalidFile
from companion.i18n import language
from companion.store import evenings
from companion.store.base import now
from companion.store.models import HOST, AccessLink, Table
from companion.web import access
from companion.web.allowances import FILE, costs
from companion.web.tables import uploads
from companion.web.workers import in_worker

bp = Blueprint("files", __name__)
SECONDS = 180  # for a file: the largest takes 10 to 20, on a small computer a few times as long


class ImportForm(FlaskForm):
    """A file to import; on the second step, `token` identifies the file of the first."""

    file = FileField(_l("File"), render_kw={"accept": ".json,.jsonl,application/json,application/x-ndjson"})
    token = StringField(validators=[Optional()])


@bp.get("/t/<public_id>/files")
@access.needs(HOST)
def show(link: AccessLink) -> str:
    """Show what can be downloaded and imported."""
    has_evenings, has_decimal_comma = evenings.of_table(link.table), "," in language.decimal(0.5)
    return render_template(
        "files.html", table=link.table, has_evenings=has_evenings, has_decimal_comma=has_decimal_comma
    )


@bp.get("/t/<public_id>/files/<name>")
@access.needs(HOST)
@costs(FILE)
@in_worker(SECONDS, is_file=True)
def download(link: AccessLink, name: str) -> Response:
    if (export := EXPORTS.get(name)) is None:
        abort(404)
    data = export.make(link.table)
    if export.suffix.endswith("csv") and "commas" in request.args:
        data = with_decimal_commas(data)
    response = Response(data, mimetype=None, content_type=export.media_type)
    response.headers.set("Content-Disposition", "attachment", filename=file_name(link.table, export.suffix))
    return response


@bp.route("/import", methods=["GET", "POST"])
@bp.route("/t/<public_id>/import", methods=["GET", "POST"])
@access.public
@access.needs(HOST)
@costs(FILE, methods=("POST",))
@in_worker(SECONDS, is_file=True, is_long=lambda: request.method == "POST")
def import_file(link: AccessLink | None = None) -> ResponseReturnValue:
    """Preview a file whose games are added to this table or become a new one, or import it after the preview."""
    table = None if link is None else link.table
    form = ImportForm()
    if table is None and form.is_submitted():
        access.ensure_may_create_table()
    data = _sent_data(form) if form.validate_on_submit() else None
    file = None if data is None else _read_table(form, data)
    if data is None or file is None:
        return _page(table, form), 422 if form.errors else 200
    token = form.token.data or ""
    planned = table_import.plan(file, table or _own_table(file))
    if not planned.changes_anything:
        uploads.delete(token)
        return _page(table, form, planned), 422 if planned.left_out else 200
    if not token:
        return _page(table, form, planned, uploads.save(data, request.remote_addr or ""))
    imported = table_import.carry_out(planned)
    uploads.delete(token)
    if imported.host_link is not None:
        access.remember_created_table(imported.host_link)
        session["shows-host-link-of"] = imported.table.public_id
    lines = [*plan_lines(imported.plan, language.translator())]
    flash(" ".join(line for line, _details in lines), "warn" if any(details for _line, details in lines) else "good")
    return redirect(url_for("tables.show", public_id=imported.table.public_id), 303)


def _sent_data(form: ImportForm) -> bytes | None:
    """The file that was sent with a form or kept since its preview; errors are shown at the field."""
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
    """The table in a file; errors are shown at the field."""
    moment, name = now(), _("Imported games")
    try:
        return record_file.read_any(data, moment, name)
    except InvalidFile as error:
        form.file.errors = [*map(language.translator(error.words), error.reasons)]
        return None


def _own_table(file: TableFile) -> Table | None:
    """The table that the file was exported from, if this browser is its host; otherwise a new table is made."""
    table = table_import.table_of(file)
    link = None if table is None else access.find_link(table.public_id)
    return table if link is not None and link.is_host else None


def _page(table: Table | None, form: ImportForm, planned: Plan | None = None, token: str = "") -> str:
    """The form or, if there is one, what is `planned`; without a `token` there is nothing to import."""
    lines = [] if planned is None else plan_lines(planned, language.translator())
    return render_template("import.html", table=table, form=form, planned=planned, token=token, lines=lines)
