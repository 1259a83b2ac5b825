"""Copies of a database: the key of the phones apart from it, and what is no copy."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from companion.store import backup


def test_the_key_is_taken_out_of_a_copy(tmp_path: Path) -> None:
    file = tmp_path / "copy.sqlite3"
    backup.write_key(file, "of the phones")
    assert [backup.take_key(file), backup.take_key(file)] == ["of the phones", None]
    assert tables_in(file) == []


def test_whoever_reads_a_copy_puts_no_files_beside_it(tmp_path: Path) -> None:
    file, copy = tmp_path / "companion.sqlite3", tmp_path / "copy.sqlite3"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE alembic_version AS SELECT '0001' AS version_num")
        backup.copy_file(file, copy)
    assert backup.revision(copy) == "0001"
    assert {path.name for path in tmp_path.glob("copy*")} == {"copy.sqlite3"}


def test_a_database_of_another_program_is_not_a_backup(tmp_path: Path) -> None:
    file = tmp_path / "other.sqlite3"
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("CREATE TABLE letters (text TEXT)")
    assert backup.revision(file) is None


def tables_in(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as connection:
        return [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
