"""`companion tables`: lists all tables."""

from __future__ import annotations

from collections.abc import Sequence

import click

from companion.cli.database import open_database
from companion.cli.options import LANG, gettext
from companion.cli.output import printable
from companion.core.messages import N_
from companion.store import upkeep
from companion.store.upkeep import TableUse

_NUMBERS = (N_("players"), N_("games"), N_("entries"))
_HEADINGS = (N_("code"), *_NUMBERS, N_("last used"), N_("table"))


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
    rows = [tuple(map(gettext, _HEADINGS)), *map(_row, tables)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (
            cell.rjust(width) if heading in _NUMBERS else cell.ljust(width)
            for heading, cell, width in zip(_HEADINGS, row, widths, strict=True)
        )
        click.echo("  ".join(cells).rstrip())


def _row(use: TableUse) -> tuple[str, ...]:
    counts = use.player_count, use.game_count, use.entry_count
    return (use.table.code, *map(str, counts), use.used_at.date().isoformat(), printable(use.table.name))
