"""Copies of a database: the rows of one moment, without addresses, and the key of the phones apart from them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from flask import Flask
from sqlalchemy import create_engine, event, text

from companion.store import backup, limits, tables
from companion.store.base import db
from companion.store.models import Player, Table
from tests.checked import allowed


def test_a_copy_of_the_rows_holds_no_url_of_who_mistyped_a_code(app: Flask, tmp_path: Path) -> None:
    with app.app_context():
        tables.create_table("Friday")
        limits.count_failed_join("192.0.2.7")
        db.session.remove()
        copy = create_engine(f"sqlite:///{tmp_path / 'copy.sqlite3'}")
        db.metadata.create_all(copy)
        backup.copy_rows(db.engine, copy)
    with copy.connect() as connection:
        names = ("tables", "links", "attempt_counts")
        counts = [connection.scalar(text(f"SELECT count(*) FROM {name}")) for name in names]
    copy.dispose()
    assert counts == [1, 1, 0]


def test_a_copy_of_the_rows_holds_one_moment_of_the_database(any_app: Flask, tmp_path: Path) -> None:
    with any_app.app_context():
        table, _ = allowed(tables.create_table("Friday"))
        copy = create_engine(f"sqlite:///{tmp_path / 'copy.sqlite3'}")
        db.metadata.create_all(copy)
        written: list[Player] = []

        @event.listens_for(copy, "before_cursor_execute")
        def write_meanwhile(_connection: object, _cursor: object, statement: str, *_: object) -> None:
            if statement.startswith("INSERT INTO tables") and not written:
                with any_app.app_context():
                    written.append(allowed(tables.add_player(db.session.get_one(Table, table.id), "Ana")))

        backup.copy_rows(db.engine, copy)
    with copy.connect() as connection:
        assert connection.scalar(text("SELECT count(*) FROM tables")) == 1
        assert connection.scalar(text("SELECT count(*) FROM players")) == 0
    copy.dispose()
    assert len(written) == 1


def test_the_key_is_taken_out_of_a_copy(tmp_path: Path) -> None:
    file = tmp_path / "copy.sqlite3"
    backup.write_key(file, "of the phones")
    assert [backup.take_key(file), backup.take_key(file)] == ["of the phones", None]
    assert tables_in(file) == []


def test_a_database_of_another_program_is_not_a_backup(tmp_path: Path) -> None:
    file = tmp_path / "other.sqlite3"
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("CREATE TABLE letters (text TEXT)")
    assert not backup.is_backup(file)


def tables_in(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as connection:
        return [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
