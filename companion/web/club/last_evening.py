"""The last evening of any table as a grid, on a big screen and on paper."""

from __future__ import annotations

from flask import Blueprint, Response, abort, render_template, request, url_for
from flask_babel import gettext as _

from companion.core.names import isolated
from companion.i18n import language
from companion.sheets import evening as sheets
from companion.sheets.evening import Occasion
from companion.store import finished_games
from companion.store.base import now
from companion.store.models import VIEWER, AccessLink, Table
from companion.web import access
from companion.web.allowances import JOB, costs
from companion.web.club.files import pdf
from companion.web.history.evening_grid import EveningGrid, last_evening
from companion.web.printing.form import default_paper
from companion.web.tables.filters import FilterForm
from companion.web.workers import in_worker

bp = Blueprint("last_evening", __name__, url_prefix="/t/<public_id>/last-evening")


@bp.get("/screen")
@access.needs(VIEWER)
@in_worker()
def screen(link: AccessLink) -> str:
    """Show the last evening on the wall; it follows the games."""
    table = link.table
    return render_template(
        "club/screen.html",
        title=f"{_('The last evening')} \u00b7 {isolated(table.name)}",
        board=_board(table),
        url=url_for("last_evening.board", **FilterForm(request.args, table).query),
        every=10,
        now=now(),
    )


@bp.get("/board")
@access.needs(VIEWER)
@in_worker()
def board(link: AccessLink) -> Response:
    """Return the part of the big screen that changes; 304 if the screen already has it."""
    response = Response(_board(link.table))
    response.add_etag()
    response.make_conditional(request)
    return response


@bp.get("/sheet.pdf")
@access.needs(VIEWER)
@costs(JOB)
@in_worker()
def sheet(link: AccessLink) -> Response:
    """Send the grid as a sheet of paper."""
    evening = _evening(link.table) or abort(404)
    heads = [str(number) for number in range(1, len(evening.games) + 1)]
    lines = [
        (f"{row.place}.", row.name, *("" if place is None else str(place) for place in row.places), row.points)
        for row in evening.rows
    ]
    title = f"{isolated(link.table.name)} \u00b7 {language.day(evening.day)}"
    occasion = Occasion(title, evening.titles, default_paper(), language.translator())
    return pdf(sheets.standings(occasion, lines, heads), "evening")


def _board(table: Table) -> str:
    return render_template("club/last_evening.html", table=table, evening=_evening(table))


def _evening(table: Table) -> EveningGrid | None:
    """Return the last evening among the games that the filters in the URL take."""
    taken = FilterForm(request.args, table).filter
    return last_evening(finished_games.filtered(finished_games.of_table(table.id), taken), table.player_names)
