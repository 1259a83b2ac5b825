"""Write transactions, and the limits of a connection to PostgreSQL."""

from __future__ import annotations

import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from flask import Flask
from flask_migrate import upgrade
from sqlalchemy import event, text
from sqlalchemy.exc import OperationalError

from companion.app import create_app
from companion.cli.database import application
from companion.store import database, tables, upkeep
from companion.store.base import db
from companion.store.database import writing
from tests.checked import allowed, present
from tests.conftest import shut
from tests.postgresql import ON_BOTH


def test_what_was_written_is_folded_into_the_file_at_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "FOLDED_AFTER", 0.05)
    app = create_app({"INSTANCE": str(tmp_path), "TESTING": True})
    with app.app_context():
        upgrade()
        ended = database.start_folding(app)  # as a server does, after migrations: these would not wait for it
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


def test_a_write_waits_five_seconds_for_another_process(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    timeouts, patience = list[int](), [100.0, 105.0, 105.1, 0.0]
    with app.app_context(), closing(sqlite3.connect(present(database.sqlite_file(app)))) as other:
        with closing(db.engine.raw_connection()) as pooled:
            connection: Any = pooled.driver_connection

        def sleep(_seconds: float) -> None:
            timeouts.extend(*connection.execute("PRAGMA busy_timeout"))
            if not patience:
                other.rollback()

        def write() -> None:
            with app.app_context(), writing():
                pass

        monkeypatch.setattr(database, "sleep", sleep)
        monkeypatch.setattr(database, "monotonic", lambda: patience.pop(0) if patience else 0)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(OperationalError):
            tables.create_table("Friday")
        assert (patience, timeouts) == ([0.0], [0])
        patience.clear()
        table, _ = allowed(tables.create_table("Saturday"))
        timeouts.extend(*connection.execute("PRAGMA busy_timeout"))
        with writing(table):
            waiting = Thread(target=write, daemon=True)
            waiting.start()
            waiting.join(0.1)
        waiting.join(60)
        assert timeouts == [0, 0, 5000], "threads wait without asking SQLite"
        with pytest.raises(OperationalError, match="no such column") as wrong:
            db.session.execute(text("SELECT unknown WHERE :name"), {"name": table.name})
        assert table.name not in str(wrong.value), "what may be logged"


def test_a_log_that_cannot_be_folded_stays_until_the_next_start(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    with app.app_context():
        allowed(tables.create_table("Friday"))
        db.session.remove()
        with closing(db.engine.raw_connection()) as connection:
            connection.driver_connection.set_progress_handler(lambda: 1, 1)  # type: ignore[union-attr]  # interrupts it
    database.close(app)
    assert ["interrupted" in record.getMessage() for record in caplog.records] == [True]
    with app.app_context():
        assert [use.table.name for use in upkeep.all_tables()] == ["Friday"]
    file = present(database.sqlite_file(app))
    with closing(sqlite3.connect(file)) as other:
        other.execute("SELECT name FROM tables").fetchall()
        database.close(app)
        assert (file.with_name(f"{file.name}-wal").stat().st_size, len(caplog.records)) == (0, 1)
    with app.app_context():
        assert db.engine.pool.status() == db.engine.pool.recreate().status()


@pytest.mark.parametrize("any_app", ["postgres"], indirect=True)
def test_postgresql_ends_a_statement_that_takes_too_long_and_a_lost_connection_is_replaced(any_app: Flask) -> None:
    import psycopg

    with any_app.app_context():
        limits = [db.session.scalar(text(f"SHOW {name}")) for name in NAMES]
        pid = db.session.scalar(text("SELECT pg_backend_pid()"))
        db.session.remove()
        with psycopg.connect(db.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)) as other:
            other.execute("SELECT pg_terminate_backend(%s, 60000)", (pid,))
        assert db.session.scalar(text("SELECT pg_backend_pid()")) != pid
        assert not database.start_folding(any_app).is_set()
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
