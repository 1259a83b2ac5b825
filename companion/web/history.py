"""The games of a table, newest first, a page at a time, by kind, player and period."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from flask import Blueprint, request
from flask_babel import gettext as _
from flask_babel import lazy_gettext
from msgspec import Struct
from sqlalchemy import Select, func, select
from wtforms import Form, SelectField
from wtforms.fields.choices import SelectChoice

from companion import games
from companion.i18n import language
from companion.statistics import statistics_of
from companion.store import finished_games
from companion.store.base import db, now
from companion.store.finished_games import FinishedGame
from companion.store.models import Game, Table
from companion.web import access
from companion.web.game_context import translator_for
from companion.web.game_rows import game_row
from companion.web.rendering import render
from companion.web.round_views import PlaceView, podium

bp = Blueprint("history", __name__, url_prefix="/t/<table_id>/history")
GAMES_PER_PAGE = 20
_LAST_DAYS = 30


class HistoryRow(Struct, frozen=True):
    """A past game: its podium or, if it is cooperative or nobody has won yet, its `outcome` in words."""

    game: Game
    title: str
    finished: FinishedGame | None
    variant: str = ""
    podium: Sequence[PlaceView] = ()
    outcome: str = ""


class HistoryForm(Form):
    """The filter of the list, sent with GET."""

    game = SelectField(lazy_gettext("Kind of game"), validate_choice=False)
    player = SelectField(lazy_gettext("Player"), validate_choice=False)
    period = SelectField(lazy_gettext("Period"), validate_choice=False)

    def __init__(self, table: Table, years: Sequence[int]) -> None:
        super().__init__(request.args)
        self.game.choices = [
            SelectChoice("", _("All games")),
            *(SelectChoice(*title) for title in games.titles().items()),
        ]
        people = [SelectChoice(str(player.id), player.full_name) for player in table.players]
        self.player.choices = [SelectChoice("", _("Everyone")), *people]
        recent = SelectChoice(str(_LAST_DAYS), _("The last %(n)s days", n=_LAST_DAYS))
        of_years = [SelectChoice(str(year), str(year)) for year in years]
        self.period.choices = [SelectChoice("", _("All time")), recent, *of_years]
        for field in (self.game, self.player, self.period):
            if field.data not in {choice.value for choice in field.choices}:
                field.data = ""  # an address from elsewhere, with values that don't exist here


class HistoryView(Struct, frozen=True):
    """A page of a table's games; `query` is the filter, for the addresses of the other pages."""

    table: Table
    form: HistoryForm
    rows: Sequence[HistoryRow]
    count: int
    number: int
    pages: int
    query: dict[str, str]


@bp.get("")
def show(table_id: str) -> str:
    table = access.current_link(table_id).table
    form = HistoryForm(table, _years(table))
    query_of_games = _filtered(table, form)
    count = db.session.scalar(query_of_games.with_only_columns(func.count(Game.id))) or 0
    pages = max(1, -(-count // GAMES_PER_PAGE))
    number = min(max(1, request.args.get("page", 1, type=int)), pages)
    newest_first = query_of_games.order_by(Game.started_at.desc(), Game.n.desc())
    page_games = db.session.scalars(newest_first.limit(GAMES_PER_PAGE).offset((number - 1) * GAMES_PER_PAGE)).all()
    finished = finished_games.of_games(page_games)
    rows = [_row(game, finished.get(game.id)) for game in page_games]
    query = {field.name: field.data for field in form if field.data}
    view = HistoryView(table=table, form=form, rows=rows, count=count, number=number, pages=pages, query=query)
    return render("history.html", view)


def podium_of(finished: FinishedGame) -> Sequence[PlaceView]:
    """Return the places of a finished game, none for a cooperative game."""
    return podium(finished.summary.ranking, finished.summary.points, finished.game.names, language.translator())


def variant_label(finished: FinishedGame) -> str:
    """Return the variant of a game in words, or "" for the usual one."""
    label = statistics_of(finished.game.slug).VARIANTS.get(finished.summary.variant, "")
    return language.translator().gettext(label) if label else ""


def _row(game: Game, finished: FinishedGame | None) -> HistoryRow:
    title = games.titles()[game.slug]
    if finished is None:
        return HistoryRow(game, title, None, outcome=game_row(game).outcome)
    variant = variant_label(finished)
    if finished.summary.figures.ranking is not None:
        return HistoryRow(game, title, finished, variant, podium_of(finished))
    outcome = translator_for(game)(statistics_of(game.slug).result_words(finished.summary.points[0]))
    return HistoryRow(game, title, finished, variant, outcome=outcome)


def _filtered(table: Table, form: HistoryForm) -> Select[Game]:
    """Return the query for the games to show."""
    query = select(Game).where(Game.table_id == table.id, Game.deleted_at.is_(None))
    if form.game.data:
        query = query.where(Game.slug == form.game.data)
    if form.period.data == str(_LAST_DAYS):
        query = query.where(Game.started_at >= now() - timedelta(days=_LAST_DAYS))
    elif form.period.data:
        year = int(form.period.data)
        start, end = (datetime(item, 1, 1, tzinfo=UTC) for item in (year, year + 1))
        query = query.where(Game.started_at >= start, Game.started_at < end)
    if form.player.data:
        query = query.where(Game.has_player(int(form.player.data)))
    return query


def _years(table: Table) -> list[int]:
    """Return the years in which the table has played, newest first."""
    moments = select(func.min(Game.started_at), func.max(Game.started_at)).where(Game.table_id == table.id)
    first, last = db.session.execute(moments).one()
    return [] if first is None else [*range(last.year, first.year - 1, -1)]
