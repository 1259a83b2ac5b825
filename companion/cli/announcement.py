"""The announcement of `serve` when it has started: the address for phones, and where the data is."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from companion.cli.copies import location
from companion.cli.options import gettext
from companion.network import local_addresses

if TYPE_CHECKING:
    from flask import Flask

_BLOCKS = "█▀▄"  # the characters of a QR code on a terminal


def announce(app: Flask, host: str, port: int) -> None:
    """Print the addresses, the first also as a QR code if that can be shown, and where the data is."""
    addresses = _addresses(app, host, port)
    click.echo(gettext("Companion is running. Open it on this computer or on any phone on the same network:") + "\n")
    for address in addresses:
        click.echo(f"    {address}")
    click.echo()
    if shows_qr_codes():
        import segno

        segno.make(addresses[0], error="l").terminal(compact=True, border=2)
        click.echo()
    click.echo(gettext("Your data is in {file}", file=location(app)))
    click.echo(gettext("Stop it with Ctrl-C."))
    sys.stdout.flush()


def shows_qr_codes() -> bool:
    """Return whether standard output is a terminal that can show the characters of a QR code."""
    try:
        _BLOCKS.encode(sys.stdout.encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return sys.stdout.isatty()


def _addresses(app: Flask, host: str, port: int) -> list[str]:
    if external := app.config["EXTERNAL_URL"]:
        return [external]
    if host in ("0.0.0.0", "::", ""):  # noqa: S104
        return [f"http://{name}:{port}/" for name in local_addresses()]
    return [f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"]
