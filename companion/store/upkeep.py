"""Maintenance: which tables there are, when they were used, deleting them, and erasing games that were deleted."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta

from msgspec import Struct
from sqlalchemy import delete, func, select, update
from sqlalchemy.exc import OperationalError

from companion.core.names import look
from companion.store import notifications
from companion.store.base import db, now
from companion.store.database import writing
from companion.store.game_removal import UNDO_PERIOD
from companion.store.models import (
    ERASED,
    HOST,
    AccessLink,
    Evening,
    Game,
    Player,
    Season,
    Seat,
    StoredRow,
    StoredSummary,
    Table,
)
from companion.store.positions import ENTRY

EMPTY_DAYS = 30  # after this, a table without a game counts as unused


class TableUse(Struct, frozen=True):
    """The use of a table; deleted games don't count. `used_at` is when it was last visited or something was entered."""

    table: Table
    player_count: int
    game_count: int
    entry_count: int
    used_at: datetime


def all_tables() -> list[TableUse]:
    """Most recently used first."""
    players = dict(db.session.execute(select(Player.table_id, func.count()).group_by(Player.table_id)).all())
    kept_games = select(Game.table_id, func.count()).where(Game.deleted_at.is_(None)).group_by(Game.table_id)
    games = dict(db.session.execute(kept_games).all())
    entry_count = func.count().filter(Game.deleted_at.is_(None), StoredRow.kind == ENTRY)
    by_table = select(Game.table_id, entry_count, func.max(StoredRow.at)).join(StoredRow, StoredRow.game_id == Game.id)
    logs = {row[0]: row[1:] for row in db.session.execute(by_table.group_by(Game.table_id))}
    uses = []
    for table in db.session.scalars(select(Table)):
        entries, last = logs.get(table.id, (0, None))
        moments = (table.opened_at, table.visited_at, table.join_used_at, last)
        used_at = max(moment for moment in moments if moment is not None)
        uses.append(TableUse(table, players.get(table.id, 0), games.get(table.id, 0), entries, used_at))
    return sorted(uses, key=lambda use: use.used_at, reverse=True)


def tables_to_tidy(days: int) -> list[TableUse]:
    """Those not used for `days` days, or for a month if they have no games.

    Among them are those whose import or deletion an earlier version began and did not end.
    """
    return [
        use
        for use in all_tables()
        if use.table.hidden_since is not None
        or now() - use.used_at > timedelta(days=days if use.game_count else min(days, EMPTY_DAYS))
    ]


def find_tables(text: str) -> Sequence[Table]:
    """By join code, id or name, ignoring case."""
    name, code = look(text), text.upper()
    every_table = db.session.scalars(select(Table).order_by(Table.id))
    # Not compared by the database: SQLite ignores the case of ASCII letters only.
    return [
        table
        for table in every_table
        if look(table.name) == name or table.code == code or text in (table.public_id, table.uuid)
    ]


def note_visit(table: Table) -> None:
    """Note once a day that a table was visited, and erase games deleted before; errors don't affect the visit."""
    if table.visited_at is not None and abs(now() - table.visited_at) < timedelta(days=1):
        return
    with suppress(OperationalError):
        with writing():
            db.session.execute(update(Table).where(Table.id == table.id).values(visited_at=now()))
        erase_deleted_games()


def new_host_link(table: Table) -> AccessLink:
    """Add a host link and return it; existing ones keep working."""
    link = AccessLink(table_id=table.id, role=HOST)
    with writing(table):
        db.session.add(link)
    return link


def erase_deleted_games() -> int:
    """Erase the games that can't be brought back any more, and return how many there were.

    Each keeps its row with its number and id, so that its URL never shows another game and no import brings it back.
    """
    to_erase = select(Game).where(Game.deleted_at < now() - UNDO_PERIOD, Game.slug != ERASED).order_by(Game.n)
    table_ids = db.session.scalars(to_erase.with_only_columns(Game.table_id).order_by(None).distinct()).all()
    count = 0
    for table_id in table_ids:
        table = db.session.get_one(Table, table_id)
        with writing(table):
            locked = to_erase.where(Game.table_id == table_id).with_for_update()
            games = db.session.scalars(locked, execution_options={"populate_existing": True}).all()
            for game in games:
                game.slug, game.options, game.seats, game.starters = ERASED, {}, [], None
                game.venue, game.share_token = "", None
            ids = [game.id for game in games]
            if table.last_merge is not None:  # it holds rows of logs
                rows = [row for row in table.last_merge["rows"] if row[0] not in ids]
                table.last_merge = {**table.last_merge, "rows": rows}
            for model in (StoredSummary, StoredRow):
                db.session.execute(delete(model).where(model.game_id.in_(ids)))
            count += len(ids)
    return count


def delete_table(table_id: int) -> None:
    """Delete a table with everything that belongs to it: games, their logs, players and links."""
    with writing():
        if db.session.scalar(select(Table.id).where(Table.id == table_id).with_for_update()) is None:
            return
        games = select(Game.id).where(Game.table_id == table_id)
        ids = db.session.scalars(games.order_by(Game.n).with_for_update()).all()
        for model in (StoredSummary, Seat, StoredRow):
            db.session.execute(delete(model).where(model.game_id.in_(ids)))
        for owned in (Game, Evening, Season, AccessLink, Player):
            db.session.execute(delete(owned).where(owned.table_id == table_id))
        db.session.execute(delete(Table).where(Table.id == table_id))
        notifications.announce(table_id)
