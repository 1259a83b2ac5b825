"""Open pages are notified of every change of their table, and of nothing else."""

from __future__ import annotations

import socket
import socketserver
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from select import select
from threading import Thread, Timer

import pytest
from flask import Flask
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from companion.core.game import Refusal
from companion.store import game_removal, links, merges, players, tables, upkeep
from companion.store.base import db
from companion.store.database import writing
from companion.store.models import AccessLink, Game, Table
from companion.store.notifications import CHANNEL, table_changed
from tests import ROOT
from tests.checked import allowed, present
from tests.started import start_game
from tests.store.log import submit
from tests.the_game.turns import play

CHANGES: dict[str, Callable[[Game, AccessLink], object]] = {
    "a name of the table": lambda game, host: tables.change_table(game.table, "Sunday", ""),
    "a new player": lambda game, host: tables.add_player(game.table, "Zoe"),
    "a new name": lambda game, host: players.rename(game.table.players[0], "Anna", ""),
    "an anonymous player": lambda game, host: players.make_anonymous(game.table.players[0], "Player %(n)s"),
    "a removed player": lambda game, host: players.remove(game.table.players[2]),
    "merged players": lambda game, host: merges.merge(game.table.players[2], game.table.players[0]),
    "a new game": lambda game, host: start_game(game.table, "the-game", game.table.players[:2], {}),
    "an abandoned game": lambda game, host: game_removal.abandon(game),
    "a deleted game": lambda game, host: game_removal.delete(game),
    "the join code": lambda game, host: links.renew_code(game.table),
    "the rights of players": lambda game, host: links.allow_correcting_all(game.table, allowed=True),
    "a new link": lambda game, host: links.viewer_link(game.table),
    "another host": lambda game, host: upkeep.new_host_link(game.table),
    "a seat for the host": lambda game, host: links.take_seat(host, game.table.players[0]),
    "a renewed link": lambda game, host: links.renew(host),
    "a shared result": lambda game, host: links.share(game),
    "a deleted table": lambda game, host: upkeep.delete_table(game.table_id),
}
REFUSED: dict[str, Callable[[Game, AccessLink], object]] = {
    "no name": lambda game, host: tables.change_table(game.table, "", ""),
    "a name that is taken": lambda game, host: tables.add_player(game.table, "Ana"),
    "someone who has played": lambda game, host: players.remove(game.table.players[0]),
    "no players": lambda game, host: start_game(game.table, "the-game", [], {}),
    "both in one game": lambda game, host: merges.merge(*game.table.players[:2]),
}


@pytest.fixture
def database(app: Flask) -> Iterator[Flask]:
    with app.app_context():
        yield app


@pytest.fixture
def game_of_two(game: Game) -> Game:
    """The game, and a third player who is not in it."""
    tables.add_player(game.table, "Bo")
    db.session.refresh(game.table)
    return game


@contextmanager
def heard(app: Flask) -> Iterator[set[tuple[int, int]]]:
    """The ids of table and game, or 0, of which subscribers are notified during the block."""
    ids: set[tuple[int, int]] = set()

    def hear(_app: Flask, table_id: int, game_id: int) -> None:
        ids.add((table_id, game_id))

    with table_changed.connected_to(hear, sender=app):
        yield ids


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_change_of_a_table_is_announced(
    app: Flask, game_of_two: Game, host: AccessLink, change: Callable[[Game, AccessLink], object]
) -> None:
    with heard(app) as ids:
        assert not isinstance(change(game_of_two, host), Refusal)
    assert ids == {(host.table_id, 0)}


@pytest.mark.parametrize("attempt", REFUSED.values(), ids=REFUSED)
def test_a_refused_change_is_not_announced(
    app: Flask, game_of_two: Game, host: AccessLink, attempt: Callable[[Game, AccessLink], object]
) -> None:
    with heard(app) as ids:
        assert isinstance(attempt(game_of_two, host), Refusal)
    assert ids == set()


def test_an_entry_is_announced_to_the_pages_of_its_game(app: Flask, game: Game) -> None:
    with heard(app) as ids:
        submit(game, play(5))
    assert ids == {(game.table_id, game.id)}
    with heard(app) as ids:
        submit(game, play(5))  # not valid
        assert players.rename(game.table.players[0], "Ana", "") is None  # as it is
    assert ids == set()


def test_a_change_that_fails_is_not_announced(app: Flask, game: Game) -> None:
    def fail() -> None:
        with writing(game.table):
            game.table.name = "Sunday"
            db.session.flush()
            raise ZeroDivisionError

    with heard(app) as ids:
        with pytest.raises(ZeroDivisionError):
            fail()
        tables.create_table("Another")
    assert game.table_id not in {table_id for table_id, _ in ids}


