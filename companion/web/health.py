"""The health check, for proxies and supervisors."""

from __future__ import annotations

from flask import Blueprint, Response
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from companion.store.base import db

bp = Blueprint("health", __name__)


@bp.get("/healthz")
def check() -> Response:
    """Respond with 200 if the database can be read, else 503."""
    try:
        db.session.execute(text("SELECT 1 FROM tables WHERE id = 0"))
    except SQLAlchemyError:
        return Response("no database\n", 503, mimetype="text/plain", headers={"Retry-After": "5"})
    return Response("ok\n", mimetype="text/plain")
