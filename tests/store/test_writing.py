"""Write transactions, and the limits of a connection to PostgreSQL."""

from __future__ import annotations

import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask_migrate import upgrade
from sqlalchemy import event, text

from companion.app import create_app
from companion.cli.database import application
from companion.store import database, tables
from companion.store.base import db
from companion.store.database import writing
from tests.checked import allowed
from tests.conftest import shut
from tests.postgresql import ON_BOTH


def test_what_was_written_is_folded_into_the_file_at_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "FOLDED_AFTER", 0.05)
    app = create_app({"INSTANCE": str(tmp_path), "TESTING": True})
    ended = database.start_folding(app)
    with app.app_context():
        upgrade()
        table, _ = allowed(tables.create_table("A name to erase"))
        with writing(table):
            table.name = "Friday"
    log, patience = tmp_path / "companion.sqlite3-wal", time.monotonic() + 30
    while log.stat().st_size and time.monotonic() < patience:
        time.sleep(0.05)
    copy = tmp_path / "copy.sqlite3"
    shutil.copy(tmp_path / "companion.sqlite3", copy)
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT name FROM tables").fetchall() == [("Friday",)]
    assert not [path for path in tmp_path.iterdir() if b"A name to erase" in path.read_bytes()]
    ended.set()
    shut(app)


NAMES = ("statement_timeout", "lock_timeout")


@ON_BOTH
def test_a_write_transaction_contains_no_other(any_app: Flask) -> None:
    with any_app.app_context():
        table, _ = allowed(tables.create_table("Friday"))

        def nest() -> None:
            with writing(table):
                table.name = "Sunday"
                tables.create_table("Saturday")

        with pytest.raises(RuntimeError, match="can't contain another"):
            nest()
        db.session.refresh(table)
        assert table.name == "Friday"
        with writing():  # the next one is not nested
            pass


@pytest.mark.parametrize("any_app", ["postgres"], indirect=True)
def test_postgresql_ends_a_statement_that_takes_too_long(any_app: Flask) -> None:
    with any_app.app_context():
        limits = [db.session.scalar(text(f"SHOW {name}")) for name in NAMES]
    assert limits == ["10s", "5s"]


def test_neither_commands_nor_migrations_are_ended(
    postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", postgres)
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path))
    limits: list[object] = []
    app = create_app()
    with app.app_context():

        @event.listens_for(db.engine, "after_cursor_execute")
        def note(_connection: object, cursor: Any, statement: str, *_: object) -> None:
            if "CREATE TABLE alembic_version" in statement:
                limits.extend(cursor.connection.execute(f"SHOW {name}").fetchone()[0] for name in NAMES)

        upgrade()
    shut(app)
    app = application()
    with app.app_context():
        limits += [db.session.scalar(text(f"SHOW {name}")) for name in NAMES]
    shut(app)
    assert limits == ["0", "0"] * 2
