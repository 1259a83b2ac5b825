"""`companion serve`: runs the embedded server."""

from __future__ import annotations

import click

from companion.cli.options import LANG, WholeNumber


@click.command()
@click.option("--host", default="0.0.0.0", show_default=True, help="The address to listen on.")  # noqa: S104 - phones
@click.option("--port", default=8000, show_default=True, type=WholeNumber(1, 65535), help="The port to listen on.")
@click.option("--quiet", is_flag=True, help="Print nothing but warnings and errors.")
@click.option("--access-log", is_flag=True, help="Print a line for each request, without personal links.")
@LANG
def command(host: str, port: int, *, quiet: bool, access_log: bool) -> None:
    """Run Companion for every phone on this network, and print the address to open."""
    # Before anything else is imported: an unpatched module would block all pages.
    from gevent import monkey

    monkey.patch_all()
    from companion.cli import server

    server.run(host, port, quiet=quiet, access_log=access_log)
