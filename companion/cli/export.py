"""`companion export`: writes a table to a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import click

from companion.cli.database import open_database
from companion.cli.link import find_table
from companion.cli.options import LANG
from companion.cli.output import write_file
from companion.exchange import bg_stats, csv_files, table_export
from companion.store.models import Table

KINDS: Mapping[str, Callable[[Table], bytes]] = {
    "table": table_export.table,
    "records": table_export.records,
    "games-csv": csv_files.games_csv,
    "rounds-csv": csv_files.rounds_csv,
    "bgsplay": bg_stats.file,
}


@click.command()
@click.argument("table")
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True, path_type=Path), default="-")
@click.option("--as", "kind", type=click.Choice(list(KINDS)), default="table", help="The kind of file.")
@LANG
def command(table: str, file: Path, *, kind: str) -> None:
    """Write TABLE (its name, join code or id) to FILE or to standard output.

    Kinds: the whole table (companion-table/1), for `companion import`; its game records, one per line, for
    `companion replay --lines` and `companion stats --lines`; games or rounds as CSV; plays for BG Stats.
    Exit status: 0 written; 1 no table, or more than one, fits TABLE, or the table can't be read or FILE can't be
    written; FILE is then unchanged.
    """
    with open_database():
        data = KINDS[kind](find_table(table))
    write_file(file, data)
