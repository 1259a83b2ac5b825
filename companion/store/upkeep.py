"""Maintenance for administrators: which tables there are, when they were used, and deleting them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta

from msgspec import Struct
from sqlalchemy import delete, func, select
from sqlalchemy.exc import OperationalError

from companion.store import notifications
from companion.store.base import db, now
from companion.store.database import writing
from companion.store.models import HOST, AccessLink, Game, Player, StoredRow, StoredSummary, Table

EMPTY_DAYS = 30  # after this, a table without a game counts as unused


class TableUse(Struct, frozen=True):
    """The use of a table. `used_at` is when it was last visited on a phone or something was entered."""

    table: Table
    player_count: int
    game_count: int
    entry_count: int
    used_at: datetime


def all_tables() -> list[TableUse]:
    """Return all tables, most recently used first."""
    players = dict(db.session.execute(select(Player.table_id, func.count()).group_by(Player.table_id)).all())
    games = dict(db.session.execute(select(Game.table_id, func.count()).group_by(Game.table_id)).all())
    by_table = select(Game.table_id, func.count(), func.max(StoredRow.at)).join(StoredRow, StoredRow.game_id == Game.id)
    logs = {row[0]: row[1:] for row in db.session.execute(by_table.group_by(Game.table_id))}
    uses = []
    for table in db.session.scalars(select(Table)):
        entries, last = logs.get(table.id, (0, None))
        moments = (table.opened_at, table.visited_at, table.join_used_at, last)
        used_at = max(moment for moment in moments if moment is not None)
        uses.append(TableUse(table, players.get(table.id, 0), games.get(table.id, 0), entries, used_at))
    return sorted(uses, key=lambda use: use.used_at, reverse=True)


def tables_to_tidy(days: int) -> list[TableUse]:
    """Return the tables that have not been used for `days` days, or for a month if they have no games."""
    return [
        use
        for use in all_tables()
        if now() - use.used_at > timedelta(days=days if use.game_count else min(days, EMPTY_DAYS))
    ]


def find_tables(text: str) -> Sequence[Table]:
    """Return the tables with this join code, id or name, ignoring case."""
    name, code = text.casefold(), text.upper()
    every_table = db.session.scalars(select(Table).order_by(Table.id))
    # Not compared by the database: SQLite ignores the case of ASCII letters only.
    return [
        table
        for table in every_table
        if table.name.casefold() == name or table.code == code or text in (table.public_id, table.uuid)
    ]


def note_visit(table: Table) -> None:
    """Note once a day that a table was visited; if that can't be written, the visit is not affected."""
    if table.visited_at is not None and now() - table.visited_at < timedelta(days=1):
        return
    with suppress(OperationalError), writing():
        table.visited_at = now()


def new_host_link(table: Table) -> AccessLink:
    """Return another host link; existing ones keep working."""
    link = AccessLink(table_id=table.id, role=HOST)
    with writing():
        db.session.add(link)
    return link


def delete_table(table_id: int) -> None:
    """Delete a table with everything that belongs to it: games, their logs, players and links."""
    games = select(Game.id).where(Game.table_id == table_id)
    with writing():
        for of_game in (StoredSummary, StoredRow):
            db.session.execute(delete(of_game).where(of_game.game_id.in_(games)))
        for of_table in (Game, AccessLink, Player):
            db.session.execute(delete(of_table).where(of_table.table_id == table_id))
        db.session.execute(delete(Table).where(Table.id == table_id))
        notifications.announce(table_id)
