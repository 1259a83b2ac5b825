"""A table's finished games: their summaries, and what pages compute from them.

Summaries are stored beside a game's log, and recalculated when it has grown; that of a game that is not over is empty.
What is computed from them is cached in memory until one of the games, or someone's name, changes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any, TypeVar

from cachetools import LRUCache
from flask import current_app
from msgspec import Struct, convert, to_builtins
from sqlalchemy import bindparam, delete, func, select
from sqlalchemy.exc import OperationalError

from companion.statistics.summary import GameSummary, from_json, summarise
from companion.store import game_log
from companion.store.base import db
from companion.store.database import insert_or_update, write_in_batches, writing
from companion.store.models import ERASED, Game, StoredRow, StoredSummary, Table
from companion.store.positions import Position

T = TypeVar("T")
CACHED_TABLES = 64
SLICE = 200  # games that are read without a pause

_LAST_ROW = func.coalesce(
    select(func.max(StoredRow.number)).where(StoredRow.game_id == Game.id).correlate(Game).scalar_subquery(), 0
)
_SUMMARISED_ROW = func.coalesce(StoredSummary.last_row, 0)  # the last row of the log that the summary covers

_LAST_ROWS = (
    select(Game.id, _LAST_ROW, _SUMMARISED_ROW, StoredSummary.finished_at.is_not(None))
    .outerjoin(StoredSummary, StoredSummary.game_id == Game.id)
    .where(Game.table_id == bindparam("table_id"), Game.deleted_at.is_(None), Game.abandoned_at.is_(None))
    .order_by(Game.id)
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
    """A finished game that later games can be compared with, if they are of the same `group`."""

    n: int
    started_at: datetime
    names: Sequence[str]
    group: dict[str, int | str] | None
    points: Sequence[int]


def of_table(table_id: int, slug: str | None = None) -> list[FinishedGame]:
    """Return the finished games of a table that count, oldest first: neither abandoned nor deleted."""
    query = select(Game).where(Game.table_id == table_id, Game.deleted_at.is_(None), Game.abandoned_at.is_(None))
    if slug is not None:
        query = query.where(Game.slug == slug)
    games = db.session.scalars(query.order_by(Game.started_at, Game.n)).all()
    finished = of_games(games)
    return [finished[game.id] for game in games if game.id in finished]


def version(table_id: int) -> Sequence[tuple[int, int]]:
    """Return the id and the last row of each finished game of a table that counts: whenever one changes, so do these.

    The summaries of games whose logs have grown are computed first.
    """
    rows = db.session.execute(_LAST_ROWS, {"table_id": table_id}).all()
    grown = [game_id for game_id, last, summarised, _is_finished in rows if last != summarised]
    finished = {game_id for game_id, last, summarised, is_finished in rows if last == summarised and is_finished}
    if grown:
        computed = _compute_and_store(db.session.scalars(select(Game).where(Game.id.in_(grown))).all())
        finished.update(item.game.id for item in computed)
    return [(game_id, last) for game_id, last, *_others in rows if game_id in finished]


def of_games(games: Collection[Game]) -> dict[int, FinishedGame]:
    """Return those of `games` that are finished, by id; outdated summaries are recalculated."""
    if not games:
        return {}
    by_id = {game.id: game for game in games}
    stored = _SUMMARISED_ROW, StoredSummary.finished_at, StoredSummary.summary
    columns = select(Game.id, _LAST_ROW, *stored).outerjoin(StoredSummary, StoredSummary.game_id == Game.id)
    # A list of a thousand ids is slow to parse, so all games of one table are selected by the table.
    table_id = next(iter(by_id.values())).table_id
    where = Game.id.in_(by_id) if len(by_id) < 100 else Game.table_id == table_id
    finished: dict[int, FinishedGame] = {}
    stale: list[Game] = []
    for count, row in enumerate(db.session.execute(columns.where(where)), 1):
        if count % SLICE == 0:
            time.sleep(0)  # let other requests be handled
        game_id, last, summarised, finished_at, plain = row
        if game_id not in by_id or (last == summarised and finished_at is None):
            continue
        summary = from_json(plain) if last == summarised else None
        if summary is None:
            stale.append(by_id[game_id])
        else:
            finished[game_id] = FinishedGame(by_id[game_id], finished_at, summary)
    for game in _compute_and_store(stale):
        finished[game.game.id] = game
    return finished


def rebuild() -> int:
    """Recalculate all stored summaries, and return how many games are finished."""
    with writing():
        db.session.execute(delete(StoredSummary))
    return len(_compute_and_store(db.session.scalars(select(Game).where(Game.slug != ERASED)).all()))


def compute_once(table: Table, key: Hashable, compute: Callable[[], T]) -> T:
    """Return `compute()`, computed again only when the finished games or people of `table` have changed.

    It may depend on nothing else but `key` and `table.shows_ratings`, and return no objects of a database session.
    """
    people = tuple((player.id, player.name, player.surname) for player in table.players)
    present = version(table.id), people, table.shows_ratings
    # for each table, the version of its games and people, and what was computed from them, by key
    cache: LRUCache[int, tuple[Hashable, dict[Hashable, Any]]]
    cache = current_app.extensions.setdefault("companion.figures", LRUCache(CACHED_TABLES))
    version_then, values = cache.get(table.id) or (None, {})
    if version_then != present:
        values = {}
        cache[table.id] = present, values
    if key not in values:
        values[key] = compute()
    return values[key]


def played_before(game: Game) -> list[FinishedGame]:
    """Return the finished games of the same kind that the table played before `game`, oldest first."""
    return [item for item in of_table(game.table_id, game.slug) if _order(item.game) < _order(game)]


def earlier_games(game: Game) -> Sequence[EarlierGame]:
    """Return what a game that is being played shows of those `played_before` it; this much is cached."""

    def compute() -> list[EarlierGame]:
        games_and_summaries = ((item.game, item.summary) for item in of_table(game.table_id, game.slug))
        return [
            EarlierGame(played.n, played.started_at, played.names, summary.figures.group, summary.points)
            for played, summary in games_and_summaries
        ]

    finished = compute_once(game.table, ("earlier", game.slug), compute)
    return [other for other in finished if _order(other) < _order(game)]


def _order(game: Game | EarlierGame) -> tuple[datetime, int]:
    """Return the sort key of a table's games: an imported one may have been played before any other."""
    return game.started_at, game.n


