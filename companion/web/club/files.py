"""Standings as CSV, and the paper of an evening: seating slips, a sheet to fill in, the standings as a notice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flask import Blueprint, Response

from companion.club.standings import Standing
from companion.core.names import isolated
from companion.exchange.csv_files import standings_csv
from companion.exchange.table_export import file_name
from companion.i18n import language
from companion.sheets import evening as sheets
from companion.sheets.evening import Occasion, Slip
from companion.store import evening_games
from companion.store.models import VIEWER, AccessLink, Evening, Table
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
    return _csv(link.table, evening_games.standings_of(evening), _rounds(evening))


@bp.get("/evenings/<int:evening_id>/<any(slips, sheet, standings):sheet>.pdf")
@access.needs(VIEWER)
@costs(JOB)
@in_worker()
def evening_pdf(link: AccessLink, evening_id: int, sheet: str) -> Response:
    """Send the slips of the newest round, the sheet of the evening, or its standings; drafts only to a host."""
    evening, names = views.evening_of(link.table, evening_id), link.table.player_names
    occasion = _occasion(link.table, f"{isolated(evening.name)} \u00b7 {language.day(evening.noon)}")
    if sheet == "standings":
        return _notice(link.table, occasion, evening_games.standings_of(evening), _rounds(evening))
    rounds = views.rounds_of(evening, names, with_drafts=link.is_host)
    if sheet == "slips":
        slips = [Slip(view.heading, table.number, table.names) for view in rounds[:1] for table in view.tables]
        return pdf(sheets.slips(occasion, slips), sheet)
    at: dict[int, dict[int, int]] = {person: {} for person in evening.here}
    for view in rounds:
        for number, table in enumerate(view.round.tables, 1):
            for person in table.seats:
                at.setdefault(person, {})[view.number] = number
    lines = sorted((names.get(person, "?"), tables) for person, tables in at.items())
    return pdf(sheets.sheet(occasion, lines, len(evening.rounds)), sheet)


@bp.get("/seasons/<int:season_id>/standings.csv")
@access.needs(VIEWER)
@in_worker()
def season_csv(link: AccessLink, season_id: int) -> Response:
    season = views.season_of(link.table, season_id)
    columns = {evening.id: evening.day.isoformat() for evening in season.evenings}
    return _csv(link.table, evening_games.season_standings(season), columns)


@bp.get("/seasons/<int:season_id>/standings.pdf")
@access.needs(VIEWER)
@costs(JOB)
@in_worker()
def season_pdf(link: AccessLink, season_id: int) -> Response:
    season = views.season_of(link.table, season_id)
    columns = {evening.id: language.day_and_month(evening.noon) for evening in season.evenings}
    occasion = _occasion(link.table, isolated(season.name))
    return _notice(link.table, occasion, evening_games.season_standings(season), columns)


def _occasion(table: Table, title: str) -> Occasion:
    return Occasion(title, isolated(table.venue or table.name), default_paper(), language.translator())


def pdf(data: bytes, name: str) -> Response:
    response = Response(data, mimetype="application/pdf")
    response.headers.set("Content-Disposition", "inline", filename=f"{name}.pdf")
    return response


def _notice(table: Table, occasion: Occasion, standings: Sequence[Standing], columns: Mapping[int, str]) -> Response:
    """Send standings as a notice, with the heads of the columns of their parts."""
    rows = views.standing_rows(standings, [*columns], table.player_names, None)
    lines = [(row.place, row.name, *row.parts, row.points) for row in rows]
    return pdf(sheets.standings(occasion, lines, [*columns.values()]), "standings")


def _csv(table: Table, standings: Sequence[Standing], columns: Mapping[int, str]) -> Response:
    data = standings_csv(table, standings, columns)
    response = Response(data, mimetype=None, content_type="text/csv; charset=utf-8")
    response.headers.set("Content-Disposition", "attachment", filename=file_name(table, "csv"))
    return response


def _rounds(evening: Evening) -> dict[int, str]:
    return {number: str(number) for number in range(1, len(evening.rounds) + 1)}
