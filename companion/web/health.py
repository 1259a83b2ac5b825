"""The health check, for proxies and supervisors."""

from __future__ import annotations

import queue
import threading

from flask import Blueprint, Flask, Response, current_app
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from companion.store.base import db
from companion.web import access

PATIENCE = 3.0  # seconds until a database that does not answer counts as one that can't be read
bp = Blueprint("health", __name__)


@bp.get("/healthz")
@access.public
def check() -> Response:
    """Respond with 200 if the database can be read, else 503."""
    app = current_app._get_current_object()  # type: ignore[attr-defined]  # noqa: SLF001 - Flask's documented way
    answer: queue.SimpleQueue[bool] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(app, answer), name="health", daemon=True).start()
    try:
        if answer.get(timeout=PATIENCE):
            return Response("ok\n", mimetype="text/plain")
    except queue.Empty:  # the database hangs
        pass
    return Response("no database\n", 503, mimetype="text/plain", headers={"Retry-After": "5"})


def _read(app: Flask, answer: queue.SimpleQueue[bool]) -> None:
    """Read from the database, which may hang, and answer whether that was possible."""
    try:
        with app.app_context():
            db.session.execute(text("SELECT 1 FROM tables WHERE id = 0"))
    except SQLAlchemyError:
        answer.put(False)
    else:
        answer.put(True)
