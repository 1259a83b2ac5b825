"""`companion restore`: all tables and games as they were at a backup."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

import click

from companion.cli.database import application, copy, is_backup, lock_database, sqlite_file
from companion.cli.options import LANG, gettext


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--yes", is_flag=True, help="Do not ask.")
@LANG
def command(file: Path, *, yes: bool, lang: str) -> None:
    """Put all tables and games back as they are in FILE."""
    if not yes:
        question = gettext("This replaces all tables and games with those in the file. Have you stopped the server?")
        click.confirm(question, abort=True)
    database = sqlite_file()
    if not is_backup(file):
        raise click.ClickException(gettext("{file} is not a copy made by `companion backup`.", file=file))
    with lock_database(application()) or nullcontext():
        before = database.with_name(database.name + ".before-restore")
        if database.exists():
            copy(database, before)
            click.echo(gettext("Your previous data is kept in {file}.", file=before))
        copy(file, database)
        click.echo(gettext("Restored from {file}.", file=file))
