"""`companion tidy`: lists or deletes tables that nobody uses."""

from __future__ import annotations

import click

from companion.cli.database import open_database
from companion.cli.options import LANG, gettext
from companion.cli.tables import print_tables


@click.command()
@click.option(
    "--days",
    default=365,
    show_default=True,
    type=click.IntRange(1, 36_500),
    help="How long a table must have gone unused.",
)
@click.option("--yes", is_flag=True, help="Delete them. Without it, they are only listed.")
@LANG
def command(days: int, *, yes: bool) -> None:
    """List tables that nobody has opened for DAYS days (a month if they have no game); --yes deletes them.

    A table is deleted with all its games, names and links. Make a backup first.
    """
    from companion.store import upkeep

    with open_database():
        unused = upkeep.tables_to_tidy(days)
        if not unused:
            click.echo(gettext("There is nothing to tidy up."))
            return
        print_tables(unused)
        if not yes:
            click.echo(
                "\n"
                + gettext(
                    "Nothing was deleted. To delete these tables: {command}",
                    command=f"companion tidy --days {days} --yes",
                )
            )
            return
        for use in unused:
            upkeep.delete_table(use.table.id)
        click.echo("\n" + gettext("Deleted: {n}.", n=len(unused)))
