"""What the commands that touch the database share: the application, and copies of SQLite files."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import IO, TYPE_CHECKING

import click

from companion.cli.options import gettext

if TYPE_CHECKING:
    from flask import Flask


def application() -> Flask:
    """Return the application.

    :raises click.ClickException: a setting is wrong, the instance folder can't be used, or the driver of the database
        is not installed.
    """
    from companion.app import create_app
    from companion.config import ConfigurationError

    try:
        return create_app()
    except ConfigurationError as error:
        raise click.ClickException(gettext(error.text, **error.values)) from None
    except OSError as error:
        reason = gettext("{file} can't be read or written: {error}", file=error.filename, error=error.strerror)
        raise click.ClickException(reason) from None
    except ModuleNotFoundError as error:
        if error.name != "psycopg":
            raise
        reason = gettext("PostgreSQL needs its driver: {command}", command='pip install "companion[postgres]"')
        raise click.ClickException(reason) from None


def lock_database(app: Flask) -> IO[str] | None:
    """Return what has to stay open as long as this process alone uses the SQLite file; None on PostgreSQL.

    :raises click.ClickException: another process uses it, or its folder can't be written to.
    """
    from companion.store import database, local_files

    if (file := database.sqlite_file(app)) is None:
        return None
    try:
        return local_files.lock(file)
    except local_files.AlreadyServed:
        reason = gettext("Companion is already running with the database {file}. Stop it first.", file=file)
        raise click.ClickException(reason) from None
    except OSError as error:
        reason = gettext("{file} can't be read or written: {error}", file=file, error=error.strerror or error)
        raise click.ClickException(reason) from None


def upgrade_database(app: Flask) -> None:
    """Bring the database up to date; the first start makes it.

    :raises click.ClickException: it can't be reached, read or written, or is newer than this program.
    """
    from alembic import command
    from alembic.util import CommandError
    from sqlalchemy.exc import SQLAlchemyError

    from companion.store import database

    try:
        with app.app_context():
            command.upgrade(app.extensions["migrate"].migrate.get_config(), "head")
    except CommandError:
        reason = gettext("The database was made by a newer version of Companion. Please install that version.")
        raise click.ClickException(reason) from None
    except (SQLAlchemyError, sqlite3.Error) as error:
        file, cause = database.sqlite_file(app), getattr(error, "orig", None) or error
        if file is None:
            reason = gettext("Cannot reach the database: {error}", error=cause)
        elif type(cause) is sqlite3.DatabaseError:  # what stands in the file, not how it is reached
            reason = gettext(
                "{file} is damaged ({error}). Put a copy back in its place: {command}",
                file=file,
                error=cause,
                command="companion restore FILE",
            )
        else:
            reason = gettext("{file} can't be read or written: {error}", file=file, error=cause)
        raise click.ClickException(reason) from None


def sqlite_file() -> Path:
    """Return the file of the database.

    :raises click.ClickException: it is not SQLite.
    """
    from sqlalchemy import make_url

    url = make_url(application().config["SQLALCHEMY_DATABASE_URI"])
    if url.get_backend_name() != "sqlite" or url.database is None:
        reason = gettext("These commands copy SQLite files. For PostgreSQL use pg_dump and pg_restore.")
        raise click.ClickException(reason)
    return Path(url.database)


def is_backup(file: Path) -> bool:
    """Tell whether `file` is a database of ours."""
    try:
        with closing(sqlite3.connect(file)) as connection:
            query = "SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'"
            return bool(connection.execute(query).fetchall())
    except sqlite3.DatabaseError:
        return False


def copy(source: Path, target: Path) -> None:
    """Copy a database as it is at one moment; only the owner may read the copy, since it holds everybody's links.

    :raises click.ClickException: there is no database at `source`, or it can't be copied.
    """
    if not source.exists():
        raise click.ClickException(gettext("There is no database at {file} yet.", file=source))
    try:
        target.touch(mode=0o600)
        read_only = f"{source.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(read_only, uri=True)) as old, closing(sqlite3.connect(target)) as new:
            old.backup(new)
    except (OSError, sqlite3.Error) as error:
        reason = gettext("Copying {file} to {copy} failed: {error}.", file=source, copy=target, error=error)
        raise click.ClickException(reason) from None
