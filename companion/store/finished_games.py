"""A table's finished games: their figures, and what pages compute from them.

Figures are stored beside the log of a game, and recalculated when it has grown. What is computed from them is cached
in memory until one of the games, or someone's name, changes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any, TypeVar

from flask import current_app
from msgspec import Struct
from sqlalchemy import JSON, String, bindparam, case, cast, delete, false, func, select, text
from sqlalchemy.exc import OperationalError

from companion.statistics.summary import GameSummary, as_json, from_json, summarise
from companion.store import game_log
from companion.store.base import UtcTime, db
from companion.store.database import writing
from companion.store.lru_cache import LruCache
from companion.store.models import FiguresRow, Game, LogRow, Table

T = TypeVar("T")
CACHED_TABLES = 64

_LAST = select(func.max(LogRow.number)).where(LogRow.game_id == Game.id).correlate(Game).scalar_subquery().label("last")

# Built once. The database makes one text of a thousand games ten times as fast as Python.
_LOGS = (
    select(Game.id, _LAST, FiguresRow.log_number)
    .outerjoin(FiguresRow, FiguresRow.game_id == Game.id)
    .where(Game.table_id == bindparam("table_id"), Game.deleted_at.is_(None), Game.abandoned_at.is_(None))
    .order_by(Game.id)
    .subquery()
)
_ID, _NUMBER = cast(_LOGS.c.id, String), cast(_LOGS.c.log_number, String)
_IS_CURRENT = _LOGS.c.log_number == _LOGS.c.last
_VERSION = select(
    func.aggregate_strings(case((_IS_CURRENT, _ID + ":" + _NUMBER)), ","),
    func.aggregate_strings(case((_LOGS.c.last.is_not(None) & ~func.coalesce(_IS_CURRENT, false()), _ID)), ","),
)


class FinishedGame(Struct, frozen=True):
    """A finished game: when it ended, and its summary."""

    game: Game
    finished_at: datetime
    summary: GameSummary

    @property
    def minutes(self) -> int:
        """Return its duration in minutes, or 0 if it was only entered afterwards."""
        return self.game.minutes_until(self.finished_at)


class EarlierGame(Struct, frozen=True):
    """A finished game that later games can be compared with, if they have the same `comparable_by`."""

    n: int
    started_at: datetime
    names: Sequence[str]
    comparable_by: dict[str, int | str] | None
    points: Sequence[int]


# For each table the version of its games and people, and by key what was computed from them.
FigureCache = LruCache[int, tuple[Hashable, dict[Hashable, Any]]]


def of_table(table_id: int, slug: str | None = None) -> list[FinishedGame]:
    """Return the finished games of a table that count, oldest first: neither abandoned nor deleted."""
    query = select(Game).where(Game.table_id == table_id, Game.deleted_at.is_(None), Game.abandoned_at.is_(None))
    if slug is not None:
        query = query.where(Game.slug == slug)
    games = db.session.scalars(query.order_by(Game.started_at, Game.n)).all()
    finished = of_games(games)
    return [finished[game.id] for game in games if game.id in finished]


def version(table_id: int) -> str:
    """Return a text that changes whenever the finished games of a table that count have changed.

    The figures of a game that has just been finished are computed first.
    """
    text, changed = db.session.execute(_VERSION, {"table_id": table_id}).one()
    if changed:
        games = select(Game).where(Game.id.in_(map(int, changed.split(","))))
        if _compute_and_store(db.session.scalars(games).all()):
            text, _ = db.session.execute(_VERSION, {"table_id": table_id}).one()
    return text or ""


def of_games(games: Collection[Game]) -> dict[int, FinishedGame]:
    """Return the figures of those of `games` that are finished, by id; outdated ones are recalculated."""
    if not games:
        return {}
    by_id = {game.id: game for game in games}
    stored = FiguresRow.log_number, FiguresRow.finished_at, FiguresRow.figures
    columns = select(Game.id, _LAST, *stored).outerjoin(FiguresRow, FiguresRow.game_id == Game.id)
    # A list of a thousand ids is slow to parse, so all games of one table are selected by the table.
    table_id = next(iter(by_id.values())).table_id
    where = Game.id.in_(by_id) if len(by_id) < 100 else Game.table_id == table_id
    finished: dict[int, FinishedGame] = {}
    stale: list[Game] = []
    for id, last, number, finished_at, plain in db.session.execute(columns.where(where)):
        if id not in by_id or last is None:
            continue
        summary = from_json(plain) if number == last else None
        if summary is None or finished_at is None:
            stale.append(by_id[id])
        else:
            finished[id] = FinishedGame(by_id[id], finished_at, summary)
    for game in _compute_and_store(stale):
        finished[game.game.id] = game
    return finished


def rebuild() -> int:
    """Recalculate all stored summaries, and return how many there are."""
    with writing():
        db.session.execute(delete(FiguresRow))
    return len(_compute_and_store(db.session.scalars(select(Game).order_by(Game.id)).all()))


def compute_once(table: Table, key: Hashable, compute: Callable[[], T]) -> T:
    """Return `compute()`, which may depend only on `key` and on the finished games, people and settings of `table`.

    It must not return objects of a database session.
    """
    people = tuple((player.id, player.name, player.surname) for player in table.players)
    present = version(table.id), people, table.shows_ratings
    cache: FigureCache = current_app.extensions["companion.figures"]
    cached = cache.get(table.id)
    if cached is None or cached[0] != present:
        cached = present, {}
        cache.put(table.id, cached)
    values = cached[1]
    if key not in values:
        values[key] = compute()
    return values[key]


def earlier_games(game: Game) -> Sequence[EarlierGame]:
    """Return the finished games of the same kind that the table played before `game`, oldest first."""

    def compute() -> list[EarlierGame]:
        games_and_summaries = [(item.game, item.summary) for item in of_table(game.table_id, game.slug)]
        return [
            EarlierGame(game.n, game.started_at, game.names, summary.figures.comparable_by, summary.points)
            for game, summary in sorted(games_and_summaries, key=lambda pair: pair[0].n)
        ]

    return [item for item in compute_once(game.table, ("earlier", game.slug), compute) if item.n < game.n]


def _compute_and_store(games: Sequence[Game]) -> list[FinishedGame]:
    """Return those of `games` that are finished, and store their figures unless these can't be written."""
    made: list[tuple[int, FinishedGame]] = []
    for game in games:
        position = game_log.position(game)
        if (finished_at := game_log.finished_at(game, position)) is not None:
            summary = summarise(game.slug, position.state, len(game.seats))
            made.append((position.last_row, FinishedGame(game, finished_at, summary)))
    if made:
        with suppress(OperationalError), writing():
            # In the order of their ids, so that two processes that store the same figures never deadlock.
            rows = [_row(number, game) for number, game in sorted(made, key=lambda pair: pair[1].game.id)]
            db.session.execute(_STORE, rows)
    return [game for _, game in made]


def _row(number: int, finished: FinishedGame) -> dict[str, object]:
    values = {"game_id": finished.game.id, "log_number": number, "finished_at": finished.finished_at}
    return {**values, "figures": as_json(finished.summary)}


_STORE = text(
    "INSERT INTO game_figures (game_id, log_number, finished_at, figures)"
    " VALUES (:game_id, :log_number, :finished_at, :figures)"
    " ON CONFLICT (game_id) DO UPDATE SET log_number = excluded.log_number,"
    " finished_at = excluded.finished_at, figures = excluded.figures"
).bindparams(bindparam("finished_at", type_=UtcTime), bindparam("figures", type_=JSON))
