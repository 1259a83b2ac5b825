"""The connection to the database: pragmas that keep SQLite safe and fast, and one writer at a time."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, nullcontext, suppress
from pathlib import Path
from time import monotonic, sleep, time
from typing import Any, cast

from flask import Flask
from sqlalchemy import Connection, Engine, event, inspect, make_url
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import InvalidRequestError, OperationalError
from sqlalchemy.orm.exc import ObjectDeletedError

from companion.store import notifications
from companion.store.base import Model, db

# Write transactions on SQLite must not be interleaved within this process: under gevent this lock lets
# other requests run until the transaction is over, while SQLite's own would stop the whole process.
_lock = threading.Lock()

FOLDED_AFTER = 5.0  # seconds

# Of PostgreSQL: how long a request waits until it is answered with 503, in seconds.
CONNECT_TIMEOUT, LOCK_TIMEOUT, STATEMENT_TIMEOUT, POOL_TIMEOUT = 5, 5, 10, 10


def init_app(app: Flask) -> None:
    """Connect `app` with the database of its configuration."""
    # Log messages must not contain links and names. A connection that PostgreSQL has dropped is replaced.
    engine_options: dict[str, Any] = {"hide_parameters": True}
    if (url := make_url(app.config["SQLALCHEMY_DATABASE_URI"])).get_backend_name() == "postgresql":
        limits = f"-c statement_timeout={STATEMENT_TIMEOUT}s -c lock_timeout={LOCK_TIMEOUT}s"
        arguments = {"connect_timeout": CONNECT_TIMEOUT, "options": limits, **notifications.KEEPALIVES}
        arguments = {name: value for name, value in arguments.items() if name not in url.query}  # it has priority
        engine_options |= {"pool_pre_ping": True, "pool_timeout": POOL_TIMEOUT, "connect_args": arguments}
    app.config["SQLALCHEMY_ENGINE_OPTIONS"] = engine_options | app.config.get("SQLALCHEMY_ENGINE_OPTIONS", {})
    db.init_app(app)
    with app.app_context():
        if db.engine.dialect.name == "sqlite":
            _set_up_sqlite(db.engine)


def sqlite_file(app: Flask) -> Path | None:
    """None if the database is not SQLite."""
    with app.app_context():
        url = db.engine.url
    is_file = url.get_backend_name() == "sqlite" and url.database not in (None, "", ":memory:")
    return Path(str(url.database)) if is_file else None


def close(app: Flask) -> None:
    """Close the database; everything committed to SQLite is then in its main file.

    On a full disk it stays in the `-wal` file beside it, which SQLite reads at the next start.
    """
    with app.app_context():
        if db.engine.dialect.name == "sqlite":
            with closing(db.engine.raw_connection()) as connection:
                try:
                    connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
                except sqlite3.OperationalError as error:
                    app.logger.warning("the log beside the database stays until the next start: %s", error)
    disconnect(app)


def start_folding(app: Flask) -> threading.Event:
    """Fold SQLite's log into its main file, whenever nothing was written for some seconds, until the result is set.

    Then a copy of that file is whole, and what was deleted is nowhere any more.
    """
    ended = threading.Event()
    if (file := sqlite_file(app)) is None:
        return ended
    log = Path(f"{file}-wal")

    def fold() -> None:
        while not ended.wait(FOLDED_AFTER):
            with suppress(OSError, sqlite3.Error):
                written = log.stat()
                if written.st_size and time() - written.st_mtime > FOLDED_AFTER:
                    with closing(sqlite3.connect(file, timeout=0)) as connection:  # whoever writes goes first
                        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    threading.Thread(target=fold, name="folding", daemon=True).start()
    return ended


def disconnect(app: Flask) -> None:
    """Close this process's connections to the database; other processes may keep using it."""
    with app.app_context():
        db.engine.dispose()


@contextmanager
def writing(row: Model | None = None) -> Iterator[None]:
    """Run the block in its own write transaction, committed at the end and rolled back by an exception.

    If it depends on what a `row` holds, this row is locked and read again: someone may have changed it. On SQLite the
    whole transaction is a lock, from the start, so nothing else can change between its reads and its writes.
    PostgreSQL would end one of two transactions that wait for each other: lock a table before its games, and these by
    their numbers.

    :raises ObjectDeletedError: the `row` is no longer there.
    :raises RuntimeError: it is called within another write transaction.
    """
    session = db.session()
    if session.info.get("is_writing"):
        raise RuntimeError("a write transaction can't contain another one")
    if session.in_transaction():
        session.commit()  # ends the read transaction, which may be out of date
    with _lock if db.engine.dialect.name == "sqlite" else nullcontext():
        session.info["is_writing"] = True
        try:
            session.connection(execution_options={"begin": "IMMEDIATE"})
            if row is not None:
                try:
                    # Only itself: PostgreSQL can't lock what a query that loaded the row joined from outside.
                    session.refresh(row, with_for_update={"of": type(row)})
                except InvalidRequestError as error:
                    raise ObjectDeletedError(inspect(row)) from error
            yield
            session.commit()
        except BaseException:
            session.rollback()
            raise
        finally:
            session.info["is_writing"] = False
    notifications.publish()


def give_way() -> None:
    """Let other requests be handled, in the middle of something long."""
    sleep(0.0001)  # with 0, gevent would handle none


def insert_or_update(
    model: type[Model], rows: Sequence[Mapping[str, object]], changes: Mapping[str, object] | None = None
) -> None:
    """Write rows, given by attribute; one that is already there gets the new values, or only the `changes`."""
    mapper = inspect(model)
    dialect = sqlite if db.engine.dialect.name == "sqlite" else postgresql
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
            with suppress(OSError):  # SQLite says itself what it can't do
                Path(engine.url.database).touch(mode=0o600)

    @event.listens_for(engine, "connect")
    def connect(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None  # transactions are begun below, not by the driver
        # With WAL and FULL a committed entry survives a power cut, and readers never wait.
        pragmas = "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000", "secure_delete=ON"
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        if connection.get_execution_options().get("begin") == "IMMEDIATE":
            _begin_to_write(connection)
        else:
            connection.exec_driver_sql("BEGIN")


def _begin_to_write(connection: Connection) -> None:
    """Begin a write transaction as soon as no other process writes to SQLite, or fail after five seconds.

    SQLite would wait itself, but while it does, this whole process stops.
    """
    driver = cast("sqlite3.Connection", connection.connection.driver_connection)
    patience = monotonic() + 5
    driver.execute("PRAGMA busy_timeout=0")
    try:
        while True:
            try:
                connection.exec_driver_sql("BEGIN IMMEDIATE")
                return
            except OperationalError as error:
                if getattr(error.orig, "sqlite_errorname", "") != "SQLITE_BUSY" or monotonic() > patience:
                    raise
            sleep(0.005)
    finally:
        driver.execute("PRAGMA busy_timeout=5000")
