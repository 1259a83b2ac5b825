"""Runs the migrations of `versions/` on the application's database (Flask-Migrate, Alembic)."""

from collections.abc import Iterator
from contextlib import contextmanager

from alembic import context
from flask import current_app
from sqlalchemy import Connection, text

from companion.store.base import db

# Any number that nothing else on the same server uses.
LOCK = 20_261_120


def migrate() -> None:
    """Bring the database up to date; of several processes that start at once, one does it and the others wait."""
    configured = current_app.extensions["migrate"].configure_args
    with db.engine.connect() as connection, _without_foreign_keys(connection):
        context.configure(connection=connection, target_metadata=db.metadata, **configured)
        with context.begin_transaction():
            if connection.dialect.name == "postgresql":
                for limit in ("statement_timeout", "lock_timeout"):  # what is no request may take as long as it needs
                    connection.execute(text(f"SET LOCAL {limit} = 0"))
                connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
            context.run_migrations()
            if connection.dialect.name == "sqlite" and (broken := _broken_references(connection)):
                raise RuntimeError(f"the migration would break references: {broken}")


@contextmanager
def _without_foreign_keys(connection: Connection) -> Iterator[None]:
    """Let SQLite rebuild tables that others refer to: that is how it changes a column."""
    if connection.dialect.name != "sqlite":
        yield
        return
    driver = connection.connection.driver_connection
    assert driver is not None
    driver.execute("PRAGMA foreign_keys = OFF")  # before a transaction begins, within one it does nothing
    try:
        yield
    finally:
        driver.execute("PRAGMA foreign_keys = ON")


def _broken_references(connection: Connection) -> list[tuple[object, ...]]:
    return [tuple(row) for row in connection.exec_driver_sql("PRAGMA foreign_key_check")]


migrate()
