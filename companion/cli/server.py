"""The embedded server: one process with many open pages.

Import it only after gevent has patched the standard library.
"""

from __future__ import annotations

import errno
import gc
import os
import signal
import sys
from contextlib import suppress
from typing import NoReturn

import click
import gevent
from flask import Flask

from companion.cli.copies import location
from companion.cli.database import application, lock_database, upgrade_database
from companion.cli.http_server import Server
from companion.cli.options import gettext
from companion.network import server_urls
from companion.store import database
from companion.web import request_log

_OTHER_FILES = 100  # file descriptors for the database, logs, fonts
_BLOCKS = "█▀▄"  # the characters of a QR code on a terminal


def run(host: str, port: int, *, quiet: bool, access_log: bool) -> NoReturn:
    """Bring the database up to date and serve until SIGTERM or Ctrl-C, which ends the process."""
    try:
        _serve(host, port, quiet=quiet, access_log=access_log)
    except click.ClickException as error:
        error.show()
        _exit(error.exit_code)


def announce(app: Flask, host: str, port: int) -> None:
    """Print the URLs, the first also as a QR code if that can be shown, and where the data is."""
    urls = server_urls(app.config["EXTERNAL_URL"], host, port)
    click.echo(gettext("Companion is running. Open it on this computer or on any phone on the same network:") + "\n")
    for url in urls:
        click.echo(f"    {url}")
    click.echo()
    if _shows_qr_codes():
        import segno  # only servers on a terminal wait for it

        segno.make(urls[0], error="l").terminal(compact=True, border=2)
        click.echo()
    click.echo(gettext("Your data is in %(file)s", file=location(app)))
    click.echo(gettext("Stop it with Ctrl-C."))
    sys.stdout.flush()


def _shows_qr_codes() -> bool:
    """Return whether standard output is a terminal that can show the characters of a QR code."""
    try:
        _BLOCKS.encode(sys.stdout.encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return sys.stdout.isatty()


def _serve(host: str, port: int, *, quiet: bool, access_log: bool) -> NoReturn:
    """Serve until SIGTERM or Ctrl-C.

    :raises click.ClickException: the configuration is wrong, the port is taken or not allowed, or the database can't be
        used.
    """
    app = application()
    if access_log:
        request_log.log_to_stdout()
    server_lock = lock_database(app)
    upgrade_database(app)
    limit = _raise_connection_limit(app.config["MAX_STREAMS"])
    server = Server((host, port), app, limit, app.config["MAX_CONTENT_LENGTH"], app.config["MAX_IMPORT_LENGTH"])
    try:
        server.start()
    except OSError as error:
        raise click.ClickException(_cannot_listen(error, host, port)) from None
    _close_streams_on_shutdown(server, app)
    if not quiet:
        with suppress(OSError):  # nobody reads it any more, or the disk is full: the server serves all the same
            announce(app, host, port)
    gc.freeze()  # so that what was imported is never looked at again, which would slow down pages
    gc.enable()
    server.serve_forever(stop_timeout=3)
    database.close(app)
    if server_lock is not None:
        server_lock.close()
    _exit(0)


def _cannot_listen(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return gettext(
            "Port %(port)s is already in use. Is Companion already running? If not, choose another port: %(option)s",
            port=port,
            option=f"--port {port + 1}",
        )
    if error.errno == errno.EACCES:
        return gettext(
            "Port %(port)s is reserved for the administrator. Choose 1024 or higher: %(option)s",
            port=port,
            option="--port 8000",
        )
    reason = error.strerror or error
    return gettext("Companion can't listen on %(host)s, port %(port)s: %(error)s", host=host, port=port, error=reason)


def _raise_connection_limit(streams: int) -> int:
    """Raise the limit on open files, if possible, and return how many connections there may be for so many streams.

    Systems start a process with a limit of 1024 or 256.
    """
    open_files = streams + 400 + _OTHER_FILES
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return open_files - _OTHER_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY:
        open_files = min(open_files, hard)
    if soft != resource.RLIM_INFINITY and soft < open_files:
        resource.setrlimit(resource.RLIMIT_NOFILE, (open_files, hard))
    return open_files - _OTHER_FILES


def _close_streams_on_shutdown(server: Server, app: Flask) -> None:
    """Tell open pages when the server stops, so that they reconnect as soon as it is back."""

    def close() -> None:
        app.extensions["companion.hub"].close()
        gevent.sleep(0.2)
        server.stop(timeout=3)

    for number in (signal.SIGTERM, signal.SIGINT):
        gevent.signal_handler(number, lambda: gevent.spawn(close))


def _exit(status: int) -> NoReturn:
    """End the process at once.

    Python's normal shutdown would wait for our threads, which are greenlets and no longer run.
    """
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):  # whoever read it has gone, or the disk is full
            stream.flush()
    os._exit(status)
