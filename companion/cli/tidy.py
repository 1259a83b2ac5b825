"""`companion tidy`: lists or deletes tables that nobody uses, and old copies of the database."""

from __future__ import annotations

import time

import click

from companion.cli.database import open_database
from companion.cli.link import print_tables
from companion.cli.options import LANG, WholeNumber, command_line, gettext
from companion.store import database, upkeep
from companion.store.upkeep import EMPTY_DAYS


@click.command()
@click.option(
    "--days", default=365, show_default=True, type=WholeNumber(1, 36_500), help="Days since the table was last used."
)
@click.option("--yes", is_flag=True, help="Delete these tables and copies instead of only listing them.")
@LANG
def command(days: int, *, yes: bool) -> None:
    """List what nobody needs any more, and erase games that were deleted more than a day ago.

    Listed are tables without games after a month without use, others after --days days, and copies that were kept
    before an upgrade or a restore more than a month ago. With --yes, all these are deleted, the tables with all their
    games, names and links. Make a backup first.
    """
    with open_database() as app:
        if erased := upkeep.erase_deleted_games():
            click.echo(gettext("Deleted games removed for good: %(n)s", n=erased))
        unused, file, month_ago = (
            upkeep.tables_to_tidy(days),
            database.sqlite_file(app),
            time.time() - EMPTY_DAYS * 86_400,
        )
        copies = sorted(file.parent.glob("before-*.sqlite3*")) if file else []
        copies = [copy for copy in copies if copy.stat().st_mtime < month_ago]
        if not unused and not copies:
            if not erased:
                click.echo(gettext("There is nothing to tidy up."))
            return
        if unused:
            print_tables(unused)
        for file in copies:
            click.echo(file)
        if not yes:
            delete = command_line(f"tidy --days {days} --yes")
            click.echo("\n" + gettext("Nothing was deleted. To delete this: %(command)s", command=delete))
            return
        for use in unused:
            upkeep.delete_table(use.table.id)
        for file in copies:
            file.unlink()
        counts = {"tables": len(unused), "copies": len(copies)}
        click.echo("\n" + gettext("Tables deleted: %(tables)s. Copies deleted: %(copies)s.", **counts))
