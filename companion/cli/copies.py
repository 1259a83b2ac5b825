"""Copies of a SQLite database, for `backup`, `restore` and upgrades. PostgreSQL has programs of its own for that."""

from __future__ import annotations

import errno
import os
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from alembic.migration import MigrationContext
from flask import Flask
from sqlalchemy import URL
from sqlalchemy.exc import SQLAlchemyError

from companion.app import create_app
from companion.cli.options import gettext
from companion.cli.output import replacement
from companion.store import backup, database
from companion.store.base import db
from companion.store.upkeep import EMPTY_DAYS


def copied_file(app: Flask) -> Path:
    """Return the file of the SQLite database, which can be copied.

    :raises click.ClickException: the database is PostgreSQL.
    """
    if (file := database.sqlite_file(app)) is None:
        raise click.ClickException(
            gettext(
                "The database is PostgreSQL: copy it with pg_dump and bring it back with pg_restore. Keep a copy of the"
                " key that signs cookies, too. docs/hosting.md shows the commands."
            )
        )
    return file


def save(app: Flask, file: Path) -> None:
    """Write a backup of the SQLite database to `file`, completely or not at all.

    :raises click.ClickException: it can't be read or written, or the database is PostgreSQL.
    """
    key, source = app.config["SECRET_KEY"], copied_file(app)
    with explain_copy_errors(source, file), replacement(file) as unfinished:
        if file.resolve() == source.resolve():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
        backup.copy_file(source, unfinished)
        backup.write_key(unfinished, key.decode() if isinstance(key, bytes) else key)


def location(app: Flask) -> str:
    """Return where the data is: a file, or the URL of a database without its password."""
    if (file := database.sqlite_file(app)) is not None:
        return str(file)
    with app.app_context():
        return db.engine.url.render_as_string(hide_password=True)


def old_copies(app: Flask) -> list[Path]:
    """Return the copies kept beside the database before upgrades and restores that are more than a month old."""
    if (file := database.sqlite_file(app)) is None:
        return []
    month_ago = time.time() - EMPTY_DAYS * 24 * 60 * 60
    return sorted(copy for copy in file.parent.glob("before-*.sqlite3*") if copy.stat().st_mtime < month_ago)


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
        url = URL.create("sqlite", database=str(file))
        overrides = {"INSTANCE": folder, "SQLALCHEMY_DATABASE_URI": url, "SECRET_KEY": "of no use in here"}
        app = create_app(overrides)
        try:
            yield app
        finally:
            database.close(app)


@contextmanager
def explain_copy_errors(source: Path, target: Path) -> Iterator[None]:
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
