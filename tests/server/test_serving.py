"""The server as a process: killed, stopped, and with many phones."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.cli.server import _raise_connection_limit
from tests import ROOT
from tests.phones import Phone, Server
from tests.the_game.turns import play

Serve = Callable[..., Server]
Take = Callable[[Server], Phone]


def kept_by(phone: Phone, game: str) -> list[dict[str, object]]:
    return json.loads(phone.get(f"{game}/record.json").text)["entries"]


def test_more_pages_are_open_than_connections_a_process_begins_with(serve: Serve, phone: Take) -> None:
    resource = pytest.importorskip("resource")
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (200, limits[1]))
    try:
        server = serve()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)
    host = phone(server)
    game = host.start_game(host.create_table(), ["Ana"])
    events = [host.stream(game) for _ in range(250)]
    assert {next(event)[0] for event in events} == {"hello"}


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
    assert (_raise_connection_limit(2000), found) == (connections, raised)


def test_a_port_that_is_taken_is_an_error_in_words(server: Server, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "companion", "serve", "--host", "127.0.0.1", "--port", str(server.port)]
    environment = {**server.environment, "COMPANION_INSTANCE": str(tmp_path / "another")}
    ended = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120)
    assert ended.returncode == 1
    assert ended.stderr.startswith(f"Error: Port {server.port} is already in use. ")
    assert ended.stderr.endswith(f"--port {server.port + 1}\n")


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


def test_two_processes_share_one_postgres(serve: Serve, phone: Take, postgres: str) -> None:
    first = serve(DATABASE_URL=postgres)
    second = serve(DATABASE_URL=postgres)
    host = phone(first)
    table = host.create_table()
    game = host.start_game(table, ["Ana", "Luis"])
    other = phone(second)
    other.cookies = dict(host.cookies)
    events = other.stream(game)
    next(events), next(events)
    assert host.submit(game, play(5), 0, "tap").status == 200
    assert next(events)[1].split("-")[0] == "1"
    assert other.submit(game, play(5), 0, "tap").status == 200
    assert other.submit(game, play(9), 1).status == 200
    assert kept_by(host, game) == [play(5), play(9)]
