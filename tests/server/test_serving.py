"""The server as a process: killed, stopped, and with many phones."""

from __future__ import annotations

import errno
import gc
import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import IO, Any, NoReturn

import pytest
from flask import Flask
from sqlalchemy import select

from companion.cli import server
from companion.cli.database import application, lock_database
from companion.store import database, local_files, notifications
from companion.store.base import db
from companion.store.models import Table
from companion.web import request_log, workers
from companion.web.play import stream
from companion.web.urls import LISTENS_ON
from tests import ROOT
from tests.checked import present
from tests.phones import Phone, Server
from tests.the_game.turns import play

Serve = Callable[..., Server]
Take = Callable[[Server], Phone]


@pytest.mark.parametrize(
    ("limits", "raised", "connections"),
    [
        ((256, -1), [(2500, -1)], 2400),
        ((256, 4096), [(2500, 4096)], 2400),
        ((256, 1024), [(1024, 1024)], 924),
        ((1024, 1024), [], 924),
        ((4096, 8192), [], 2400),
        ((-1, -1), [], 2400),
    ],
)
def test_as_many_connections_are_taken_as_the_system_allows(
    monkeypatch: pytest.MonkeyPatch, limits: tuple[int, int], raised: list[tuple[int, int]], connections: int
) -> None:
    resource, found = pytest.importorskip("resource"), list[tuple[int, int]]()
    monkeypatch.setattr(resource, "getrlimit", lambda _: limits)
    monkeypatch.setattr(resource, "setrlimit", lambda _, new: found.append(new))
    assert (server._raise_connection_limit(2000), found) == (connections, raised)


class Listening:
    """A server that fails to start, or has nothing to do."""

    def __init__(self, steps: list[str], error: OSError | None) -> None:
        self.steps, self.error = steps, error

    def __call__(self, address: tuple[str, int], app: Flask, **given: Any) -> Listening:
        self.address, self.app, self.given = address, app, given
        return self

    def start(self) -> None:
        if self.error:
            raise self.error

    def serve_forever(self, stop_timeout: float) -> None:
        self.steps.append("serve")


@pytest.fixture
def steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What `server.run` does, without a process of its own."""

    def end(status: int) -> NoReturn:
        raise SystemExit(status)

    found, locks = list[str](), list[IO[str]]()
    for module, names in (
        (request_log, ("log_to_stdout",)),
        (notifications, ("listen",)),
        (workers, ("start", "stop")),
        (stream, ("start_heartbeat",)),
        (database, ("start_folding", "close")),
        (gc, ("freeze",)),
        (server, ("_close_streams_on_shutdown",)),
    ):
        for name in names:
            monkeypatch.setattr(module, name, lambda *_, name=name: found.append(name))
    monkeypatch.setattr(server, "_raise_connection_limit", lambda streams: streams + 1)
    monkeypatch.setattr(server, "_exit", end)
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path / "instance"))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.setattr(server, "lock_database", lambda app: locks.append(present(lock_database(app))))
    yield found
    for lock in locks:
        lock.close()


def test_a_server_has_all_it_needs_before_it_serves_and_leaves_nothing_behind(
    steps: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    listening = Listening(steps, None)
    monkeypatch.setattr(server, "WSGIServer", listening)
    with pytest.raises(SystemExit) as ended:
        server.run("127.0.0.1", 8123, quiet=False, access_log=True)
    assert ended.value.code == 0
    assert steps == [
        *("log_to_stdout", "listen", "_close_streams_on_shutdown", "start", "start_heartbeat", "start_folding"),
        *("freeze", "serve", "stop", "close"),
    ]
    environ = {LISTENS_ON: "127.0.0.1", "SERVER_NAME": "127.0.0.1"}
    assert (listening.address, listening.given["spawn"]) == (("127.0.0.1", 8123), 2001)
    assert listening.given["environ"] == environ
    assert "http://localhost:8123/" in capsys.readouterr().out
    assert local_files.kept_address(tmp_path / "instance") == ("", "127.0.0.1", 8123)
    with listening.app.app_context():
        assert db.session.scalars(select(Table)).all() == []
    for app, may_wait in ((listening.app, False), (application(), True)):
        assert ("connect_args" in app.config["SQLALCHEMY_ENGINE_OPTIONS"]) is may_wait
        database.disconnect(app)


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (errno.EADDRINUSE, "Port 8123 is already in use. Is Companion already running? If not, choose another port: "),
        (errno.EACCES, "Companion can't listen on 127.0.0.1, port 8123: Permission denied"),
    ],
)
def test_a_port_that_cannot_be_used_is_an_error_in_words(
    steps: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: int, reason: str
) -> None:
    monkeypatch.setattr(server, "WSGIServer", Listening(steps, OSError(error, os.strerror(error))))
    with pytest.raises(SystemExit) as ended:
        server.run("127.0.0.1", 8123, quiet=True, access_log=False)
    assert (ended.value.code, steps) == (1, ["listen"])
    another = "--port 8124" * (error == errno.EADDRINUSE)
    assert capsys.readouterr() == ("", f"Error: {reason}{another}\n")


def test_pages_are_answered_while_an_entry_waits_for_another_process(server: Server, phone: Take) -> None:
    host, guest = phone(server), phone(server)
    game = host.start_game(host.create_table(), ["Ana"])
    guest.cookies = dict(host.cookies)
    answers: list[int] = []
    entering = threading.Thread(target=lambda: answers.append(host.submit(game, play(5), 0).status))
    with closing(sqlite3.connect(Path(server.environment["COMPANION_INSTANCE"]) / "companion.sqlite3")) as another:
        another.execute("BEGIN IMMEDIATE")
        entering.start()
        assert {guest.get(game).status for _ in range(10)} == {200}  # sooner than its patience ends
        assert entering.is_alive()
        another.rollback()
    entering.join(60)
    assert answers == [200]


def test_long_work_gives_way_to_those_who_wait_for_the_network() -> None:
    script = """
import gevent.monkey
gevent.monkey.patch_all()
import gevent, socket, time
from companion.store.database import give_way
one, other = socket.socketpair()
waiting = gevent.spawn(one.recv, 1)
gevent.sleep(0.01)
other.send(b"x")
for _ in range(10):
    until = time.monotonic() + 0.001
    while time.monotonic() < until:
        pass
    give_way()
print(waiting.ready())
"""
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert (done.stdout, done.stderr) == ("True\n", "")


def test_stored_files_are_for_their_owner_only_and_the_key_is_made_once(serve: Serve, phone: Take) -> None:
    server = serve()
    host = phone(server)
    table = host.create_table()
    instance = Path(server.environment["COMPANION_INSTANCE"])
    assert {file.name for file in instance.iterdir()} >= {"secret_key", "companion.sqlite3", "companion.sqlite3-wal"}
    assert {file.stat().st_mode & 0o777 for file in instance.iterdir() if file.is_file()} == {0o600}
    server.end()
    server.start()
    assert host.get(table).status == 200
