"""For commands that use the database: the application, its lock, copies, and an up-to-date schema."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import IO

import click
from alembic import command
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from companion.app import create_app
from companion.cli.options import command_line, failure, gettext
from companion.cli.output import replacement
from companion.config import ConfigurationError
from companion.core.messages import N_
from companion.store import backup, database, finished_games, local_files
from companion.store.base import db


def application(*, is_server: bool = False) -> Flask:
    """Its connections are closed when the command ends.

    What a command asks of the database may take as long as it needs, what a request to a server asks may not.

    :raises click.ClickException: the configuration is wrong, the instance folder can't be used, or the driver of the
        database is not installed.
    """
    try:
        app = create_app({} if is_server else {"SQLALCHEMY_ENGINE_OPTIONS": {"connect_args": {}}})
    except ConfigurationError as error:
        raise failure(error.text, **error.values) from None
    except OSError as error:
        raise _unusable(error.filename, error) from None
    except ModuleNotFoundError as error:
        if error.name != "psycopg":
            raise
        raise failure("PostgreSQL needs its driver: %(command)s", command='pip install "psycopg[binary]"') from None
    if context := click.get_current_context(silent=True):
        context.call_on_close(partial(database.disconnect, app))
    return app


def location(app: Flask) -> str:
    """A file, or the URL of a database without its password."""
    if (file := database.sqlite_file(app)) is not None:
        return str(file)
    with app.app_context():
        return db.engine.url.render_as_string(hide_password=True)


def schema_revision(app: Flask) -> str | None:
    """None if there is no database yet or it is empty."""
    if (file := database.sqlite_file(app)) is not None and not file.exists():
        return None
    with app.app_context(), db.engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def lock_database(app: Flask) -> IO[str] | None:
    """To hold for as long as no other process may use the SQLite file; None on PostgreSQL.

    :raises click.ClickException: another process uses it, or its folder can't be written to.
    """
    if (file := database.sqlite_file(app)) is None:
        return None
    try:
        return local_files.lock(file)
    except local_files.AlreadyServed:
        raise failure("Companion is already running with the database %(file)s. Stop it first.", file=file) from None
    except OSError as error:
        raise _unusable(file, error) from None


def upgrade_database(app: Flask) -> None:
    """Create the database or bring it up to date; an existing one in SQLite is copied first, to a file beside it.

    PostgreSQL upgrades in one transaction.

    :raises click.ClickException: it can't be reached, read, written or copied, or is newer than this program.
    """
    with explain_database_errors(app):
        old = schema_revision(app)
        new = newest_revision(app, old)  # before a newer one is copied, again at each start
        if old not in (None, new) and (present := database.sqlite_file(app)) is not None:
            file = present.with_name(f"before-upgrade-to-{new}.sqlite3")
            save(app, file)
            click.echo(
                gettext("Updating the database. A copy of the old one is kept in %(file)s.", file=file), err=True
            )
        if old is not None and app.extensions.get("companion.new_key"):
            key = Path(app.instance_path) / "secret_key"
            text = N_(
                "%(file)s was missing, so a new key was made: everyone has to join again, unless you bring it back."
            )
            click.echo(gettext(text, file=key), err=True)
        with app.app_context():
            command.upgrade(app.extensions["migrate"].migrate.get_config(), "head")
            if old not in (None, new):
                finished_games.forget_summaries()  # a rule may have been corrected since
            with db.engine.connect() as connection:  # a read-only file is reported now, not at the first entry
                connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")


def copied_file(app: Flask) -> Path:
    """:raises click.ClickException: the database is PostgreSQL."""
    if (file := database.sqlite_file(app)) is None:
        raise failure(
            "The database is PostgreSQL: copy it with pg_dump and bring it back with pg_restore. Keep a copy of the"
            " key that signs cookies, too. docs/hosting.md shows the commands."
        )
    return file


def save(app: Flask, file: Path) -> None:
    """Write a backup of the SQLite database to `file`, completely or not at all.

    :raises click.ClickException: it can't be read or written, or the database is PostgreSQL.
    """
    source = copied_file(app)
    with explain_copy_errors(source, file), replacement(file) as unfinished:
        if file.resolve() == source.resolve():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
        backup.copy_file(source, unfinished)
        backup.write_key(unfinished, app.config["SECRET_KEY"])


@contextmanager
def explain_copy_errors(source: Path, target: Path) -> Iterator[None]:
    """Turn read and write errors in the block into a sentence.

    :raises click.ClickException: such an error occurred.
    """
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        reason = getattr(error, "strerror", None) or error
        text = N_("Copying %(file)s to %(copy)s failed: %(error)s.")
        raise failure(text, file=source, copy=target, error=reason) from None


@contextmanager
def open_database() -> Iterator[Flask]:
    """Open the application for a command that works with existing tables; it is closed when the command ends.

    :raises click.ClickException: there is no database yet, or it can't be used.
    """
    app = application()
    revision = existing_revision(app)
    with explain_database_errors(app), app.app_context():
        if revision != newest_revision(app, revision):
            raise failure(
                "The database belongs to another version of Companion. Start the server once to bring it up to date."
            )
        yield app


def existing_revision(app: Flask) -> str:
    """:raises click.ClickException: there is no database yet, or it can't be used."""
    with explain_database_errors(app):
        revision = schema_revision(app)
    if revision is None:
        raise failure("There is no database at %(file)s yet.", file=location(app))
    return revision


@contextmanager
def explain_database_errors(app: Flask) -> Iterator[None]:
    """Turn errors of the database in the block into a sentence.

    :raises click.ClickException: it can't be reached, read or written, or is newer than this program.
    """
    try:
        yield
    except CommandError:
        raise failure("The database was made by a newer version of Companion. Please install that version.") from None
    except (SQLAlchemyError, sqlite3.Error) as error:
        file, cause = database.sqlite_file(app), getattr(error, "orig", None) or error
        if file is None:
            raise failure("The database can't be reached: %(error)s", error=cause) from None
        if type(cause) is not sqlite3.DatabaseError:  # not in the file itself, but in reaching it
            raise _unusable(file, cause) from None
        text, restore = (
            N_("%(file)s is damaged (%(error)s). Restore a backup: %(command)s"),
            command_line("restore FILE"),
        )
        raise failure(text, file=file, error=cause, command=restore) from None


def _unusable(file: Path, error: BaseException) -> click.ClickException:
    reason = getattr(error, "strerror", None) or error
    return failure("%(file)s can't be read or written: %(error)s", file=file, error=reason)


def newest_revision(app: Flask, present: str | None) -> str | None:
    """:raises alembic.util.CommandError: the revision that was `present` is not one of ours."""
    with app.app_context():
        scripts = ScriptDirectory.from_config(app.extensions["migrate"].migrate.get_config(None))
    if present is not None:
        scripts.get_revision(present)
    return scripts.get_current_head()
