"""The connection to the database: pragmas that keep SQLite safe and fast, and one writer at a time."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, nullcontext
from importlib import import_module
from pathlib import Path
from typing import Any

from flask import Flask
from sqlalchemy import Connection, Engine, event, inspect
from sqlalchemy.exc import InvalidRequestError
from sqlalchemy.orm.exc import ObjectDeletedError

from companion.store.base import Model, db

# Write transactions on SQLite must not be interleaved within this process: under gevent this lock lets
# other requests run until the transaction is over, while SQLite's own would stop the whole process.
_lock = threading.Lock()


def init_app(app: Flask) -> None:
    """Connect `app` with the database of its configuration."""
    # Log messages must not contain links and names. A connection that PostgreSQL has dropped is replaced.
    is_postgres = app.config["SQLALCHEMY_DATABASE_URI"].startswith("postgresql")
    engine_options: dict[str, Any] = {"hide_parameters": True, "pool_pre_ping": is_postgres}
    if is_postgres and app.config["LISTEN_URL"]:
        # Behind a pooler each transaction may get another connection, which does not know our prepared statements.
        engine_options["connect_args"] = {"prepare_threshold": None}
    app.config["SQLALCHEMY_ENGINE_OPTIONS"] = engine_options | app.config.get("SQLALCHEMY_ENGINE_OPTIONS", {})
    db.init_app(app)
    with app.app_context():
        if db.engine.dialect.name == "sqlite":
            _set_up_sqlite(db.engine)


def sqlite_file(app: Flask) -> Path | None:
    """Return the file of the database, or None if it is not SQLite."""
    with app.app_context():
        url = db.engine.url
    is_file = url.get_backend_name() == "sqlite" and url.database not in (None, "", ":memory:")
    return Path(str(url.database)) if is_file else None


def close(app: Flask) -> None:
    """Close the database; everything committed to SQLite is then in its main file.

    On a full disk it stays in the `-wal` file beside it, which SQLite reads at the next start.
    """
    with app.app_context():
        db.session.remove()
        if db.engine.dialect.name == "sqlite":
            with closing(db.engine.raw_connection()) as connection:
                try:
                    connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
                except sqlite3.OperationalError as error:
                    app.logger.warning("the log beside the database stays until the next start: %s", error)
    disconnect(app)


def disconnect(app: Flask) -> None:
    """Close this process's connections to the database; other processes may keep using it."""
    with app.app_context():
        db.session.remove()
        db.engine.dispose()


@contextmanager
def writing(row: Model | None = None) -> Iterator[None]:
    """Run the block in its own write transaction, committed at the end and rolled back by an exception.

    If it depends on what a `row` holds, this row is locked and read again: someone may have changed it. On SQLite the
    whole transaction is a lock, from the start, so nothing else can change between its reads and its writes.

    :raises ObjectDeletedError: the `row` is no longer there.
    """
    if db.session().in_transaction():
        db.session.commit()  # ends the read transaction, which may be out of date
    with _lock if db.engine.dialect.name == "sqlite" else nullcontext():
        try:
            db.session.connection(execution_options={"begin": "IMMEDIATE"})
            if row is not None:
                try:
                    db.session.refresh(row, with_for_update=True)
                except InvalidRequestError as error:
                    raise ObjectDeletedError(inspect(row)) from error
            yield
            db.session.commit()
        except BaseException:
            db.session.rollback()
            raise


def insert_or_update(
    model: type[Model], rows: Sequence[Mapping[str, object]], changes: Mapping[str, object] | None = None
) -> None:
    """Write rows, given by attribute; one that is already there gets the new values, or only the `changes`."""
    mapper = inspect(model)
    # The dialect of this database is loaded already; loading that of the other would make each start slower.
    dialect = import_module(f"sqlalchemy.dialects.{db.engine.dialect.name}")
    statement = dialect.insert(model)
    others = [column.key for column in mapper.local_table.columns if not column.primary_key]
    new_values = {name: statement.excluded[name] for name in others}
    statement = statement.on_conflict_do_update(index_elements=mapper.primary_key, set_=changes or new_values)
    db.session.connection().execute(statement, rows)


def _set_up_sqlite(engine: Engine) -> None:
    @event.listens_for(engine, "do_connect")
    def keep_private(*_: object) -> None:
        # It contains the links of all phones: nobody else may read it, or the files that SQLite puts beside it.
        if engine.url.database not in (None, "", ":memory:"):
            Path(engine.url.database).touch(mode=0o600)

    @event.listens_for(engine, "connect")
    def connect(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # transactions are begun below, not by the driver
        # With WAL and FULL a committed entry survives a power cut, and readers never wait.
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql(f"BEGIN {connection.get_execution_options().get('begin', 'DEFERRED')}")
