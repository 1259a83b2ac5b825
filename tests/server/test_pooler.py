"""Several processes on PostgreSQL behind PgBouncer, which gives each transaction another connection."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.phones import Phone, Server

Serve = Callable[..., Server]
Take = Callable[[Server], Phone]
PORT = 6432
CONFIGURATION = """
[databases]
* = host={postgres} user=tester
[pgbouncer]
listen_addr =
unix_socket_dir = {folder}
listen_port = {port}
auth_type = any
pool_mode = transaction
default_pool_size = 2
logfile = {folder}/log
pidfile = {folder}/pid
"""


@pytest.fixture
def pooled(postgres: str) -> Iterator[str]:
    """The URL of an empty PostgreSQL database behind PgBouncer in transaction mode, with two connections."""
    program = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        pytest.skip("PgBouncer is not installed")
    found = urlsplit(postgres)
    with tempfile.TemporaryDirectory(prefix="pooler") as folder:
        values = {"postgres": parse_qs(found.query)["host"][0], "folder": folder, "port": PORT}
        Path(folder, "ini").write_text(CONFIGURATION.format(**values), encoding="utf-8")
        user = ["runuser", "-u", "nobody", "--"] if os.geteuid() == 0 else []  # it refuses to run as root
        if user:
            shutil.chown(folder, "nobody")
        process = subprocess.Popen([*user, program, "--quiet", f"{folder}/ini"])
        try:
            wait_for(Path(folder, f".s.PGSQL.{PORT}"))
            yield f"postgresql+psycopg://tester@{found.path}?host={folder}&port={PORT}"
        finally:
            process.terminate()
            process.wait(60)


def wait_for(path: Path) -> None:
    patience = time.monotonic() + 60
    while time.monotonic() < patience:
        with socket.socket(socket.AF_UNIX) as probe:
            if probe.connect_ex(str(path)) == 0:
                return
        time.sleep(0.05)
    raise AssertionError("PgBouncer did not open within a minute")


def test_phones_at_two_processes_behind_a_pooler_see_each_other_play(
    serve: Serve, phone: Take, postgres: str, pooled: str
) -> None:
    one, other = (serve(DATABASE_URL=pooled, COMPANION_LISTEN_URL=postgres) for _ in range(2))
    host, guest = phone(one), phone(other)
    table = host.create_table()
    game = host.start_game(table, ["Ana"])
    guest.cookies = dict(host.cookies)
    stream = guest.stream(game)
    assert next(data for event, _, data in stream if event == "board")
    for number, card in enumerate(range(5, 13)):
        sender = (host, guest)[number % 2]
        assert sender.submit(game, {"type": "play", "pile": "up1", "card": card}, number).status == 200
        assert next(data for event, _, data in stream if event == "board")
    assert host.get(game).status == 200
