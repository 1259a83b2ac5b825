"""`companion restore`: brings back all tables and games from a backup."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path

import click
from flask import Flask

from companion.cli.database import (
    application,
    copied_file,
    explain_copy_errors,
    explain_database_errors,
    lock_database,
    newest_revision,
)
from companion.cli.options import LANG, command_line, failure, gettext
from companion.cli.output import replacement
from companion.store import backup
from companion.store.local_files import write_secret_key


@click.command()
@click.argument("file", type=click.Path(exists=True, path_type=Path))
@click.option("--yes", is_flag=True, help="Don't ask for confirmation.")
@LANG
def command(file: Path, *, yes: bool) -> None:
    """Replace all tables and games with those in FILE, which the command backup made.

    The backup may come from another machine. Stop the server first. The data that is replaced stays beside the
    database, as before-restore.sqlite3. A database of PostgreSQL is brought back with pg_restore instead.
    """
    app = application()
    database = copied_file(app)
    if not yes:
        question = gettext(
            "Stop the server first. This replaces all tables and games with those in the file. Continue?"
        )
        click.confirm(question, abort=True)
    revision = backup.revision(file)
    if revision is None:
        raise failure("%(file)s isn't a backup made by %(command)s.", file=file, command=command_line("backup"))
    with explain_database_errors(app):
        newest_revision(app, revision)  # refuses a newer one; the server brings an older one up to date
    lock = lock_database(app)
    assert lock is not None  # the database is a file
    with lock, explain_copy_errors(file, database), replacement(database) as new:
        backup.copy_file(file, new)
        key = backup.take_key(new)
        is_replaced = database.exists()
        if is_replaced:
            with suppress(sqlite3.Error):  # it is damaged, or the disk is full
                backup.write_key(database, app.config["SECRET_KEY"])
        if key is not None:
            _keep_key(app, key)
        if is_replaced:
            names = (database.with_name(f"before-restore{n}.sqlite3") for n in ("", *(f"-{n}" for n in range(2, 1000))))
            kept = next(file for file in names if not file.exists())
            for ending in ("-wal", "-shm", ""):  # what is beside it must not be read into the new one
                if (part := Path(f"{database}{ending}")).exists():
                    part.replace(f"{kept}{ending}")
            click.echo(gettext("Your previous data is kept in %(file)s.", file=kept))
    click.echo(gettext("Restored from %(file)s.", file=file))


def _keep_key(app: Flask, key: str) -> None:
    """Sign cookies with the key of the backup from now on, so that every phone keeps its seat."""
    path = Path(app.instance_path) / "secret_key"
    if app.config["SECRET_KEY"] == key:
        return
    is_configured = not path.is_file() or path.read_text(encoding="utf-8", errors="replace") != app.config["SECRET_KEY"]
    write_secret_key(path, key)
    if is_configured:
        click.echo(
            gettext(
                "The key that signs cookies is now in %(file)s, but the setting %(name)s has a different one. "
                "Remove the setting or give it that key; otherwise every phone has to join again.",
                file=path,
                name="SECRET_KEY",
            ),
            err=True,
        )