def summary_row(game_id: int, slug: str, position: Position, finished_at: datetime | None) -> dict[str, Any]:
    """Return the values of a `StoredSummary` of a game that was `finished_at` this time, or is not over."""
    summary = {} if finished_at is None else to_builtins(summarise(slug, position.state, position.player_count))
    return {"game_id": game_id, "last_row": position.last_row, "finished_at": finished_at, "summary": summary}


def store(rows: Sequence[Mapping[str, object]]) -> None:
    """Write summaries, which `summary_row` returns; inside a transaction."""
    insert_or_update(StoredSummary, rows)


def _compute_and_store(games: Iterable[Game]) -> list[FinishedGame]:
    """Return those of `games` that are finished; store the summary of each, empty if it is not, if this is possible."""
    finished: list[FinishedGame] = []
    rows: list[dict[str, Any]] = []
    for game in sorted(games, key=lambda game: game.id):  # so two processes that store the same rows never deadlock
        position = game_log.position(game)
        finished_at = game_log.finished_at(game, position)
        rows.append(summary_row(game.id, game.slug, position, finished_at))
        if finished_at is not None:
            finished.append(FinishedGame(game, finished_at, convert(rows[-1]["summary"], GameSummary)))
    with suppress(OperationalError):
        write_in_batches(rows, store)
    return finished
