"""`companion serve`: the embedded server, for one process and its many open pages."""

from __future__ import annotations

import socket

import click

from companion.cli.options import LANG, gettext
from companion.network import local_addresses


@click.command()
@click.option("--host", default="0.0.0.0", show_default=True, help="The address to listen on.")  # noqa: S104 - phones
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535), help="The port to listen on.")
@LANG
def command(host: str, port: int, lang: str) -> None:
    """Serve the pages to every phone on this network, and print the address to open."""
    # Before anything else is imported: what is imported unpatched would block all pages at once.
    from gevent import monkey

    monkey.patch_all()
    main(host, port)


def main(host: str, port: int) -> None:
    """Bring the database up to date and serve until SIGTERM or Ctrl-C.

    :raises click.ClickException: the port is taken or not allowed, or the database cannot be reached.
    """
    import errno

    from gevent.pywsgi import WSGIServer

    from companion.app import create_app

    try:
        app = create_app()
    except ModuleNotFoundError as error:
        if error.name != "psycopg":
            raise
        words = gettext("PostgreSQL needs its driver: {command}", command='pip install "companion[postgres]"')
        raise click.ClickException(words) from None
    _upgrade(app)
    server = WSGIServer((host, port), app, backlog=1024, log=None, handler_class=_handler())
    try:
        server.start()
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            words = gettext(
                "Port {port} is already in use. Is Companion already running? If not, choose another port: {option}",
                port=port,
                option=f"--port {port + 1}",
            )
        elif error.errno == errno.EACCES:
            words = gettext(
                "Port {port} is reserved for the administrator. Choose 1024 or higher: {option}",
                port=port,
                option="--port 8000",
            )
        else:
            reason = error.strerror or error
            words = gettext("Cannot listen on {host}, port {port}: {error}", host=host, port=port, error=reason)
        raise click.ClickException(words) from None
    _make_room(app.config["MAX_STREAMS"])
    _be_told(server, app)
    _tell_where(host, port)
    _settle()
    server.serve_forever(stop_timeout=3)


def _upgrade(app):  # type: ignore[no-untyped-def]
    from flask_migrate import upgrade
    from sqlalchemy.exc import OperationalError

    try:
        with app.app_context():
            upgrade()
    except OperationalError as error:
        raise click.ClickException(gettext("Cannot reach the database: {error}", error=error.orig)) from None


def _handler() -> type:
    from gevent.pywsgi import WSGIHandler

    class Handler(WSGIHandler):
        """Sends small answers at once, and drops phones that have been out of reach for a minute."""

        def __init__(self, sock: socket.socket, *rest: object) -> None:
            # Without it an answer on a connection that is kept waits 40 ms for the phone's acknowledgement.
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if hasattr(socket, "TCP_USER_TIMEOUT"):
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 60_000)
            super().__init__(sock, *rest)

    return Handler


def _make_room(pages: int) -> None:
    """Let the process hold as many connections open as pages are taken: systems start it with 1024, or 256."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    few, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = pages + 500  # requests that come and go, files, the database
    if most != resource.RLIM_INFINITY:
        wanted = min(wanted, most)
    if few != resource.RLIM_INFINITY and few < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def _be_told(server, app) -> None:  # type: ignore[no-untyped-def]
    """See to it that open pages hear of the end: they come back as soon as a server is there again."""
    import signal

    import gevent

    def close() -> None:
        app.extensions["companion.hub"].close()
        gevent.sleep(0.2)
        server.stop(timeout=3)

    for number in (signal.SIGTERM, signal.SIGINT):
        gevent.signal_handler(number, lambda: gevent.spawn(close))


def _tell_where(host: str, port: int) -> None:
    addresses = [f"http://{name}:{port}/" for name in _addresses(host)]
    click.echo(gettext("Companion is running. Open it on this computer or on any phone on the same network:") + "\n")
    for address in addresses:
        click.echo(f"    {address}")
    import segno

    click.echo()
    segno.make(addresses[0], error="l").terminal(compact=True, border=2)
    click.echo("\n" + gettext("Stop it with Ctrl-C."))


def _addresses(host: str) -> list[str]:
    if host not in ("0.0.0.0", "::", ""):  # noqa: S104
        return [f"[{host}]" if ":" in host else host]
    return local_addresses()


def _settle() -> None:
    """Spare what was imported from garbage collection: it stays, and looking through it costs every page."""
    import gc

    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
