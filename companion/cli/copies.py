"""Copies of the whole database, for `backup`, `restore` and upgrades."""

from __future__ import annotations

import errno
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import click
from alembic import command
from alembic.migration import MigrationContext
from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from companion.app import create_app
from companion.cli.options import gettext
from companion.cli.output import replacement
from companion.store import backup, database
from companion.store.base import db


def save(app: Flask, file: Path) -> None:
    """Write a backup of the database to `file`, completely or not at all.

    :raises click.ClickException: it can't be read or written.
    """
    key = app.config["SECRET_KEY"]
    source = database.sqlite_file(app)
    with explain_copy_errors(location(app), file), replacement(file) as unfinished:
        if source is None:
            _copy_server(app, unfinished)
        elif file.resolve() == source.resolve():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
        else:
            backup.copy_file(source, unfinished)
        backup.write_key(unfinished, key.decode() if isinstance(key, bytes) else key)


def location(app: Flask) -> str:
    """Return where the data is: a file, or the URL of a database without its password."""
    if (file := database.sqlite_file(app)) is not None:
        return str(file)
    with app.app_context():
        return db.engine.url.render_as_string(hide_password=True)


def unused_name(app: Flask, name: str) -> Path:
    """Return the path of a new file in the instance folder for a copy called `name`."""
    files = (Path(app.instance_path) / f"{name}{number}.sqlite3" for number in ("", *(f"-{n}" for n in range(2, 1000))))
    return next(file for file in files if not file.exists())


def schema_revision(app: Flask) -> str | None:
    """Return the revision of the database's schema, or None if there is no database yet or it is empty."""
    if (file := database.sqlite_file(app)) is not None and not file.exists():
        return None
    with app.app_context(), db.engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


@contextmanager
def sqlite_app(file: Path) -> Iterator[Flask]:
    """Open an application on a SQLite file that nobody else uses; it is closed when the block ends."""
    with tempfile.TemporaryDirectory() as folder:
        overrides = {"INSTANCE": folder, "SQLALCHEMY_DATABASE_URI": f"sqlite:///{file}", "SECRET_KEY": "of no use here"}
        app = create_app(overrides)
        try:
            yield app
        finally:
            database.close(app)


def replace_contents(app: Flask, file: Path) -> None:
    """Replace the contents of the database of `app` with those of the SQLite file; both have the newest schema.

    :raises OSError, sqlite3.Error, SQLAlchemyError: it can't be read or written.
    """
    if (target := database.sqlite_file(app)) is not None:
        backup.copy_file(file, target)
        return
    with sqlite_app(file) as source, source.app_context():
        old = db.engine
        with app.app_context():
            backup.copy_rows(old, db.engine)


@contextmanager
def explain_copy_errors(source: Path | str, target: Path | str) -> Iterator[None]:
    """Turn read and write errors in the block into a sentence.

    :raises click.ClickException: such an error occurred.
    """
    try:
        yield
    except (OSError, sqlite3.Error, SQLAlchemyError) as error:
        reason = getattr(error, "orig", None) or getattr(error, "strerror", None) or error
        raise click.ClickException(
            gettext("Copying %(file)s to %(copy)s failed: %(error)s.", file=source, copy=target, error=reason)
        ) from None


def _copy_server(app: Flask, file: Path) -> None:
    """Copy a database of PostgreSQL into a new SQLite file of the same schema."""
    revision = schema_revision(app)
    file.unlink(missing_ok=True)
    file.touch(mode=0o600)
    with app.app_context():
        old = db.engine
    with sqlite_app(file) as copy, copy.app_context():
        if revision is not None:
            command.upgrade(copy.extensions["migrate"].migrate.get_config(), revision)
            backup.copy_rows(old, db.engine)
    with closing(sqlite3.connect(file)) as connection:  # a single file, without -wal and -shm files
        connection.execute("PRAGMA journal_mode = DELETE")
