"""Copies of a SQLite database, for `backup`, `restore` and upgrades. PostgreSQL has programs of its own for that."""

from __future__ import annotations

import errno
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from flask import Flask

from companion.cli.options import gettext
from companion.cli.output import replacement
from companion.store import backup, database
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
    source = copied_file(app)
    with explain_copy_errors(source, file), replacement(file) as unfinished:
        if file.resolve() == source.resolve():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
        backup.copy_file(source, unfinished)
        backup.write_key(unfinished, app.config["SECRET_KEY"])


def old_copies(app: Flask) -> list[Path]:
    """Return the copies kept beside the database before upgrades and restores that are more than a month old."""
    if (file := database.sqlite_file(app)) is None:
        return []
    month_ago = time.time() - EMPTY_DAYS * 24 * 60 * 60
    return sorted(copy for copy in file.parent.glob("before-*.sqlite3*") if copy.stat().st_mtime < month_ago)


@contextmanager
def explain_copy_errors(source: Path, target: Path) -> Iterator[None]:
    """Turn read and write errors in the block into a sentence.

    :raises click.ClickException: such an error occurred.
    """
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        reason = getattr(error, "strerror", None) or error
        raise click.ClickException(
            gettext("Copying %(file)s to %(copy)s failed: %(error)s.", file=source, copy=target, error=reason)
        ) from None
