"""`companion link`: all tables, or a link for someone who has lost theirs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
from flask import Flask

from companion.cli.database import open_database
from companion.cli.options import LANG, command_line, failure, gettext
from companion.cli.output import printable
from companion.core.messages import N_
from companion.network import UNREACHABLE, addresses
from companion.store import local_files, upkeep
from companion.store.models import AccessLink, Table
from companion.store.upkeep import TableUse

_NUMBERS = (N_("players"), N_("games"), N_("entries"))
_HEADINGS = (N_("code"), *_NUMBERS, N_("last used"), N_("table"))


@click.command()
@click.argument("table", required=False)
@LANG
def command(table: str | None) -> None:
    """Print a new host link of a table, for a host who has lost theirs. Earlier links keep working.

    TABLE is a table's name, join code or id. Without it, all tables are listed, the most recently used first.
    """
    with open_database() as app:
        if table is None:
            print_tables(upkeep.all_tables())
        else:
            click.echo(link_url(app, upkeep.new_host_link(find_table(table))))


def link_url(app: Flask, link: AccessLink) -> str:
    """As other phones reach the server of this folder; it says so if they can't."""
    external_url, host, port = local_files.kept_address(Path(app.instance_path))
    found = addresses(app.config["EXTERNAL_URL"] or external_url, host, port)
    if not found:
        click.echo(gettext(UNREACHABLE), err=True)
    return f"{found[0].url if found else f'http://localhost:{port}/'}l/{link.token}"


def find_table(text: str) -> Table:
    """By name, join code or id.

    :raises click.ClickException: there is none, or more than one.
    """
    tables = upkeep.find_tables(text)
    if len(tables) == 1:
        return tables[0]
    reason = N_("There is no table “%(name)s”. To list all tables: %(command)s")
    if tables:
        reason = N_("Several tables are called “%(name)s”. Give the code of one of them: %(codes)s.")
    codes = ", ".join(table.code for table in tables)
    raise failure(reason, name=printable(text), command=command_line("link"), codes=codes)


def print_tables(tables: Sequence[TableUse]) -> None:
    """Print a line for each table, or that there is none."""
    if not tables:
        click.echo(gettext("There are no tables yet."))
        return
    rows = [[*map(gettext, _HEADINGS)]]
    for use in tables:
        counts = map(str, (use.player_count, use.game_count, use.entry_count))
        rows.append([use.table.code, *counts, use.used_at.date().isoformat(), printable(use.table.name)])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (
            cell.rjust(width) if heading in _NUMBERS else cell.ljust(width)
            for heading, cell, width in zip(_HEADINGS, row, widths, strict=True)
        )
        click.echo("  ".join(cells).rstrip())
