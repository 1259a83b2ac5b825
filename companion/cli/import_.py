"""`companion import`: reads tables and game records from files."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO

import click

from companion.cli.database import application, explain_database_errors, upgrade_database
from companion.cli.link import find_table, link_url
from companion.cli.options import LANG, command_translator, gettext, name_of, refuse_file
from companion.cli.output import printable
from companion.exchange import record_file, table_import
from companion.exchange.plan_lines import plan_lines
from companion.games.record import InvalidFile
from companion.store.base import now


@click.command()
@click.argument("files", type=click.File("rb"), nargs=-1, required=True, metavar="FILE...")
@click.option("--table", "wanted", help="Add the games to this table, given by its name, join code or id.")
@click.option("--dry-run", is_flag=True, help="Only show what would be imported.")
@LANG
def command(files: Sequence[IO[bytes]], *, wanted: str | None, dry_run: bool) -> None:
    """Import the tables and game records in each FILE.

    A table that already exists here gets what it lacks, so importing twice changes nothing. Otherwise a new table is
    created, and its host link is printed.

    \b
    Exit status:
      0  everything was imported, or was already here
      1  something was left out; the output says what, and why
      2  a FILE is neither a table nor a record; nothing was imported
    """
    table_files = []
    for file in files:
        name = gettext("Imported games") if name_of(file) == "-" else Path(name_of(file)).stem
        try:
            table_files.append(record_file.read_any(file.read(), now(), name))
        except InvalidFile as error:
            refuse_file(file, error)
    app = application()
    upgrade_database(app)
    status = 0
    with explain_database_errors(app), app.app_context():
        wanted_table = None if wanted is None else find_table(wanted)
        for table_file in table_files:
            table = wanted_table or table_import.table_of(table_file)
            plan = table_import.plan(table_file, table)
            imported = table_import.carry_out(plan) if plan.changes_anything and not dry_run else None
            plan = imported.plan if imported else plan
            click.echo(printable(table.name if table else table_file.name))
            for line, details in plan_lines(plan, command_translator()):
                click.echo(printable(f"  {line}"))
                for detail in details:
                    click.echo(printable(f"    {detail}"))
            if imported is not None and imported.host_link is not None:
                click.echo(gettext("  Its host link: %(link)s", link=link_url(app, imported.host_link)))
            status = max(status, int(bool(plan.left_out)))
    sys.exit(status)
