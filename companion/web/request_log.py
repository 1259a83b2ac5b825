"""The access log: the route of each request, never its URL, which can be a personal link or contain a join code."""

from __future__ import annotations

import logging
import re
import secrets
import sys
import time

from flask import Flask, Response, current_app, request

ACCESS = logging.getLogger("companion.access")
_ID, _START = "companion.request_id", "companion.start"  # keys in the environment of the request
_FOREIGN_ID = re.compile(r"[\w.-]{6,64}", re.ASCII)


def init_app(app: Flask) -> None:
    """Log each request of `app` to the logger `ACCESS`."""
    app.before_request(_start)
    app.after_request(_log)


def request_id() -> str:
    """The id of this request, which is in the log and on the error page.

    A proxy in front of us may have set one in X-Request-ID.
    """
    if _ID not in request.environ:
        foreign = request.headers.get("X-Request-ID", "") if current_app.config["PROXIES"] else ""
        request.environ[_ID] = foreign if _FOREIGN_ID.fullmatch(foreign) else secrets.token_hex(4)
    return str(request.environ[_ID])


def log_to_stdout() -> None:
    """Write the access log to standard output, one line for each request."""
    handler = logging.StreamHandler(sys.stdout)
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
    ACCESS.addHandler(handler)
    ACCESS.setLevel(logging.INFO)
    ACCESS.propagate = False


def _start() -> None:
    if ACCESS.isEnabledFor(logging.INFO):
        request.environ[_START] = time.perf_counter()


def _log(response: Response) -> Response:
    if ACCESS.isEnabledFor(logging.INFO):
        milliseconds = 1000 * (time.perf_counter() - request.environ.get(_START, time.perf_counter()))
        size = "-" if response.is_streamed else response.content_length
        ACCESS.info(
            "%s %s %s %s %s %.0f ms %s",
            request.remote_addr,
            request.method if request.method.isalpha() else "unknown",  # it may hold what a terminal obeys
            request.url_rule or "unknown",
            response.status_code,
            size,
            milliseconds,
            request_id(),
        )
    return response
