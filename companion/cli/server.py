"""The embedded server: one process with many open pages.

Import it only after gevent has patched the standard library.
"""

from __future__ import annotations

import errno
import gc
import os
import signal
import socket
import sys
from contextlib import suppress
from email.errors import FirstHeaderLineIsContinuationDefect, MissingHeaderBodySeparatorDefect
from pathlib import Path
from typing import Any, NoReturn

import click
import gevent
from flask import Flask
from gevent.pywsgi import Input, WSGIHandler, WSGIServer

from companion.app import create_app
from companion.cli.database import application, location, lock_database, upgrade_database
from companion.cli.options import command_line, failure, gettext
from companion.core.messages import N_
from companion.network import UNREACHABLE, Address, addresses
from companion.store import database, local_files, notifications
from companion.web import request_log, workers
from companion.web.play import stream
from companion.web.urls import LISTENS_ON

_OTHER_FILES = 100  # file descriptors for the database, logs, fonts
_BLOCKS = "█▀▄"  # the characters of a QR code on a terminal
SILENT_SECONDS = 60  # until more of a request or the next one arrives, or until a phone has received what was sent
# Defects of other kinds are those of a form with files, whose body is not read yet.
BAD_HEADERS = FirstHeaderLineIsContinuationDefect, MissingHeaderBodySeparatorDefect
MAX_DISCARDED = 100 * 1024 * 1024  # bytes that are read after a refusal, so that a browser shows it


class Handler(WSGIHandler):
    """Handles the requests of a connection. Their bodies are read by whoever wants them, and never a second time."""

    # A client that went away, or that is too slow, is no error of ours.
    ignored_socket_errors: Any = (*WSGIHandler.ignored_socket_errors, "timed out")
    wsgi_input: Any

    def __init__(self, sock: socket.socket, *args: Any) -> None:
        # Without it a response on a kept connection waits 40 ms for the phone's acknowledgement.
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        sock.settimeout(SILENT_SECONDS)
        super().__init__(sock, *args)

    def read_request(self, raw_requestline: str) -> Any:
        try:
            result = super().read_request(raw_requestline)
            lengths, codings, hosts = (
                self.headers.get_all(name, []) for name in ("Content-Length", "Transfer-Encoding", "Host")
            )
        except Exception as error:
            raise ValueError from error  # a bad request, whatever it was, and not an error of ours
        # Whoever else reads it may understand another request.
        if (
            len({*lengths}) > 1
            or not all(length.isascii() and length.isdigit() for length in lengths)
            or any(coding.strip().lower() != "chunked" for coding in codings)
            or any(isinstance(defect, BAD_HEADERS) for defect in self.headers.defects)
            or (len(hosts) != 1 and self.request_version == "HTTP/1.1")
        ):
            raise ValueError
        return result

    def get_environ(self) -> dict[str, Any]:
        environ: dict[str, Any] = super().get_environ()
        body = self.wsgi_input
        if body.chunked_input or environ["wsgi.input"] is not body or (body.content_length or 0) > MAX_DISCARDED:
            # What the application leaves of it may be endless: the connection ends instead.
            self.close_connection = True
            self.wsgi_input = Input(self.rfile, 0)
        return environ

    def log_error(self, msg: str, *args: Any) -> None:
        """Log that a request was not HTTP, but not its contents: a URL can be a personal link."""
        self.server.error_log.write(f"invalid request from {self.client_address[0]}\n")


def run(host: str, port: int, *, quiet: bool, access_log: bool) -> NoReturn:
    """Bring the database up to date and serve until SIGTERM, SIGHUP or Ctrl-C, which ends the process."""
    try:
        _serve(host, port, quiet=quiet, access_log=access_log)
    except click.ClickException as error:
        error.show()
        _exit(error.exit_code)


