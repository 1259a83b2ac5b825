"""The log of a game in the database: reading it, and replaying it into a position."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from operator import itemgetter
from typing import Any, Generic, TypeVar

from cachetools import LRUCache
from flask import current_app
from msgspec import Struct
from sqlalchemy import bindparam, func, insert, or_, select
from sqlalchemy.orm import joinedload

from companion import games
from companion.store.base import db
from companion.store.models import AccessLink, Game, StoredRow, Table
from companion.store.positions import LogRow, Position, at_start

Author = TypeVar("Author")
MAX_POSITIONS = 256  # games whose position is kept
LONGEST_PAUSE = timedelta(hours=4)  # while people play, between two rows of a log; a longer one was a night
_IS_WANTED = or_(StoredRow.number >= bindparam("first"), StoredRow.submission == bindparam("submission"))
# Built once, since that takes longer than running it.
_ROWS = (
    select(StoredRow.number, StoredRow.kind, StoredRow.payload, StoredRow.submission)
    .where(StoredRow.game_id == bindparam("game_id"), _IS_WANTED)
    .order_by(StoredRow.number)
)
_WITH_AUTHOR = joinedload(StoredRow.link).joinedload(AccessLink.player)
_INSERT = insert(StoredRow)


def position(game: Game) -> Position:
    return load(game)[0]


def replay(game: Game, last_row: int | None = None) -> Position:
    """The position after the row `last_row`, or after all, from the log instead of the cache."""
    log_rows = log_of(game)
    return _start(game, log_rows).play(log_rows[:last_row])


def log_of(game: Game) -> list[LogRow]:
    return [row for row, _id in _select(game.id, 1)]


def starters(game: Game) -> tuple[int, ...]:
    """The seats that may start the game because of names: as was decided, or else by the present names."""
    return games.rules_of(game.slug).starters(game.people) if game.starters is None else tuple(game.starters)


def length(game: Game) -> int:
    return db.session.scalar(select(func.max(StoredRow.number)).where(StoredRow.game_id == game.id)) or 0


def finished_at(game: Game, current: Position) -> datetime | None:
    """When the game ended, as `end_of_play` says; None if it is not over."""
    if (last_row := current.ended_by) is None:
        return None
    at = select(StoredRow.at).where(StoredRow.game_id == game.id, StoredRow.number <= last_row)
    return end_of_play(game.started_at, db.session.scalars(at.order_by(StoredRow.number)))


def end_of(started_at: datetime, current: Position, log: Sequence[WrittenRow[Any]]) -> datetime | None:
    """What `finished_at` does, from the whole log."""
    last_row = current.ended_by
    return None if last_row is None else end_of_play(started_at, (row.at for row in log[:last_row]))


def end_of_play(started_at: datetime, times: Iterable[datetime]) -> datetime:
    """When a game ended whose rows were written at these `times`, if nights and other long pauses are left out.

    The day of the first row does not matter: a game that was entered afterwards can be dated by another one.
    """
    end, before = started_at, None
    for at in times:
        pause = (at - started_at) % timedelta(days=1) if before is None else at - before
        if timedelta(0) < pause < LONGEST_PAUSE:
            end += pause
        before = at
    return end


def rows(game: Game, after: int = 0) -> tuple[StoredRow, ...]:
    """The rows after the row `after`, in order, with their authors."""
    query = select(StoredRow).where(StoredRow.game_id == game.id, StoredRow.number > after).order_by(StoredRow.number)
    return tuple(db.session.scalars(query.options(_WITH_AUTHOR)))


def authors(game: Game, numbers: Collection[int]) -> dict[int, AccessLink | None]:
    """The link that wrote each of these rows, by row number."""
    query = select(StoredRow).where(StoredRow.game_id == game.id, StoredRow.number.in_(numbers)).options(_WITH_AUTHOR)
    return {row.number: row.link for row in db.session.scalars(query)}


class WrittenRow(Struct, Generic[Author], frozen=True):
    """A row of a log, with its time and who wrote it, if known: the id of a player, or in files a player."""

    row: LogRow
    at: datetime
    by: Author | None


def of_table(table: Table) -> Iterator[tuple[Game, Position, Sequence[WrittenRow[int]]]]:
    """Yield each game of a table, in order, with its position and its log, all read at once."""
    columns = StoredRow.number, StoredRow.kind, StoredRow.payload, StoredRow.at, AccessLink.player_id
    query = (
        select(StoredRow.game_id, *columns)
        .join(Game, Game.id == StoredRow.game_id)
        .outerjoin(AccessLink, AccessLink.id == StoredRow.link_id)
        .where(Game.table_id == table.id, Game.deleted_at.is_(None))
        .order_by(Game.n, StoredRow.number)
    )
    logs: dict[int, list[WrittenRow[int]]] = {
        game_id: [WrittenRow(LogRow(number, kind, payload), at, by) for _, number, kind, payload, at, by in log]
        for game_id, log in groupby(db.session.execute(query), key=itemgetter(0))
    }
    for game in table.games:
        written = logs.get(game.id, [])
        log_rows = [item.row for item in written]
        yield game, _start(game, log_rows).play(log_rows), written


def row_values(game: Game, row: LogRow, author: AccessLink | None, at: datetime, submission: str) -> dict[str, object]:
    """The values of a `StoredRow`, which `author` or the program itself wrote."""
    return {
        "game_id": game.id,
        "number": row.number,
        "kind": row.kind,
        "payload": row.payload,
        "link_id": None if author is None else author.id,
        "at": at,
        "submission": submission,
    }


def insert_rows(values: Sequence[Mapping[str, object]]) -> None:
    """Write at least one row to the log; `row_values` returns the values of one."""
    # As objects of the session, rows would take half as long again to write.
    db.session.connection().execute(_INSERT, values)


def load(game: Game, submission: str | None = None) -> tuple[Position, int | None]:
    """The current position, and the number of the row with this submission id if there is one."""
    cached, stamp = _positions().get(game.id) or (None, "")
    if cached is not None and cached.starters != starters(game):  # someone was renamed before the first entry
        cached = None
    found = _select(game.id, cached.last_row if cached else 1, submission)
    written_row = next((row.number for row, sent in found if sent == submission), None)
    if cached is not None:
        found = [(row, sent) for row, sent in found if row.number >= cached.last_row]
        # The last row in the cache is read again: if it differs (because a backup was restored), the game is reloaded.
        if found and (found[0][0].number, found[0][1]) == (cached.last_row, stamp):
            found = found[1:]
        else:
            cached = None
            found = _select(game.id, 1)
    if cached is not None and not found:
        return cached, written_row
    log_rows = [row for row, _id in found]
    after = (cached or _start(game, log_rows)).play(log_rows)
    if found:
        remember(game, after, found[-1][1])
    return after, written_row


def remember(game: Game, current: Position, submission: str) -> None:
    """Keep the current position of a game for the next request; `submission` is the id of its last row."""
    _positions()[game.id] = current, submission


def _positions() -> LRUCache[int, tuple[Position, str]]:
    """Those of recent games, each with the submission id of its last row."""
    cache: LRUCache[int, tuple[Position, str]]
    cache = current_app.extensions.setdefault("companion.positions", LRUCache(MAX_POSITIONS))
    return cache


def _select(game_id: int, first: int, submission: str | None = None) -> list[tuple[LogRow, str]]:
    """The rows from `first`, and the row of `submission`, each with its submission id."""
    values = {"game_id": game_id, "first": first, "submission": submission}
    rows = db.session.connection().execute(_ROWS, values)
    return [(LogRow(number, kind, payload), sent) for number, kind, payload, sent in rows]


def _start(game: Game, log_rows: Sequence[LogRow]) -> Position:
    """The game before its first entry; `log_rows` are all rows of its log."""
    return at_start(games.rules_of(game.slug), len(game.seats), starters(game), game.options, log_rows)
