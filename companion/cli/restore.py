"""`companion restore`: brings back all tables and games from a backup."""

from __future__ import annotations

import shutil
from contextlib import nullcontext
from pathlib import Path

import click
from flask import Flask

from companion.cli.copies import copied_file, explain_copy_errors, save, sqlite_app, unused_name
from companion.cli.database import application, lock_database, unfinished_restore, upgrade_database
from companion.cli.options import LANG, gettext
from companion.store import backup
from companion.store.local_files import write_secret_key


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--yes", is_flag=True, help="Don't ask for confirmation.")
@LANG
def command(file: Path, *, yes: bool) -> None:
    """Replace all tables and games with those in FILE, a backup made by `companion backup`.

    The backup may come from another machine. Stop the server first. The data that is replaced stays in the instance
    folder, as before-restore.sqlite3. A database of PostgreSQL is brought back with pg_restore instead.
    """
    app = application()
    database = copied_file(app)
    if not yes:
        question = gettext(
            "Stop the server first. This replaces all tables and games with those in the file. Continue?"
        )
        click.confirm(question, abort=True)
    if not backup.is_backup(file):
        raise click.ClickException(gettext("%(file)s is not a backup made by `companion backup`.", file=file))
    with lock_database(app) or nullcontext(), explain_copy_errors(file, database):
        # While this folder is there, no server starts: the data could be new and the key still the old one.
        folder = unfinished_restore(app)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(mode=0o700)
        copy = folder / "copy.sqlite3"
        try:
            key = _prepare(app, file, copy)
        except BaseException:
            shutil.rmtree(folder)
            raise
        try:
            backup.copy_file(copy, database)
        except Exception:  # nothing was replaced
            shutil.rmtree(folder)
            raise
        if key is not None:
            _keep_key(app, key)
        shutil.rmtree(folder)
    click.echo(gettext("Restored from %(file)s.", file=file))


def _prepare(app: Flask, file: Path, copy: Path) -> str | None:
    """Make a copy of a backup that is up to date, keep the previous database, and return the key of the backup."""
    backup.copy_file(file, copy)
    key = backup.take_key(copy)
    with sqlite_app(copy) as older:
        upgrade_database(older, keep_copy=False)
    _keep_previous(app)
    return key


def _keep_previous(app: Flask) -> None:
    """Keep a copy of the previous database; a file that can't be read is moved aside unchanged."""
    file, copy = copied_file(app), unused_name(app, "before-restore")
    if not file.exists():
        return
    try:
        save(app, copy)
    except click.ClickException:
        for ending in ("-wal", "-shm", ""):  # its latest transactions may be only in the -wal file
            if (part := Path(f"{file}{ending}")).exists():
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
