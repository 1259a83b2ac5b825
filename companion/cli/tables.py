"""`companion tables`: lists all tables."""

from __future__ import annotations

from collections.abc import Sequence

import click

from companion.cli.database import open_database
from companion.cli.options import LANG, gettext
from companion.cli.output import printable
from companion.store import upkeep
from companion.store.upkeep import TableUse


@click.command()
@LANG
def command() -> None:
    """List all tables with their join codes, the most recently used first."""
    with open_database():
        if tables := upkeep.all_tables():
            print_tables(tables)
        else:
            click.echo(gettext("There are no tables yet."))


def print_tables(tables: Sequence[TableUse]) -> None:
    """Print a line for each table, and how many there are."""
    names = (
        gettext("code"),
        gettext("players"),
        gettext("games"),
        gettext("entries"),
        gettext("last used"),
        gettext("table"),
    )
    rows = [names, *map(_row, tables)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(names) - 1)]
    for row in rows:
        cells = [
            cell.rjust(width) if 0 < n < 4 else cell.ljust(width)
            for n, (cell, width) in enumerate(zip(row, widths, strict=False))
        ]
        click.echo("  ".join([*cells, row[-1]]))


def _row(use: TableUse) -> tuple[str, ...]:
    day = use.used_at.date().isoformat()
    return use.table.code, str(use.player_count), str(use.games), str(use.entries), day, printable(use.table.name)
