"""`companion restore`: brings back all tables and games from a backup."""

from __future__ import annotations

import sqlite3
from contextlib import closing, nullcontext
from pathlib import Path

import click
from flask import Flask

from companion.cli.copies import copied_file, explain_copy_errors, save, sqlite_app
from companion.cli.database import application, lock_database, upgrade_database
from companion.cli.options import LANG, command_line, gettext
from companion.cli.output import replacement
from companion.store import backup
from companion.store.local_files import write_secret_key


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
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
    if not backup.is_backup(file):
        made_by = command_line("backup")
        raise click.ClickException(gettext("%(file)s isn't a backup made by %(command)s.", file=file, command=made_by))
    with lock_database(app) or nullcontext(), explain_copy_errors(file, database), replacement(database) as new:
        backup.copy_file(file, new)
        key = backup.take_key(new)
        with sqlite_app(new) as older:
            upgrade_database(older, keep_copy=False)
        _keep_previous(app, database)
        if key is not None:
            _keep_key(app, key)
    click.echo(gettext("Restored from %(file)s.", file=file))


def _keep_previous(app: Flask, database: Path) -> None:
    """Keep a copy of the previous database, or if it can't be copied the file itself with what SQLite put beside it."""
    if not database.exists():
        return
    names = (database.with_name(f"before-restore{n}.sqlite3") for n in ("", *(f"-{n}" for n in range(2, 1000))))
    copy = next(file for file in names if not file.exists())
    try:
        save(app, copy)
        with closing(sqlite3.connect(database)) as connection:
            connection.execute("PRAGMA journal_mode=DELETE")  # what is beside it must not be read into the new one
    except (click.ClickException, sqlite3.Error):
        for ending in ("-wal", "-shm", ""):  # its latest transactions may be only in the -wal file
            if (part := Path(f"{database}{ending}")).exists():
                part.replace(f"{copy}{ending}")
    click.echo(gettext("Your previous data is kept in %(file)s.", file=copy))


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
