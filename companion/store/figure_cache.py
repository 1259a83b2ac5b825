"""Values computed from a table's finished games, cached in memory until one of them or its players change."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from datetime import datetime
from typing import Any, TypeVar

from flask import current_app
from msgspec import Struct

from companion.statistics.summary import GameSummary
from companion.store import figures
from companion.store.lru_cache import LruCache
from companion.store.models import Game, Table

T = TypeVar("T")
SIZE = 64  # tables


class EarlierGame(Struct, frozen=True):
    """A finished game that later games can be compared with, if they have the same `comparable_by`."""

    n: int
    started_at: datetime
    names: Sequence[str]
    comparable_by: dict[str, int | str] | None
    points: Sequence[int]


# For each table the version of its games and people, and by key what was computed from them.
FigureCache = LruCache[int, tuple[Hashable, dict[Hashable, Any]]]


def compute_once(table: Table, key: Hashable, compute: Callable[[], T]) -> T:
    """Return `compute()`, which may depend only on `key` and on the finished games, people and settings of `table`.

    It must not return objects of a database session.
    """
    people = tuple((player.id, player.name, player.surname) for player in table.players)
    version = figures.version(table.id), people, table.shows_ratings
    cache: FigureCache = current_app.extensions["companion.figures"]
    cached = cache.get(table.id)
    if cached is None or cached[0] != version:
        cached = version, {}
        cache.put(table.id, cached)
    values = cached[1]
    if key not in values:
        values[key] = compute()
    value: T = values[key]
    return value


def earlier_games(game: Game) -> Sequence[EarlierGame]:
    """Return the finished games of the same kind that the table played before `game`, oldest first."""

    def compute() -> list[EarlierGame]:
        finished = sorted(figures.of_table(game.table_id, game.slug), key=lambda item: item.game.n)
        return [_earlier_game(item.game, item.summary) for item in finished]

    return [item for item in compute_once(game.table, ("earlier", game.slug), compute) if item.n < game.n]


def _earlier_game(game: Game, summary: GameSummary) -> EarlierGame:
    return EarlierGame(game.n, game.started_at, game.names, summary.figures.comparable_by, summary.points)
