"""Backups of a SQLite database: one file that holds all tables and the key that signs cookies.

A backup is a normal database with one more table, `companion_backup`. After a restore every phone keeps its seat,
because its cookie is signed with that key.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path


def revision(file: Path) -> str | None:
    """None if `file` is no database of Companion."""
    try:
        with closing(_read_only(file)) as connection:
            return str(connection.execute("SELECT version_num FROM alembic_version").fetchone()[0])
    except (sqlite3.Error, TypeError):
        return None


def copy_file(source: Path, target: Path) -> None:
    """Copy a SQLite database as it is at one moment; only the owner can read the copy, because it contains all links.

    :raises OSError, sqlite3.Error: it can't be copied, or it is damaged.
    """
    target.touch(mode=0o600)
    with closing(_read_only(source)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)
        new.execute("PRAGMA journal_mode=DELETE")  # whoever reads the copy puts no files beside it
        if new.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise sqlite3.DatabaseError("database disk image is malformed")


def write_key(file: Path, key: str | bytes) -> None:
    """Put the key that signs cookies into a database; what SQLite kept beside it is in the file afterwards."""
    text = key.decode() if isinstance(key, bytes) else key
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("DROP TABLE IF EXISTS companion_backup")
        connection.execute("CREATE TABLE companion_backup (name TEXT PRIMARY KEY, value TEXT NOT NULL)")
        connection.execute("INSERT INTO companion_backup VALUES ('secret_key', ?)", (text,))


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
