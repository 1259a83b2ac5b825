"""Open pages are notified of every change of their table, and of nothing else."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import Queue
from socket import socketpair
from threading import Event, Thread
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from companion.core.game import Refusal
from companion.store import game_removal, links, merges, notifications, players, tables, upkeep
from companion.store.base import db
from companion.store.database import writing
from companion.store.models import AccessLink, Game, Table
from companion.store.notifications import CHANNEL, table_changed
from tests.checked import allowed
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


def test_an_entry_is_announced_to_the_pages_of_its_game_and_nothing_that_is_refused(app: Flask, game: Game) -> None:
    with heard(app) as ids:
        submit(game, play(5))
    assert ids == {(game.table_id, game.id)}
    with heard(app) as ids:
        submit(game, play(5))  # not valid
        assert players.rename(game.table.players[0], "Ana", "") is None  # as it is
        refused: list[object] = [tables.change_table(game.table, "", ""), tables.add_player(game.table, "Ana")]
        refused += [start_game(game.table, "the-game", [], {}), merges.merge(*game.table.players)]
        refused.append(players.remove(game.table.players[0]))
        assert [isinstance(answer, Refusal) for answer in refused] == [True] * 5
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
def test_a_change_is_kept_and_told_here_if_other_processes_cannot_be_told(
    any_app: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    with any_app.app_context(), heard(any_app) as ids:

        @event.listens_for(db.engine, "before_cursor_execute")
        def fail(_connection: object, _cursor: object, statement: str, *_: object) -> None:
            if "pg_notify" in statement:
                raise OperationalError(statement, None, ConnectionError("gone"))

        table, _ = allowed(tables.create_table("Friday"))
        db.session.remove()
        assert db.session.get_one(Table, table.id).name == "Friday"
        assert ids == {(table.id, 0)}
    assert [record.message for record in caplog.records] == ["other processes could not be notified: gone"]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
@pytest.mark.parametrize("any_app", ["postgres"], indirect=True)
def test_a_connection_that_died_without_a_sign_is_replaced(any_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    import psycopg

    connect, connections, told, is_over = psycopg.connect, list[Any](), Queue[object](), Event()

    def connected(*args: Any, **limits: Any) -> Any:
        if is_over.is_set():
            told.put("over")
            raise SystemExit  # of the thread that listens
        connections.append(connect(*args, **limits))
        return connections[-1]

    def forget() -> None:
        """Let nothing arrive, and break the connection off once something is sent on it, as a firewall does."""
        here, there = socketpair()
        with here:
            os.dup2(here.fileno(), connections[-1].fileno())

        def break_off() -> None:
            with there:
                there.recv(1)

        Thread(target=break_off, daemon=True).start()

    def tell(_app: Flask, table_id: int | None, game_id: int) -> None:
        told.put((table_id, game_id))

    monkeypatch.setattr(psycopg, "connect", connected)
    monkeypatch.setattr(notifications, "TESTED_EVERY", 0.2)
    with any_app.app_context(), table_changed.connected_to(tell, sender=any_app):
        url = db.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        notifications.listen(any_app)
        for again in (True, False):
            assert told.get(timeout=60) == (None, 0), "it listens, and anything may have changed before"
            with connect(url, autocommit=True) as another:
                another.execute(f"NOTIFY {CHANNEL}, '7 8 another'")
            assert told.get(timeout=60) == (7, 8)
            if not again:
                is_over.set()
            forget()
        assert told.get(timeout=60) == "over"
