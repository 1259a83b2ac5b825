"""`companion link`: all tables, or a link for someone who has lost theirs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
from flask import Flask

from companion.cli.database import open_database
from companion.cli.options import LANG, command_line, command_translator, gettext
from companion.cli.output import printable
from companion.core.game import Refusal
from companion.core.messages import N_
from companion.core.names import look
from companion.i18n import language
from companion.network import UNREACHABLE, addresses
from companion.store import links, local_files, upkeep
from companion.store.models import AccessLink, Player, Table
from companion.store.refusals import WORDS
from companion.store.upkeep import TableUse

_NUMBERS = (N_("players"), N_("games"), N_("entries"))
_HEADINGS = (N_("code"), *_NUMBERS, N_("last used"), N_("table"))


@click.command()
@click.argument("table", required=False)
@click.option("--player", metavar="NAME", help="Print the link of this player.")
@click.option("--watch", is_flag=True, help="Print the link for people who only watch.")
@LANG
def command(table: str | None, *, player: str | None, watch: bool) -> None:
    """Print a new host link of a table, for a host who has lost theirs. Earlier links keep working.

    TABLE is a table's name, join code or id. Without it, all tables are listed, the most recently used first.
    """
    if player is not None and watch:
        raise click.UsageError(gettext("Choose only one of --player and --watch."))
    with open_database() as app:
        if table is None:
            print_tables(upkeep.all_tables())
            return
        found_table = find_table(table)
        if player is not None:
            link = _seat_link(_player(found_table, player))
        elif watch:
            link = links.viewer_link(found_table)
        else:
            link = upkeep.new_host_link(found_table)
        click.echo(link_url(app, link))


def link_url(app: Flask, link: AccessLink) -> str:
    """Return the URL that opens a link, as other phones reach the server of this folder; say so if they can't."""
    external_url, host, port = local_files.kept_address(Path(app.instance_path))
    found = addresses(app.config["EXTERNAL_URL"] or external_url, host, port)
    if not found:
        click.echo(gettext(UNREACHABLE), err=True)
    return f"{found[0].url if found else f'http://localhost:{port}/'}l/{link.token}"


def find_table(text: str) -> Table:
    """Return the table with this name, join code or id.

    :raises click.ClickException: there is none, or more than one.
    """
    tables = upkeep.find_tables(text)
    if len(tables) == 1:
        return tables[0]
    reason = N_("There is no table “%(name)s”. To list all tables: %(command)s")
    if tables:
        reason = N_("Several tables are called “%(name)s”. Give the code of one of them: %(codes)s.")
    codes = ", ".join(table.code for table in tables)
    raise click.ClickException(gettext(reason, name=printable(text), command=command_line("link"), codes=codes))


def print_tables(tables: Sequence[TableUse]) -> None:
    """Print a line for each table, or that there is none."""
    if not tables:
        click.echo(gettext("There are no tables yet."))
        return
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


def _seat_link(player: Player) -> AccessLink:
    link = links.seat_link(player)
    if isinstance(link, Refusal):
        raise click.ClickException(" ".join(map(command_translator(WORDS), link.violations)))
    return link


def _player(table: Table, name: str) -> Player:
    name_parts = look(name).split()
    players = [
        player for player in table.players if name_parts in (look(player.name).split(), look(player.full_name).split())
    ]
    if len(players) != 1:
        names = ", ".join(printable(player.full_name) for player in language.by_name(table.players))
        raise click.ClickException(
            gettext(
                "There is no player “%(name)s”, or more than one. Players at this table: %(names)s.",
                name=printable(name),
                names=names or "-",
            )
        )
    return players[0]
