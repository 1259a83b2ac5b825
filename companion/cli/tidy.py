"""`companion tidy`: lists or deletes tables that nobody uses."""

from __future__ import annotations

import click

from companion.cli.database import open_database
from companion.cli.options import LANG, WholeNumber, gettext
from companion.cli.tables import print_tables
from companion.store import upkeep


@click.command()
@click.option(
    "--days", default=365, show_default=True, type=WholeNumber(1, 36_500), help="Days since the table was last used."
)
@click.option("--yes", is_flag=True, help="Delete these tables instead of only listing them.")
@LANG
def command(days: int, *, yes: bool) -> None:
    """List the tables that nobody has used for a long time, and erase games that were deleted more than a day ago.

    A table without games is listed after a month without use, any other after --days days. With --yes, these tables
    are deleted, with all their games, names and links. Make a backup first.
    """
    with open_database():
        if erased := upkeep.erase_deleted_games():
            click.echo(gettext("Deleted games removed for good: %(n)s", n=erased))
        unused = upkeep.tables_to_tidy(days)
        if not unused:
            if not erased:
                click.echo(gettext("There is nothing to tidy up."))
            return
        print_tables(unused)
        if not yes:
            delete = f"companion tidy --days {days} --yes"
            click.echo("\n" + gettext("No table was deleted. To delete these tables: %(command)s", command=delete))
            return
        for use in unused:
            upkeep.delete_table(use.table.id)
        click.echo("\n" + gettext("Tables deleted: %(n)s.", n=len(unused)))
