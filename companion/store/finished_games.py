"""A table's finished games with their summaries.

Summaries are stored beside a game's log, and recalculated when it has grown; that of a game that is not over is empty.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any

from msgspec import Struct, convert, to_builtins
from sqlalchemy import Text, cast, delete, func, select
from sqlalchemy.exc import OperationalError

from companion.statistics.summary import GameSummary, from_json, summarise
from companion.store import game_log
from companion.store.base import db
from companion.store.database import insert_or_update, writing
from companion.store.models import Game, StoredRow, StoredSummary
from companion.store.positions import Position

_LAST_ROW = select(func.max(StoredRow.number)).where(StoredRow.game_id == Game.id).correlate(Game).scalar_subquery()


class Filter(Struct, frozen=True):
    """Which games count: those that fulfil each of these conditions; an empty value lets all games through.

    Games count that were started at `since` or later, and earlier than `before`. `people` are ids of players.
    """

    since: datetime | None = None
    before: datetime | None = None
    game: str = ""
    venue: str = ""
    people: frozenset[int] = frozenset()

    def takes(self, game: Game) -> bool:
        return (
            (self.since is None or self.since <= game.started_at)
            and (self.before is None or game.started_at < self.before)
            and self.game in ("", game.slug, game.kind)
            and self.venue in ("", game.venue)
            and self.people.issubset(seat["player"] for seat in game.seats)
        )


class FinishedGame(Struct, frozen=True):
    """A finished game: when it ended, and its summary."""

    game: Game
    finished_at: datetime
    summary: GameSummary

    @property
    def minutes(self) -> int:
        """0 if it was only entered afterwards."""
        return self.game.minutes_until(self.finished_at)


def of_table(table_id: int, slug: str | None = None) -> list[FinishedGame]:
    """Those that count, neither abandoned nor deleted; oldest first."""
    query = select(Game).where(Game.table_id == table_id, Game.deleted_at.is_(None), Game.abandoned_at.is_(None))
    if slug is not None:
        query = query.where(Game.slug == slug)
    games = db.session.scalars(query.order_by(Game.started_at, Game.n)).all()
    finished = of_games(games)
    return [finished[game.id] for game in games if game.id in finished]


def filtered(played: Iterable[FinishedGame], only: Filter) -> list[FinishedGame]:
    return [finished for finished in played if only.takes(finished.game)]


def of_games(games: Collection[Game]) -> dict[int, FinishedGame]:
    """Those that are finished, by id; outdated summaries are recalculated."""
    if not games:
        return {}
    by_id = {game.id: game for game in games}
    stored = StoredSummary.last_row, StoredSummary.finished_at, cast(StoredSummary.summary, Text)
    columns = select(Game.id, _LAST_ROW, *stored).outerjoin(StoredSummary, StoredSummary.game_id == Game.id)
    finished: dict[int, FinishedGame] = {}
    stale: list[Game] = []
    for game_id, last, summarised, finished_at, text in db.session.execute(columns.where(Game.id.in_(by_id))):
        if last == summarised and finished_at is None:
            continue
        summary = from_json(text) if last == summarised else None
        if summary is None:
            stale.append(by_id[game_id])
        else:
            finished[game_id] = FinishedGame(by_id[game_id], finished_at, summary)
    rows: list[dict[str, Any]] = []
    for game in sorted(stale, key=lambda game: game.id):  # so two processes that store the same rows never deadlock
        position = game_log.position(game)
        finished_at = game_log.finished_at(game, position)
        rows.append(summary_row(game.id, game.slug, position, finished_at))
        if finished_at is not None:
            finished[game.id] = FinishedGame(game, finished_at, convert(rows[-1]["summary"], GameSummary))
    store(rows)
    return finished


def own_games(played: Iterable[FinishedGame], player_id: int) -> list[tuple[FinishedGame, int]]:
    """Those that a player took part in, each with the player's seat."""
    return [(finished, seat) for finished in played if (seat := finished.game.seat_of(player_id)) is not None]


def forget_summaries() -> None:
    """Delete all stored summaries: each is recalculated when it is needed."""
    with writing():
        db.session.execute(delete(StoredSummary))


def played_before(game: Game) -> list[FinishedGame]:
    """The finished games that the table played before `game`, oldest first."""
    # By time: an imported game may have been played before any other.
    key = game.started_at, game.n
    return [item for item in of_table(game.table_id) if (item.game.started_at, item.game.n) < key]


def summary_row(game_id: int, slug: str, position: Position, finished_at: datetime | None) -> dict[str, Any]:
    """The values of a `StoredSummary`; `finished_at` is None if the game is not over."""
    summary = {} if finished_at is None else to_builtins(summarise(slug, position.state, position.player_count))
    return {"game_id": game_id, "last_row": position.last_row, "finished_at": finished_at, "summary": summary}


def store(rows: Sequence[Mapping[str, object]]) -> None:
    """Write summaries, which `summary_row` returns, if that is possible: they are only kept to save time."""
    if rows:
        with suppress(OperationalError), writing():
            insert_or_update(StoredSummary, rows)
