"""Subscribers of `table_changed` are notified once a change to a table or one of its games has been committed.

Changes that the ORM makes to a table, its games, players or links are announced here. Other statements call `announce`.
On PostgreSQL every process is notified of the commits of all processes; the messages contain only ids and a number.
"""

from __future__ import annotations

import logging
import threading
import time
from typing import Any

from blinker import Namespace
from flask import Flask, current_app
from sqlalchemy import event, func, make_url, select

from companion.store.base import db
from companion.store.models import AccessLink, Game, Player, Table

CHANNEL = "companion"
_SHOWN = (Table, Player, AccessLink, Game)  # the models that pages show; the log is written by statements
_log = logging.getLogger(__name__)

# Sent by an app with `table_id` and `game_id`, which is 0 for the table itself; with a `table_id` of None anything may
# have changed.
table_changed = Namespace().signal("table-changed")


def announce(table_id: int, game_id: int = 0) -> None:
    """Notify subscribers, once the current transaction is committed, that a table or one of its games has changed."""
    if db.engine.dialect.name == "postgresql":  # PostgreSQL sends equal messages of a transaction once
        db.session.connection().execute(select(func.pg_notify(CHANNEL, f"{table_id} {game_id}")))
    else:
        db.session.info.setdefault("changed", set()).add((table_id, game_id))


def listen(app: Flask) -> None:
    """Listen to the commits of other processes from now on; wait until none will be missed, at most 5 s.

    On SQLite there are no other processes. A pooler such as PgBouncer does not pass notifications on; LISTEN_URL
    bypasses it.
    """
    if app.config["SQLALCHEMY_DATABASE_URI"].startswith("postgresql"):
        connected = threading.Event()
        threading.Thread(target=_listen, args=(app, connected), name="listen", daemon=True).start()
        connected.wait(5)


def _listen(app: Flask, connected: threading.Event) -> None:
    """Pass on the notifications; after a broken connection assume that everything has changed."""
    import psycopg

    with app.app_context():
        url = make_url(app.config["LISTEN_URL"] or db.engine.url)
    conninfo = url.set(drivername="postgresql").render_as_string(hide_password=False)
    pause = 0.1
    while True:
        try:
            with psycopg.connect(conninfo, autocommit=True) as connection:
                connection.execute(f"LISTEN {CHANNEL}")
                connected.set()
                table_changed.send(app, table_id=None, game_id=0)
                pause = 0.1
                for notification in connection.notifies():
                    table_id, game_id = map(int, notification.payload.split()[:2])  # older versions send a third
                    table_changed.send(app, table_id=table_id, game_id=game_id)
        except psycopg.Error:
            _log.warning("lost the connection to PostgreSQL that listens; trying again in %s s", pause)
        time.sleep(pause)
        pause = min(pause * 2, 5.0)


@event.listens_for(db.session, "after_flush")
def _flushed(session: Any, _context: Any) -> None:
    rows = (*session.new, *session.dirty, *session.deleted)
    for table_id in {row.id if isinstance(row, Table) else row.table_id for row in rows if isinstance(row, _SHOWN)}:
        announce(table_id)


@event.listens_for(db.session, "after_commit")
def _committed(session: Any) -> None:
    app = current_app._get_current_object()  # type: ignore[attr-defined]  # noqa: SLF001 - Flask's documented way
    for table_id, game_id in session.info.pop("changed", ()):
        table_changed.send(app, table_id=table_id, game_id=game_id)


@event.listens_for(db.session, "after_rollback")
def _rolled_back(session: Any) -> None:
    session.info.pop("changed", None)
