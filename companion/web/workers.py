"""Long work in processes of their own, so that no phone waits for the work of another.

A worker runs the same application. It is given a whole request and returns the whole response, so a view is written as
if there were no workers. Without any (in tests, on the command line, with WORKERS = 0) a request is answered where it
arrived.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import wait
from contextlib import contextmanager, nullcontext
from io import BytesIO
from multiprocessing import get_context
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryDirectory
from threading import Lock
from typing import IO, Any, TypeVar

from flask import Flask, Response, current_app, g, request
from flask_babel import gettext as _
from msgspec import Struct
from werkzeug.exceptions import ServiceUnavailable
from werkzeug.test import run_wsgi_app

from companion.store import game_log
from companion.store.base import db
from companion.store.database import give_way
from companion.store.models import AccessLink
from companion.store.notifications import table_changed
from companion.web.allowances import who_asks

# What may wait for a worker: of all, and of one table or address. A request counts 1, one that may have a file 20.
MAX_WAITING, MAX_WAITING_FOR_ONE, FILE = 200, 60, 20
SECONDS = 30  # for a request, once a worker has begun with it
RETRY_AFTER = 5  # seconds
LOOK_AGAIN = 1  # seconds after which somebody who waits sees that the workers are gone
PIECE = 64 * 1024  # bytes of a file that are read at a time
LARGE = 256 * 1024  # bytes; a larger response comes in a file, as the server would read it from a pipe in one go
LONG_GAME = 500  # rows of a log; hardly any game of an evening has as many
_NAME, _MARK = "companion.workers", "companion_long_work"

View = TypeVar("View", bound=Callable[..., Any])
CreateApp = Callable[[dict[str, Any]], Flask]
Body = bytes | Path
RawResponse = tuple[Body, str, list[tuple[str, str]]]  # the body, the status and the headers

_app: Flask  # the application of this process, if it is a worker


class LongWork(Struct, frozen=True):
    """How a worker answers the requests to a view: see `in_worker`."""

    seconds: int
    is_file: bool
    is_long: Callable[[], bool]
    is_slow: Callable[[], bool]


class Workers:
    """The workers of a server.

    One request of a table, or of the address of someone without a table, is answered at a time; the others wait.
    """

    def __init__(self, app: Flask, create_app: CreateApp, count: int) -> None:
        self.app = app
        self.create_app = create_app
        self.count = count
        self._pool = self._new_pool()
        self._turns: dict[str, Lock] = {}
        self._waiting: Counter[str] = Counter()
        self._slow_turn = Lock()  # slow requests are answered one after the other: a worker is left for everyone else

    def close(self) -> None:
        self._pool.stop()
        self._pool.join()

    def respond(self, owner: str, work: LongWork, *, is_slow: bool) -> RawResponse:
        """The response to the current request.

        :raises ServiceUnavailable: too many requests are waiting, or the response would have taken too long.
        """
        from pebble import ProcessExpired

        environ = {name: value for name, value in request.environ.items() if isinstance(value, str)}
        with (
            self._place(owner, FILE if work.is_file else 1),
            _sent_body(work) as body,
            self._turns.setdefault(owner, Lock()),
            self._slow_turn if is_slow else nullcontext(),
        ):
            try:
                pool = self._pool_in_order()
                answer = pool.schedule(_respond, args=[environ, body], timeout=work.seconds)
                while pool.active and wait([answer], LOOK_AGAIN).not_done:
                    pass
                # A pool that breaks leaves what it was given at that moment, and never answers it.
                if not answer.done():
                    raise RuntimeError
                return answer.result()
            except TimeoutError:
                why = _("This took too long, so it was stopped. Everything that was saved is safe.")
            except (ProcessExpired, RuntimeError):
                current_app.logger.exception("a worker ended while it answered %s", request.url_rule)
                why = _busy()
        raise ServiceUnavailable(why, retry_after=RETRY_AFTER)

    @contextmanager
    def _place(self, owner: str, size: int) -> Iterator[None]:
        if self._waiting[owner] + size > MAX_WAITING_FOR_ONE or self._waiting.total() + size > MAX_WAITING:
            raise ServiceUnavailable(_busy(), retry_after=RETRY_AFTER)
        self._waiting[owner] += size
        try:
            yield
        finally:
            self._waiting[owner] -= size
            if not self._waiting[owner]:
                del self._waiting[owner]
                self._turns.pop(owner, None)

    def _new_pool(self) -> Any:
        from pebble import ProcessPool

        # Not forked: a copy of a process with gevent's event loop could not run.
        context = get_context("spawn")
        initargs = [self.create_app, self.app.instance_path]
        pool = ProcessPool(self.count, initializer=_start, initargs=initargs, context=context)
        pool.schedule(os.getpid)  # starts them, so that the first request does not wait for that
        return pool

    def _pool_in_order(self) -> Any:
        if not self._pool.active:  # a worker that ends while it has nothing to do, as if killed, makes it unusable
            self.close()
            self._pool = self._new_pool()
        return self._pool


def init_app(app: Flask) -> None:
    """Make `app` pass long work on to the workers, if there are any; call it after `access.init_app`."""
    app.before_request(_answer_in_worker)


def start(app: Flask, create_app: CreateApp) -> None:
    """Give a server its workers, as many as WORKERS of the configuration says; `create_app` is called in each."""
    if count := app.config["WORKERS"]:
        app.extensions[_NAME] = Workers(app, create_app, count)


def stop(app: Flask) -> None:
    if _NAME in app.extensions:
        app.extensions.pop(_NAME).close()


def in_worker(
    seconds: int = SECONDS,
    *,
    is_file: bool = False,
    is_long: Callable[[], bool] = lambda: True,
    is_slow: Callable[[], bool] = lambda: False,
) -> Callable[[View], View]:
    """Make a view that may take longer than 50 ms be answered by a worker, in `seconds` at most.

    Only those whom the guard of the view lets in are given a worker. `is_file` is for views that read or write whole
    tables, and may be sent a file; `is_long` says whether this request is long, `is_slow` whether it may take seconds,
    as files do.
    """

    def mark(view: View) -> View:
        setattr(view, _MARK, LongWork(seconds, is_file, is_long, is_slow))
        return view

    return mark


def is_long_game() -> bool:
    """Whether the game of this request, if there is one, is much longer than people play."""
    game = (request.view_args or {}).get("game")
    return game is not None and game_log.length(game) > LONG_GAME


def _answer_in_worker() -> Response | None:
    work = None if request.endpoint is None else getattr(current_app.view_functions[request.endpoint], _MARK, None)
    if work is not None and work.is_file:
        request.max_content_length = current_app.config["MAX_IMPORT_LENGTH"]
    workers: Workers | None = current_app.extensions.get(_NAME)
    if workers is None or work is None or not work.is_long():
        if request.method == "POST":
            db.session.commit()  # the rest of the form may take a while to arrive
        return None
    link: AccessLink | None = g.pop("link", None)  # the worker notes the visit
    is_slow = work.is_file or work.is_slow()
    db.session.remove()  # while this waits, it must not hold a database connection
    body, status, headers = workers.respond(who_asks(link), work, is_slow=is_slow)
    if request.method == "POST" and link is not None:
        table_changed.send(workers.app, table_id=link.table_id, game_id=0)
    return _response(body, status, headers)


@contextmanager
def _sent_body(work: LongWork) -> Iterator[Body]:
    """The body of the request, in a file if it may be large."""
    if not work.is_file:
        yield request.get_data()
        return
    with TemporaryDirectory(prefix="companion-") as folder:
        path = Path(folder) / "body"
        with path.open("wb") as file:
            for piece in _pieces(request.stream):
                file.write(piece)
        yield path


def _pieces(file: IO[bytes]) -> Iterator[bytes]:
    """Yield a file piece by piece; between two of them others are served, even if the other side is always ready."""
    while piece := file.read(PIECE):
        yield piece
        give_way()


def _response(body: Body, status: str, headers: list[tuple[str, str]]) -> Response:
    if isinstance(body, bytes):
        return Response([body], status, headers)
    file = body.open("rb")
    response = Response(_pieces(file), status, headers)

    @response.call_on_close
    def remove() -> None:
        file.close()
        body.unlink()

    return response


def _busy() -> str:
    return _("The server is busy at the moment. Please try again in a few seconds.")


def _start(create_app: CreateApp, instance: str) -> None:
    """Prepare this process to be a worker."""
    global _app  # noqa: PLW0603 - a process has one application
    if hasattr(os, "nice"):
        os.nice(10)  # taps go first
    _app = create_app({"INSTANCE": instance, "MAX_COSTS_PER_MINUTE": 0})  # the server has counted the request


def _respond(environ: dict[str, Any], body: Body) -> RawResponse:
    wsgi = {"wsgi.version": (1, 0), "wsgi.errors": sys.stderr, "wsgi.run_once": False}
    wsgi |= {"wsgi.multithread": False, "wsgi.multiprocess": True, "wsgi.input_terminated": True}
    with BytesIO(body) if isinstance(body, bytes) else body.open("rb") as sent:
        chunks, status, headers = run_wsgi_app(_app, {**environ, **wsgi, "wsgi.input": sent}, buffered=True)
        answer = b"".join(chunks)
    if len(answer) <= LARGE:
        return answer, status, list(headers)
    with NamedTemporaryFile(prefix="companion-", delete=False) as file:
        file.write(answer)
    return Path(file.name), status, list(headers)
