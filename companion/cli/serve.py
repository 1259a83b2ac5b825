"""`companion serve`: the embedded server, one process with many open pages."""

from __future__ import annotations

import errno
import gc
import os
import sys
from contextlib import suppress
from typing import IO, TYPE_CHECKING, NoReturn

import click

from companion.cli.announcement import announce
from companion.cli.database import application, lock_database, upgrade_database
from companion.cli.options import LANG, gettext

if TYPE_CHECKING:
    from flask import Flask
    from gevent.pywsgi import WSGIServer

_OTHER_FILES = 100  # file descriptors for the database, logs, fonts


@click.command()
@click.option("--host", default="0.0.0.0", show_default=True, help="The address to listen on.")  # noqa: S104 - phones
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535), help="The port to listen on.")
@click.option("--quiet", is_flag=True, help="Print nothing but warnings and errors.")
@click.option("--access-log", is_flag=True, help="Print a line for each request, without personal links.")
@LANG
def command(host: str, port: int, *, quiet: bool, access_log: bool) -> None:
    """Run Companion for every phone on this network, and print the address to open."""
    # Imported modules stay, and looking for garbage among them takes a third of the start.
    gc.disable()
    # Before anything else is imported: an unpatched module would block all pages.
    from gevent import monkey

    monkey.patch_all()
    try:
        serve(host, port, quiet=quiet, access_log=access_log)
    except click.ClickException as error:
        error.show()
        _exit(error.exit_code)


def serve(host: str, port: int, *, quiet: bool = False, access_log: bool = False) -> None:
    """Bring the database up to date and serve until SIGTERM or Ctrl-C, which ends the process.

    :raises click.ClickException: a setting is wrong, the port is taken or not allowed, or the database can't be used.
    """
    from companion.cli.http_server import Server
    from companion.web import request_log

    app = application()
    if access_log:
        request_log.log_to_stdout()
    server_lock = lock_database(app)
    upgrade_database(app)
    limit = _connection_limit(app.config["MAX_STREAMS"])
    server = Server((host, port), app, limit, app.config["MAX_CONTENT_LENGTH"], app.config["MAX_IMPORT_LENGTH"])
    try:
        server.start()
    except OSError as error:
        raise click.ClickException(_cannot_listen(error, host, port)) from None
    _close_streams_on_shutdown(server, app)
    if not quiet:
        with suppress(OSError):  # nobody reads it any more, or the disk is full: the server serves all the same
            announce(app, host, port)
    _resume_garbage_collection()
    server.serve_forever(stop_timeout=3)
    _end(app, server_lock)


def _cannot_listen(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return gettext(
            "Port {port} is already in use. Is Companion already running? If not, choose another port: {option}",
            port=port,
            option=f"--port {port + 1}",
        )
    if error.errno == errno.EACCES:
        return gettext(
            "Port {port} is reserved for the administrator. Choose 1024 or higher: {option}",
            port=port,
            option="--port 8000",
        )
    reason = error.strerror or error
    return gettext("Companion can't listen on {host}, port {port}: {error}", host=host, port=port, error=reason)


def _connection_limit(streams: int) -> int:
    """Return the maximum number of connections: streams, and short requests.

    Raises the process's limit on open files accordingly; systems start it at 1024, or 256.
    """
    wanted = streams + 400 + _OTHER_FILES
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return wanted - _OTHER_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted - _OTHER_FILES


def _close_streams_on_shutdown(server: WSGIServer, app: Flask) -> None:
    """Tell open pages when the server stops, so that they reconnect as soon as it is back."""
    import signal

    import gevent

    def close() -> None:
        app.extensions["companion.hub"].close()
        gevent.sleep(0.2)
        server.stop(timeout=3)

    for number in (signal.SIGTERM, signal.SIGINT):
        gevent.signal_handler(number, lambda: gevent.spawn(close))


def _end(app: Flask, server_lock: IO[str] | None) -> NoReturn:
    """End the process, once the database is closed."""
    from companion.store import database

    database.close(app)
    if server_lock is not None:
        server_lock.close()
    _exit(0)


def _exit(status: int) -> NoReturn:
    """End the process at once.

    Python's normal shutdown would wait for our threads, which are greenlets and no longer run.
    """
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):  # whoever read it has gone, or the disk is full
            stream.flush()
    os._exit(status)


def _resume_garbage_collection() -> None:
    """Collect garbage from now on, but skip what was imported, because scanning that would slow down every page."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    gc.enable()
