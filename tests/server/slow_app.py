"""An application with a page that never ends and one that is very large; a worker can import it."""

from __future__ import annotations

import tempfile
import threading
from typing import Any

from flask import Flask

from companion.app import create_app
from companion.web import access
from companion.web.workers import LARGE, in_worker

LETTERS = "abcdefgh" * LARGE


def create_slow_app(overrides: dict[str, Any]) -> Flask:
    app = create_app(overrides)
    app.add_url_rule("/endless", view_func=endless)
    app.add_url_rule("/large", view_func=large)
    return app


@access.public
@in_worker(seconds=1)
def endless() -> str:
    threading.Event().wait()
    return ""


@access.public
@in_worker()
def large() -> str:
    """Return the name of the temporary folder and many letters."""
    return tempfile.gettempdir() + "\n" + LETTERS
