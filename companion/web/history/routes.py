"""A table's games, newest first, a page at a time, by game, player and period."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import starmap

from flask import Blueprint, render_template, request
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from msgspec import Struct
from sqlalchemy import Select, select
from werkzeug.datastructures import MultiDict
from wtforms import Form, SelectField
from wtforms.fields.choices import SelectChoice

from companion import games
from companion.statistics.summary import statistics_of
from companion.store import finished_games
from companion.store.base import db, now
from companion.store.finished_games import FinishedGame
from companion.store.models import VIEWER, AccessLink, Game, Table
from companion.store.tables import MAX_GAMES
from companion.web import access
from companion.web.play.context import translator_for
from companion.web.play.round_pages import PlaceView
from companion.web.tables.forms import player_choices
from companion.web.tables.game_rows import game_row, podium_of, variant_label
from companion.web.workers import in_worker

bp = Blueprint("history", __name__, url_prefix="/t/<public_id>/history")
GAMES_PER_PAGE = 20
_LAST_DAYS = 30


class HistoryRow(Struct, frozen=True):
    """A past game: its podium or, if it is cooperative or nobody has won yet, its `outcome` in words."""

    game: Game
    finished: FinishedGame | None
    variant: str = ""
    podium: Sequence[PlaceView] = ()
    outcome: str = ""


class HistoryForm(Form):
    """The filter of the list, sent with GET."""

    game = SelectField(_l("Kind of game"), validate_choice=False)
    player = SelectField(_l("Player"), validate_choice=False)
    period = SelectField(_l("Period"), validate_choice=False)

    def __init__(self, args: MultiDict[str, str], table: Table, years: Sequence[int]) -> None:
        super().__init__(args)
        self.game.choices = [SelectChoice("", _("All games")), *starmap(SelectChoice, games.titles().items())]
        self.player.choices = [SelectChoice("", _("Everyone")), *player_choices(table.players)]
        recent = SelectChoice(str(_LAST_DAYS), _("The last %(n)s days", n=_LAST_DAYS))
        by_year = [SelectChoice(str(year), str(year)) for year in years]
        self.period.choices = [SelectChoice("", _("All time")), recent, *by_year]
        for field in (self.game, self.player, self.period):
            if field.data not in {choice.value for choice in field.choices}:
                field.data = ""  # the URL comes from elsewhere, with values that don't exist here


@bp.get("")
@access.needs(VIEWER)
@in_worker()
def show(link: AccessLink) -> str:
    table = link.table
    form = HistoryForm(request.args, table, _years(table))
    newest_first = _filtered(table, form).order_by(Game.started_at.desc(), Game.n.desc())
    number = min(request.args.get("page", 1, type=int), MAX_GAMES)
    shown = db.paginate(newest_first, page=number, per_page=GAMES_PER_PAGE, error_out=False)
    if not shown.items:
        shown = db.paginate(newest_first, page=shown.pages, per_page=GAMES_PER_PAGE, error_out=False)
    finished = finished_games.of_games(shown.items)
    rows = [_row(game, finished.get(game.id)) for game in shown.items]
    query = {field.name: field.data for field in form if field.data}
    return render_template("history.html", table=table, form=form, rows=rows, pagination=shown, query=query)


def _row(game: Game, finished: FinishedGame | None) -> HistoryRow:
    if finished is None:
        return HistoryRow(game, None, outcome=game_row(game).outcome)
    variant = variant_label(finished)
    if finished.summary.figures.ranking is not None:
        return HistoryRow(game, finished, variant, podium_of(finished))
    outcome = translator_for(game)(statistics_of(game.slug).result_words(finished.summary.points[0]))
    return HistoryRow(game, finished, variant, outcome=outcome)


def _filtered(table: Table, form: HistoryForm) -> Select[Game]:
    query = select(Game).where(Game.table_id == table.id, Game.deleted_at.is_(None))
    if form.game.data:
        query = query.where(Game.slug == form.game.data)
    if form.period.data == str(_LAST_DAYS):
        query = query.where(Game.started_at >= now() - timedelta(days=_LAST_DAYS))
    elif form.period.data:
        year = int(form.period.data)
        # in the zone of `language.day`
        start, end = (datetime(number, 1, 1).astimezone() for number in (year, year + 1))
        query = query.where(Game.started_at >= start, Game.started_at < end)
    if form.player.data:
        query = query.where(Game.has_player(int(form.player.data)))
    return query


def _years(table: Table) -> list[int]:
    """Return the years in which the games of the list were started, newest first."""
    moments = select(Game.started_at).where(Game.table_id == table.id, Game.deleted_at.is_(None))
    return sorted({moment.astimezone().year for moment in db.session.scalars(moments)}, reverse=True)
