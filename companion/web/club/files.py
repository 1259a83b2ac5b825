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
from companion.store.models import VIEWER, AccessLink, Evening, Season
from companion.web import access
from companion.web.allowances import JOB, costs
from companion.web.club import views
from companion.web.printing.form import default_paper
from companion.web.workers import in_worker

bp = Blueprint("club_files", __name__, url_prefix="/t/<public_id>")


@bp.get("/evenings/<int:evening_id>/standings.csv")
@bp.get("/seasons/<int:season_id>/standings.csv")
@access.needs(VIEWER)
@in_worker()
def csv(link: AccessLink, evening_id: int = 0, season_id: int = 0) -> Response:
    of = _find(link, evening_id, season_id)
    days = {evening.id: evening.day.isoformat() for evening in of.evenings} if isinstance(of, Season) else None
    data = standings_csv(link.table, evening_games.standings_of(of), days or views.columns_of(of))
    response = Response(data, mimetype=None, content_type="text/csv; charset=utf-8")
    response.headers.set("Content-Disposition", "attachment", filename=file_name(link.table, "csv"))
    return response


@bp.get("/evenings/<int:evening_id>/<any(slips, sheet, standings):sheet>.pdf")
@bp.get("/seasons/<int:season_id>/standings.pdf")
@access.needs(VIEWER)
@costs(JOB)
@in_worker()
def paper(link: AccessLink, evening_id: int = 0, season_id: int = 0, sheet: str = "standings") -> Response:
    """Send the slips of the newest round, the sheet of the evening, or standings; drafts only to a host."""
    of, names = _find(link, evening_id, season_id), link.table.player_names
    title = isolated(of.name) + (f" \u00b7 {language.day(of.noon)}" if isinstance(of, Evening) else "")
    occasion = Occasion(title, isolated(link.table.venue or link.table.name), default_paper(), language.translator())
    if isinstance(of, Season) or sheet == "standings":
        columns, lines = views.columns_of(of), []
        for standing in evening_games.standings_of(of):
            place, points = f"{standing.place}." if standing.place else "", language.decimal(standing.tally.points, 2)
            parts = [views.part(standing, key) for key in columns]
            lines.append((place, names.get(standing.person, "?"), *parts, points))
        return pdf(sheets.standings(occasion, lines, [*columns.values()]), sheet)
    rounds = views.rounds_of(of, names, with_drafts=link.is_host)
    if sheet == "slips":
        slips = [Slip(view.heading, table.number, table.names) for view in rounds[:1] for table in view.tables]
        return pdf(sheets.slips(occasion, slips), sheet)
    seats = [(person, view.number, table.number) for view in rounds for table in view.tables for person in table.seats]
    at: dict[int, dict[int, int]] = {person: {} for person in (*of.here, *(person for person, *_where in seats))}
    for person, number, table in seats:
        at[person][number] = table
    people = sorted((names.get(person, "?"), tables) for person, tables in at.items())
    return pdf(sheets.sheet(occasion, people, len(of.rounds)), sheet)


def pdf(data: bytes, name: str) -> Response:
    response = Response(data, mimetype="application/pdf")
    response.headers.set("Content-Disposition", "inline", filename=f"{name}.pdf")
    return response


def _find(link: AccessLink, evening_id: int, season_id: int) -> Evening | Season:
    return views.find(Season, link.table, season_id) if season_id else views.find(Evening, link.table, evening_id)