@pytest.mark.parametrize("any_app", ["postgres"], indirect=True)
def test_postgresql_tells_all_processes_once(any_app: Flask) -> None:
    import psycopg

    with any_app.app_context():
        table, _ = allowed(tables.create_table("Friday"))
        url = db.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        with psycopg.connect(url, autocommit=True) as another:
            another.execute(f"LISTEN {CHANNEL}")
            with writing(table):
                table.name = "Sunday"
                db.session.flush()
                table.venue = "Kitchen"
            links.viewer_link(table)
            heard = [message.payload.split()[:2] for message in another.notifies(timeout=60, stop_after=2)]
    assert heard == [[str(table.id), "0"]] * 2


@pytest.mark.parametrize("any_app", ["postgres"], indirect=True)
def test_a_process_tells_its_own_pages_without_postgresql(any_app: Flask) -> None:
    with any_app.app_context(), heard(any_app) as ids:
        table, _ = allowed(tables.create_table("Friday"))
    assert ids == {(table.id, 0)}


@pytest.mark.parametrize("any_app", ["postgres"], indirect=True)
def test_a_change_is_kept_if_other_processes_cannot_be_told(any_app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    with any_app.app_context():

        @event.listens_for(db.engine, "before_cursor_execute")
        def fail(_connection: object, _cursor: object, statement: str, *_: object) -> None:
            if "pg_notify" in statement:
                raise OperationalError(statement, None, ConnectionError("gone"))

        table, _ = allowed(tables.create_table("Friday"))
        db.session.remove()
        assert db.session.get_one(Table, table.id).name == "Friday"
    assert [record.message for record in caplog.records] == ["other processes could not be notified: gone"]


class Relay(socketserver.ThreadingTCPServer):
    """Passes connections on to the socket at `path`, until it forgets them, as a firewall does that was restarted.

    Then it passes on nothing more, and breaks a connection off once something is sent on it.
    """

    daemon_threads = True

    def __init__(self, path: str) -> None:
        super().__init__(("127.0.0.1", 0), Passing)
        self.path = path
        self.memory = object()

    def forget(self) -> None:
        self.memory = object()


class Passing(socketserver.BaseRequestHandler):
    server: Relay

    def handle(self) -> None:
        memory = self.server.memory
        with socket.socket(socket.AF_UNIX) as database:
            database.connect(self.server.path)
            while True:
                for source in select([self.request, database], [], [])[0]:
                    data, is_known = source.recv(65_536), memory is self.server.memory
                    if not data or (source is self.request and not is_known):
                        return
                    if is_known:
                        (database if source is self.request else self.request).sendall(data)


LISTENER = """
import sys
from companion.app import create_app
from companion.store import notifications

def tell(_app, table_id, game_id):
    print(table_id, flush=True)

notifications.TESTED_EVERY = 0.2
app = create_app({"INSTANCE": sys.argv[1], "SQLALCHEMY_DATABASE_URI": sys.argv[2]})
with notifications.table_changed.connected_to(tell, sender=app):
    notifications.listen(app)
    sys.stdin.read()
"""


@pytest.mark.parametrize("any_app", ["postgres"], indirect=True)
def test_a_connection_that_died_without_a_sign_is_replaced(any_app: Flask, tmp_path: Path) -> None:
    with any_app.app_context(), Relay(f"{db.engine.url.query['host']}/.s.PGSQL.5432") as relay:
        Thread(target=relay.serve_forever, daemon=True).start()
        table, _ = allowed(tables.create_table("Friday"))
        url = db.engine.url.set(host="127.0.0.1", port=relay.server_address[1], query={})
        listen = [LISTENER, str(tmp_path / "listener"), url.render_as_string(hide_password=False)]
        pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
        with subprocess.Popen(
            [sys.executable, "-c", *listen], cwd=ROOT, stdin=pipe, stdout=pipe, stderr=nowhere, text=True
        ) as listener:
            late = Timer(60, listener.kill)
            late.start()
            told = present(listener.stdout)
            try:
                assert told.readline() == "None\n"  # it listens, and anything may have changed before
                tables.add_player(table, "Ana")
                assert told.readline() == f"{table.id}\n"
                relay.forget()
                tables.add_player(table, "Luis")
                assert told.readline() == "None\n"
                tables.add_player(table, "Zoë")
                assert told.readline() == f"{table.id}\n"
            finally:
                late.cancel()
                listener.kill()
        relay.shutdown()
