"""`companion rebuild`: what is derived from the logs is made again."""

from __future__ import annotations

import click

from companion.cli.database import application, refuse_unusable, require_database
from companion.cli.options import LANG, gettext


@click.command()
@LANG
def command(*, lang: str) -> None:
    """Throw away the figures kept for history and statistics, and make them again from the logs.

    Never needed to get right figures: those of a game whose log has gone on are made again by themselves.
    """
    from companion.store import figures

    app = application()
    require_database(app)
    with refuse_unusable(app), app.app_context():
        click.echo(gettext("Finished games: {n}", n=figures.rebuild()))
