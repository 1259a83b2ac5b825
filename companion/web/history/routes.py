"""A table's games, newest first, a page at a time, under the filters of the statistics."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from msgspec import Struct
from sqlalchemy import select

from companion.core.numbers import int_or_none
from companion.store import finished_games
from companion.store.base import db
from companion.store.finished_games import Filter, FinishedGame
from companion.store.models import VIEWER, AccessLink, Game, Table
from companion.web import access
from companion.web.play.context import translator_for
from companion.web.play.pages import PlaceView
from companion.web.tables.filters import FilterForm
from companion.web.tables.game_rows import game_row, podium_of, variant_label
from companion.web.workers import in_worker

bp = Blueprint("history", __name__, url_prefix="/t/<public_id>/history")
GAMES_PER_PAGE = 20


class HistoryRow(Struct, frozen=True):
    """A past game: its podium or, if it is cooperative or nobody has won yet, its `outcome` in words."""

    game: Game
    finished: FinishedGame | None
    variant: str = ""
    podium: Sequence[PlaceView] = ()
    outcome: str = ""


@bp.get("")
@access.needs(VIEWER)
@in_worker()
def show(link: AccessLink) -> ResponseReturnValue:
    table = link.table
    form = FilterForm(request.args, table)
    taken = _taken(table, form.filter)
    pages = max(1, -(-len(taken) // GAMES_PER_PAGE))
    number = max(1, min(int_or_none(request.args.get("page")) or 1, pages))
    shown = taken[(number - 1) * GAMES_PER_PAGE : number * GAMES_PER_PAGE]
    finished = finished_games.of_games(shown)
    rows = [_row(game, finished.get(game.id)) for game in shown]
    page = {"number": number, "pages": pages, "games": len(taken)}
    return render_template("history.html", table=table, form=form, rows=rows, page=page), form.status


def _row(game: Game, finished: FinishedGame | None) -> HistoryRow:
    if finished is None:
        return HistoryRow(game, None, outcome=game_row(game).outcome)
    variant = variant_label(finished)
    words = finished.summary.words
    if words is None:
        return HistoryRow(game, finished, variant, podium_of(finished))
    return HistoryRow(game, finished, variant, outcome=translator_for(game)(words))


def _taken(table: Table, only: Filter) -> list[Game]:
    """The games of a table that a filter takes, newest first: also those in progress or abandoned."""
    query = select(Game).where(Game.table_id == table.id, Game.deleted_at.is_(None))
    listed = db.session.scalars(query.order_by(Game.started_at.desc(), Game.n.desc())).all()
    return [game for game in listed if only.takes(game)]
