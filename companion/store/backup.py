"""Backups: one SQLite file that holds all tables and the key that signs cookies, whatever the database is.

A backup is a normal database with one more table, `companion_backup`. After a restore every phone keeps its seat,
because its cookie is signed with that key.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, MetaData, Table, func, select, text

from companion.store.database import lift_limits

_ROWS = 2000  # rows that are read and written at once
_NOT_COPIED = {"alembic_version", "attempt_counts"}  # the schema's version, and the counts of the last minutes


def is_backup(file: Path) -> bool:
    """Return whether `file` is a database of Companion."""
    try:
        with closing(_read_only(file)) as connection:
            query = "SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'"
            return bool(connection.execute(query).fetchall())
    except sqlite3.Error:
        return False


def copy_file(source: Path, target: Path) -> None:
    """Copy a SQLite database as it is at one moment; only the owner can read the copy, because it contains all links.

    :raises OSError, sqlite3.Error: it can't be copied, or it is damaged.
    """
    target.touch(mode=0o600)
    with closing(_read_only(source)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)
        if new.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise sqlite3.DatabaseError("database disk image is malformed")


def copy_rows(source: Engine, target: Engine) -> None:
    """Replace all rows of `target` with those of `source` at one moment; both have the same schema."""
    tables = MetaData()
    # SQLite describes its columns in types that every database has, so both databases are read and written with these.
    tables.reflect(source if source.dialect.name == "sqlite" else target)
    copied_tables = [table for table in tables.sorted_tables if table.name not in _NOT_COPIED]
    with _snapshot(source) as old, target.begin() as new:
        _prepare(new)
        for table in reversed(copied_tables):
            new.execute(table.delete())
        for table in copied_tables:
            for rows in old.execution_options(yield_per=_ROWS).execute(select(table)).mappings().partitions():
                new.execute(table.insert(), [dict(row) for row in rows])
            _continue_numbers(new, table)


def write_key(file: Path, key: str) -> None:
    """Put the key that signs cookies into a backup."""
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("DROP TABLE IF EXISTS companion_backup")
        connection.execute("CREATE TABLE companion_backup (name TEXT PRIMARY KEY, value TEXT NOT NULL)")
        connection.execute("INSERT INTO companion_backup VALUES ('secret_key', ?)", (key,))


def take_key(file: Path) -> str | None:
    """Remove the key from a copy of a backup and return it, or None if an older version left it out of the backup."""
    with closing(sqlite3.connect(file)) as connection, connection:
        if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'companion_backup'").fetchall():
            return None
        row = connection.execute("SELECT value FROM companion_backup WHERE name = 'secret_key'").fetchone()
        connection.execute("DROP TABLE companion_backup")
    return None if row is None else str(row[0])


def _read_only(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)


@contextmanager
def _snapshot(engine: Engine) -> Iterator[Connection]:
    """Open a transaction that sees one moment of the database."""
    with engine.connect() as connection:
        if connection.dialect.name == "postgresql":
            connection = connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        _prepare(connection)
        yield connection


def _prepare(connection: Connection) -> None:
    """Make PostgreSQL read and write times in UTC, as SQLite does, for as long as it takes."""
    lift_limits(connection)
    if connection.dialect.name == "postgresql":
        connection.execute(text("SET LOCAL TIME ZONE 'UTC'"))


def _continue_numbers(connection: Connection, table: Table) -> None:
    """Make PostgreSQL number new rows after the highest number of the copied rows."""
    if connection.dialect.name == "postgresql" and "id" in table.c:
        last = connection.scalar(select(func.max(table.c.id)))
        serial = func.pg_get_serial_sequence(table.name, "id")
        connection.execute(select(func.setval(serial, last or 1, last is not None)))
