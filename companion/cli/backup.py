"""`companion backup`: a copy of all tables and games."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli.database import copy, sqlite_file
from companion.cli.options import LANG, gettext


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@LANG
def command(file: Path, *, lang: str) -> None:
    """Copy all tables and games to FILE, even while games are being played."""
    unfinished = file.with_name(file.name + ".part")
    copy(sqlite_file(), unfinished)
    unfinished.replace(file)
    click.echo(gettext("Copied to {file}.", file=file))
