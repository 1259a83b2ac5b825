"""The paper of an evening: seating slips, a sheet to fill in, the standings as a notice."""

from __future__ import annotations

from io import BytesIO
from operator import itemgetter

from flask import Blueprint, Response, abort, send_file
from flask_babel import gettext as _

from companion.core.names import isolated
from companion.i18n import language
from companion.sheets import evening as sheets
from companion.sheets.evening import Occasion
from companion.store import evenings
from companion.store.models import VIEWER, AccessLink, Evening, Season
from companion.web import access
from companion.web.allowances import JOB, costs
from companion.web.club import views
from companion.web.printing.form import default_paper
from companion.web.workers import in_worker

bp = Blueprint("club_files", __name__, url_prefix="/t/<public_id>")


@bp.get("/evenings/<int:evening_id>/<any(slips, sheet, standings):sheet>.pdf")
@bp.get("/seasons/<int:season_id>/standings.pdf")
@access.needs(VIEWER)
@costs(JOB)
@in_worker()
def paper(
    link: AccessLink, evening: Evening | None = None, season: Season | None = None, sheet: str = "standings"
) -> Response:
    """Send the slips of the newest round, the sheet of the evening, or standings; drafts only to a host."""
    of, names = evening or season or abort(404), link.table.player_names
    title = isolated(of.name) + (f" \u00b7 {language.day(of.day)}" if isinstance(of, Evening) else "")
    occasion = Occasion(title, isolated(link.table.venue or link.table.name), default_paper(), language.translator())
    if isinstance(of, Season) or sheet == "standings":
        columns, lines = views.columns_of(of), []
        for standing in evenings.standings_of(of):
            place, points = f"{standing.place}." if standing.place else "", language.decimal(standing.tally.points, 2)
            parts = [views.part(standing, key) for key in columns]
            tally = standing.tally
            ties = (str(tally.wins), str(tally.seconds), language.decimal(tally.margin, 2))
            lines.append((place, names.get(standing.person, "?"), points, *parts, *ties))
        heads = [*columns.values(), _("Wins"), _("Second places"), _("Against the average")]
        return pdf(sheets.standings(occasion, lines, heads), sheet)
    rounds = [view for view in views.rounds_of(of, names) if link.is_host or view.round.is_published]
    if sheet == "slips":
        heading = " \u00b7 ".join((of.title, *(view.heading for view in rounds[:1])))
        names_at = [table.names for view in rounds[:1] for table in view.tables]
        return pdf(sheets.slips(occasion, heading, names_at), sheet)
    tables = {view.number: {person: at.number for at in view.tables for person in at.seats} for view in rounds}
    everyone = {*of.here}.union(*tables.values())
    people = {
        names.get(person, "?"): {n: at[person] for n, at in tables.items() if person in at} for person in everyone
    }
    return pdf(sheets.sheet(occasion, language.in_order(people.items(), itemgetter(0)), len(of.rounds)), sheet)


def pdf(data: bytes, name: str) -> Response:
    return send_file(BytesIO(data), "application/pdf", download_name=f"{name}.pdf")
