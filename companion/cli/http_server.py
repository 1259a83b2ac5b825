"""The embedded HTTP server: gevent's, with time limits and a callback for when a page is closed.

Import it only after gevent has patched the standard library.
"""

from __future__ import annotations

import socket
from collections.abc import Callable
from io import BytesIO
from typing import Any

from gevent import Timeout, get_hub
from gevent.pywsgi import Input, WSGIHandler, WSGIServer

IDLE_SECONDS = 20  # until the next request on a connection begins
IDLE_SECONDS_WHEN_FULL = 3  # the same, when there is hardly any room for other connections
REQUEST_SECONDS = 20  # the time for a whole request to arrive, once it has begun
WRITE_SECONDS = 300  # the time for a client to receive a response; the largest is a PDF of some MB
UNREACHABLE_MILLISECONDS = 60_000  # until a phone that acknowledges nothing is dropped
IMPORT = "/import"
READ = 1  # libev's flag for “ready to be read”


class Server(WSGIServer):
    """Serves `app` at `address` with at most `limit` connections at once; others wait until one ends.

    A request may have `max_body` bytes, or `max_import` if its URL ends with IMPORT.
    """

    pool: Any  # gevent's, for `limit` connections

    def __init__(self, address: tuple[str, int], app: Any, limit: int, max_body: int, max_import: int) -> None:
        self.max_body = max_body
        self.max_import = max_import
        super().__init__(address, app, backlog=1024, log=None, spawn=limit, handler_class=Handler)

    @property
    def idle_seconds(self) -> int:
        return IDLE_SECONDS_WHEN_FULL if self.pool.free_count() < self.pool.size // 5 else IDLE_SECONDS


class Handler(WSGIHandler):
    """Reads the whole request before calling the application, and drops connections that take too long.

    The application finds a function `companion.call_when_closed` in its environment. The callback passed to it is
    called once if the client closes the connection while the response is being sent; it must not block.
    """

    ignored_socket_errors: Any = (*WSGIHandler.ignored_socket_errors, "timed out")
    server: Server
    wsgi_input: Any
    socket: Any
    _limit: Timeout
    _watcher: Any = None

    def __init__(self, sock: socket.socket, *args: Any) -> None:
        # Without it a response on a kept connection waits 40 ms for the phone's acknowledgement.
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREACHABLE_MILLISECONDS)
        sock.settimeout(WRITE_SECONDS)
        super().__init__(sock, *args)

    def handle_one_request(self) -> Any:
        self._limit = Timeout.start_new(self.server.idle_seconds)
        try:
            return super().handle_one_request()
        except Timeout as timeout:
            if timeout is not self._limit:
                raise
        except OSError:
            pass  # the client closed the connection in the middle of its request
        finally:
            self._limit.close()
        return None  # the connection ends

    def read_request(self, raw_requestline: str) -> Any:
        self._limit.close()
        self._limit = Timeout.start_new(REQUEST_SECONDS)
        return super().read_request(raw_requestline)

    def get_environ(self) -> dict[str, Any]:
        environ: dict[str, Any] = super().get_environ()
        is_import = environ["PATH_INFO"].endswith(IMPORT)
        most = self.server.max_import if is_import else self.server.max_body
        body = self.wsgi_input.read(most + 1)
        self._limit.close()
        if len(body) > most:
            self.close_connection = True  # not read: the application refuses a body of this size
        self.wsgi_input = Input(self.rfile, 0)
        environ["wsgi.input"] = BytesIO(body)
        environ["wsgi.input_terminated"] = True
        environ["companion.call_when_closed"] = self._call_when_closed
        return environ

    def handle_one_response(self) -> None:
        try:
            super().handle_one_response()
        finally:
            if self._watcher is not None:
                self._watcher.close()
                self._watcher = None

    def log_error(self, msg: str, *args: Any) -> None:
        """Log that a request was not HTTP, but not its contents: a URL can be a personal link."""
        self.server.error_log.write(f"invalid request from {self.client_address[0]}\n")

    def _call_when_closed(self, call: Callable[[], None]) -> None:
        connection = self.socket._sock  # noqa: SLF001 - gevent's own socket would wait, which its event loop must not
        watcher = get_hub().loop.io(connection.fileno(), READ)

        def look() -> None:
            try:
                is_closed = not connection.recv(1, socket.MSG_PEEK)
            except BlockingIOError:
                return
            except OSError:
                is_closed = True
            watcher.stop()  # a second request that has already arrived says nothing about the connection's end
            if is_closed:
                call()

        self._watcher = watcher
        watcher.start(look)
