"""`companion backup`: a copy of all tables and games, and of the key that lets phones keep their seats."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli.database import application, copied_file, existing_revision, save
from companion.cli.options import LANG, gettext


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@LANG
def command(file: Path) -> None:
    """Copy all tables and games to FILE, even while games are being played.

    The command restore needs nothing else, on any machine. Keep FILE private: it contains everyone's links. A database
    of PostgreSQL is copied with pg_dump instead.
    """
    app = application()
    copied_file(app)
    existing_revision(app)
    save(app, file)
    click.echo(gettext("All tables and games were copied to %(file)s.", file=file))