def announce(app: Flask, host: str, port: int) -> None:
    """Print the URLs, the first also as a QR code if that can be shown, and where the data is."""
    found = addresses(app.config["EXTERNAL_URL"], host, port)
    shown = found or [Address(f"http://localhost:{port}/")]
    if found:
        click.echo(gettext("Companion is running. Open it on this computer or on any phone on the same network:"))
    else:
        click.echo(gettext("Companion is running. Open it on this computer:"))
    click.echo()
    for address in shown:
        click.echo(f"    {address.url}" + (f"   ({gettext(address.kind)})" if address.kind else ""))
    click.echo()
    if not found:
        click.echo(gettext(UNREACHABLE))
    elif _shows_qr_codes():
        import segno  # only servers on a terminal wait for it

        segno.make(shown[0].url, error="l").terminal(compact=True, border=2)
        click.echo()
    click.echo(gettext("If a phone can't reach it: %(url)s", url=f"{shown[0].url}reach"))
    copy = command_line("backup FILE")
    click.echo(gettext("Your data is in %(file)s. To copy it: %(command)s", file=location(app), command=copy))
    click.echo(gettext("Stop it with Ctrl-C."))
    sys.stdout.flush()


def _shows_qr_codes() -> bool:
    """Whether standard output is a terminal that can show the characters."""
    try:
        _BLOCKS.encode(sys.stdout.encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return sys.stdout.isatty()


def _serve(host: str, port: int, *, quiet: bool, access_log: bool) -> NoReturn:
    """Serve until a signal ends it.

    :raises click.ClickException: the configuration is wrong, the port is taken or not allowed, or the database can't be
        used.
    """
    app = application(is_server=True)
    if access_log:
        request_log.log_to_stdout()
    _lock = lock_database(app)  # until the process ends
    upgrade_database(app)
    notifications.listen(app)
    limit = _raise_connection_limit(app.config["MAX_STREAMS"])
    # With its own SERVER_NAME, gevent would look up the name of this machine, which may be none.
    environ = {LISTENS_ON: host, "SERVER_NAME": host}
    server = WSGIServer((host, port), app, backlog=1024, log=None, spawn=limit, handler_class=Handler, environ=environ)
    try:
        server.start()
    except OSError as error:
        text = N_("Companion can't listen on %(host)s, port %(port)s: %(error)s")
        if error.errno == errno.EADDRINUSE:
            text = N_(
                "Port %(port)s is already in use. Is Companion already running? If not, choose another port: %(option)s"
            )
        reason, option = error.strerror or error, f"--port {port + 1}"
        raise failure(text, host=host, port=port, error=reason, option=option) from None
    _close_streams_on_shutdown(server, app)
    local_files.keep_address(Path(app.instance_path), app.config["EXTERNAL_URL"], host, port)
    if not quiet:
        try:
            announce(app, host, port)
        except OSError:  # nobody reads it any more, or the disk is full: the server serves all the same
            sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - until the process ends
    workers.start(app, create_app)
    stream.start_heartbeat(app)
    database.start_folding(app)
    gc.freeze()  # what is there now stays: a search for garbage that looks through it stops everybody for 0.1 s
    server.serve_forever(stop_timeout=3)
    workers.stop(app)
    database.close(app)
    _exit(0)


def _raise_connection_limit(streams: int) -> int:
    """Raise the limit on open files, if possible, and return how many connections there may be for so many streams.

    Systems start a process with a limit of 1024 or 256.
    """
    open_files = streams + 400 + _OTHER_FILES
    with suppress(ImportError):  # Windows has no such limit
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if hard != resource.RLIM_INFINITY:
            open_files = min(open_files, hard)
        if soft != resource.RLIM_INFINITY and soft < open_files:
            resource.setrlimit(resource.RLIMIT_NOFILE, (open_files, hard))
    return open_files - _OTHER_FILES


def _close_streams_on_shutdown(server: WSGIServer, app: Flask) -> None:
    """Tell open pages when the server stops, so that they reconnect as soon as it is back."""

    def close() -> None:
        app.extensions["companion.hub"].close()
        gevent.sleep(0.2)
        server.stop(timeout=3)

    numbers: list[int] = [signal.SIGTERM, signal.SIGINT]
    hang_up = getattr(signal, "SIGHUP", 1)  # the window was closed; Windows has no such signal, but gevent sends it
    if signal.getsignal(hang_up) is not signal.SIG_IGN:  # as nohup sets it
        numbers.append(hang_up)
    for number in numbers:
        gevent.signal_handler(number, lambda: gevent.spawn(close))


def _exit(status: int) -> NoReturn:
    """End the process at once.

    Python's normal shutdown would wait for our threads, which are greenlets and no longer run.
    """
    for output in (sys.stdout, sys.stderr):
        with suppress(OSError):  # whoever read it has gone, or the disk is full
            output.flush()
    os._exit(status)
