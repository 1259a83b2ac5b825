"""`companion backup`: a copy of all tables and games, and of the key that lets phones keep their seats."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli.copies import location, save, schema
from companion.cli.database import application, refuse_unusable
from companion.cli.options import LANG, gettext


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@LANG
def command(file: Path) -> None:
    """Copy all tables and games to FILE, even while games are being played.

    FILE is all that `companion restore` needs, on any machine, for SQLite and PostgreSQL. Keep it as safe as the
    data: it contains everyone's links.
    """
    from companion.store import database

    app = application()
    found = database.sqlite_file(app)
    if found is not None and not found.exists():
        raise click.ClickException(gettext("There is no database at {file} yet.", file=found))
    with refuse_unusable(app):
        empty = schema(app) is None
    if empty:
        raise click.ClickException(gettext("There is no database at {file} yet.", file=location(app)))
    save(app, file)
    click.echo(gettext("Copied to {file}.", file=file))
