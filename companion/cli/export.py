"""`companion export`: writes a table to a file."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli.database import open_database
from companion.cli.link import find_table
from companion.cli.options import LANG
from companion.cli.output import write_file
from companion.exchange.exports import EXPORTS


@click.command()
@click.argument("table")
@click.argument("file", type=click.Path(path_type=Path), default="-")
@click.option("--as", "kind", type=click.Choice(list(EXPORTS)), default="table", help="The kind of file.")
@LANG
def command(table: str, file: Path, *, kind: str) -> None:
    """Write a table to FILE, or to standard output.

    TABLE is its name, join code or id. --as chooses the kind of file:

    \b
      table       the whole table, for the command import
      records     its game records, one per line, for the command replay
      games-csv   one row for each game and player
      rounds-csv  one row for each round and player
      standings-csv  one row for each evening or season and player
      bgsplay     plays for BG Stats

    \b
    Exit status:
      0  the file was written
      1  TABLE was not found or is not unique, or reading or writing failed;
         FILE is unchanged
    """
    with open_database():
        data = EXPORTS[kind].make(find_table(table))
    write_file(file, data)
