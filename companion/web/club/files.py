"""Standings as CSV, and the paper of an evening: seating slips, a sheet to fill in, the standings as a notice."""

from __future__ import annotations

from flask import Blueprint, Response

from companion.core.names import isolated
from companion.exchange.csv_files import standings_csv
from companion.exchange.table_export import file_name
from companion.i18n import language
from companion.sheets import evening as sheets
from companion.sheets.evening import Occasion, Slip
from companion.store import evening_games
from companion.store.models import VIEWER, AccessLink, Table
from companion.web import access
from companion.web.allowances import JOB, costs
from companion.web.club import views
from companion.web.printing.form import default_paper
from companion.web.workers import in_worker

bp = Blueprint("club_files", __name__, url_prefix="/t/<public_id>")


@bp.get("/evenings/<int:evening_id>/standings.csv")
@access.needs(VIEWER)
def evening_csv(link: AccessLink, evening_id: int) -> Response:
    evening = views.evening_of(link.table, evening_id)
    columns = {number: str(number) for number in range(1, len(evening.rounds) + 1)}
    return _csv(link.table, standings_csv(link.table, evening_games.standings_of(evening), columns))


@bp.get("/evenings/<int:evening_id>/<any(slips, sheet, standings):sheet>.pdf")
@access.needs(VIEWER)
@costs(JOB)
@in_worker()
def evening_pdf(link: AccessLink, evening_id: int, sheet: str) -> Response:
    """Send the slips of the newest round, the sheet of the evening, or its standings; drafts only to a host."""
    evening, names = views.evening_of(link.table, evening_id), link.table.player_names
    rounds = views.rounds_of(evening, names, with_drafts=link.is_host)
    occasion = _occasion(link.table, f"{isolated(evening.name)} \u00b7 {language.day(evening.noon)}")
    if sheet == "slips":
        slips = [Slip(view.heading, table.number, table.names) for view in rounds[:1] for table in view.tables]
        return _pdf(sheets.slips(occasion, slips), sheet)
    if sheet == "standings":
        columns = range(1, len(evening.rounds) + 1)
        rows = views.standing_rows(evening_games.standings_of(evening), columns, names, None)
        return _pdf(sheets.standings(occasion, [*map(views.sheet_line, rows)], [*map(str, columns)]), sheet)
    at: dict[int, dict[int, int]] = {person: {} for person in evening.here}
    for view in rounds:
        for number, table in enumerate(view.round.tables, 1):
            for person in table.seats:
                at.setdefault(person, {})[view.number] = number
    lines = sorted((names.get(person, "?"), tables) for person, tables in at.items())
    return _pdf(sheets.sheet(occasion, lines, len(evening.rounds)), sheet)


@bp.get("/seasons/<int:season_id>/standings.csv")
@access.needs(VIEWER)
@in_worker()
def season_csv(link: AccessLink, season_id: int) -> Response:
    season = views.season_of(link.table, season_id)
    columns = {evening.id: evening.day.isoformat() for evening in season.evenings}
    return _csv(link.table, standings_csv(link.table, evening_games.season_standings(season), columns))


@bp.get("/seasons/<int:season_id>/standings.pdf")
@access.needs(VIEWER)
@costs(JOB)
@in_worker()
def season_pdf(link: AccessLink, season_id: int) -> Response:
    season, names = views.season_of(link.table, season_id), link.table.player_names
    rows = views.standing_rows(
        evening_games.season_standings(season), [each.id for each in season.evenings], names, None
    )
    heads = [language.day_and_month(each.noon) for each in season.evenings]
    return _pdf(
        sheets.standings(_occasion(link.table, isolated(season.name)), [*map(views.sheet_line, rows)], heads), "season"
    )


def _occasion(table: Table, title: str) -> Occasion:
    return Occasion(title, isolated(table.venue or table.name), default_paper(), language.translator())


def _pdf(data: bytes, name: str) -> Response:
    response = Response(data, mimetype="application/pdf")
    response.headers.set("Content-Disposition", "inline", filename=f"{name}.pdf")
    return response


def _csv(table: Table, data: bytes) -> Response:
    response = Response(data, mimetype=None, content_type="text/csv; charset=utf-8")
    response.headers.set("Content-Disposition", "attachment", filename=file_name(table, "csv"))
    return response
