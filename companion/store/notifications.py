"""Subscribers of `table_changed` are notified once a change to a table or one of its games has been committed.

Changes that the ORM makes to a table, its games, players or links are announced here. Other statements call `announce`.
After the commit the subscribers in this process are called directly, and on PostgreSQL those in other processes are
notified by NOTIFY. That has a transaction of its own, because one that also writes would make all others wait for its
commit. If it fails, the hub finds what was missed at its next heartbeat. The messages contain only ids.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from typing import Any

from blinker import Namespace
from flask import Flask, current_app
from sqlalchemy import bindparam, event, func, make_url, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from companion.store.base import db
from companion.store.models import AccessLink, Game, Player, Table

CHANNEL = "companion"
_SHOWN = (Table, Player, AccessLink, Game)  # the models that pages show; the log is written by statements
_NOTIFY = select(func.pg_notify(CHANNEL, bindparam("message")))
TESTED_EVERY = 15.0  # seconds
# A connection to PostgreSQL whose other end is gone is given up after less than half a minute.
KEEPALIVES: dict[str, Any] = {
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}
_log = logging.getLogger(__name__)

# Sent by an app with `table_id` and `game_id`, which is 0 for the table itself; with a `table_id` of None anything may
# have changed.
table_changed = Namespace().signal("table-changed")


def announce(table_id: int, game_id: int = 0) -> None:
    """Notify subscribers, once the current transaction is committed, that a table or one of its games has changed."""
    db.session.info.setdefault("changed", set()).add((table_id, game_id))


def publish() -> None:
    """Notify subscribers of what was announced in the transaction that has just been committed."""
    changed = db.session.info.pop("changed", ())
    app = current_app._get_current_object()  # type: ignore[attr-defined]  # noqa: SLF001 - Flask's documented way
    for table_id, game_id in changed:
        table_changed.send(app, table_id=table_id, game_id=game_id)
    if not changed or db.engine.dialect.name != "postgresql":
        return
    messages = [{"message": f"{table_id} {game_id} {_origin(app)}"} for table_id, game_id in changed]
    try:
        with db.engine.begin() as connection:
            connection.execute(_NOTIFY, messages)
    except SQLAlchemyError as error:
        _log.warning("other processes could not be notified: %s", getattr(error, "orig", None) or error)


def listen(app: Flask) -> None:
    """Listen to the commits of other processes from now on; wait until none will be missed, at most 5 s.

    On SQLite there are no other processes.
    """
    if make_url(app.config["SQLALCHEMY_DATABASE_URI"]).get_backend_name() == "postgresql":
        connected = threading.Event()
        threading.Thread(target=_listen, args=(app, connected), name="listen", daemon=True).start()
        connected.wait(5)


def _listen(app: Flask, connected: threading.Event) -> None:
    """Pass on the notifications; after a broken connection assume that everything has changed."""
    import psycopg

    with app.app_context():
        conninfo = db.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
    pause = 0.1
    while True:
        try:
            with psycopg.connect(conninfo, autocommit=True, **KEEPALIVES) as connection:
                connection.execute(f"LISTEN {CHANNEL}")
                connected.set()
                table_changed.send(app, table_id=None, game_id=0)
                pause = 0.1
                while True:
                    for notification in connection.notifies(timeout=TESTED_EVERY):
                        table_id, game_id, *origin = notification.payload.split()
                        if origin != [_origin(app)]:
                            table_changed.send(app, table_id=int(table_id), game_id=int(game_id))
                    connection.execute("SELECT 1")  # an idle connection can be gone without a sign
        except psycopg.Error:
            _log.warning("lost the connection to PostgreSQL that listens; trying again in %s s", pause)
        time.sleep(pause)
        pause = min(pause * 2, 5.0)


def _origin(app: Flask) -> str:
    """An id of this process, which ignores its own notifications."""
    origin: str = app.extensions.setdefault("companion.origin", secrets.token_hex(8))
    return origin


@event.listens_for(db.session, "after_flush")
def _flushed(session: Session, _context: object) -> None:
    rows = (*session.new, *session.dirty, *session.deleted)
    for table_id in {row.id if isinstance(row, Table) else row.table_id for row in rows if isinstance(row, _SHOWN)}:
        announce(table_id)


@event.listens_for(db.session, "after_rollback")
def _rolled_back(session: Session) -> None:
    session.info.pop("changed", None)
