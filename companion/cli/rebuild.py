"""`companion rebuild`: recalculates what is derived from the logs."""

from __future__ import annotations

import click

from companion.cli.database import open_database
from companion.cli.options import LANG, gettext
from companion.store import finished_games


@click.command()
@LANG
def command() -> None:
    """Recalculate the figures of history and statistics from the logs.

    You rarely need this: when a game's log grows, its figures are recalculated automatically.
    """
    with open_database():
        click.echo(gettext("Finished games recalculated: %(n)s", n=finished_games.rebuild()))
