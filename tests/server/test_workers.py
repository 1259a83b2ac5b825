"""Requests that are answered by processes of their own."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack
from multiprocessing import active_children
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.exceptions import ServiceUnavailable

from companion.store.base import db
from companion.store.notifications import table_changed
from companion.web import workers
from companion.web.workers import LongWork, RawResponse
from tests.conftest import shut
from tests.phones import Phone, Server
from tests.server.roles import Evening
from tests.server.slow_app import LETTERS, create_slow_app
from tests.web.pages import KIND

TOKEN = re.compile(rb'(?<="csrf.token" )(value|content)="[^"]*"')
PDF = "/print/evening.pdf?game=bids&players=4&sheets=setup"
QUESTION = "/rules?game=bids&players=4&bids=Y7+R3+B4+G9"


@pytest.fixture(scope="module")
def slow_app(empty_instance: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """An application with two workers, and the page of `slow_app`."""
    folder = tmp_path_factory.mktemp("slow") / "instance"
    shutil.copytree(empty_instance, folder)
    before = active_children()
    app = create_slow_app({"INSTANCE": str(folder), "MAX_COSTS_PER_MINUTE": 0, "WORKERS": 2})
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TMPDIR", str(tmp_path_factory.mktemp("answers")))
        workers.start(app, create_slow_app)
        yield app
    workers.stop(app)
    assert active_children() == before
    shut(app)


@pytest.fixture
def client(slow_app: Flask) -> FlaskClient:
    return slow_app.test_client()


@pytest.mark.parametrize("url", [PDF, QUESTION, "/print/page.png", "/rules?q=trick", "/rules?game=bids&players=x"])
def test_a_worker_answers_as_the_server_does(client: FlaskClient, app: Flask, url: str) -> None:
    assert "companion.workers" in client.application.extensions
    from_worker, in_place = client.get(url), app.test_client().get(url)
    assert from_worker.status == in_place.status
    assert TOKEN.sub(b"", from_worker.data) == TOKEN.sub(b"", in_place.data)
    assert {*from_worker.headers.keys()} == {*in_place.headers.keys()} - {KIND}


def test_a_large_answer_comes_in_a_file_that_is_deleted(client: FlaskClient) -> None:
    with client.get("/large") as answer:
        folder, letters = answer.get_data(as_text=True).split("\n")
    assert letters == LETTERS
    assert not [*Path(folder).glob("companion-*")]


def test_a_request_that_takes_too_long_is_stopped_with_a_sentence(client: FlaskClient) -> None:
    answer = client.get("/endless")
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "5"
    assert "This took too long, so it was stopped." in answer.text
    assert client.get(PDF).status_code == 200


def test_only_so_many_requests_wait(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "MAX_WAITING_FOR_ONE", 0)
    answer = client.get(PDF)
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "5"
    assert "The server is busy at the moment." in answer.text


def test_a_file_takes_the_places_of_twenty_requests(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    for most, statuses in ((19, [200, 503]), (20, [200, 400])):
        monkeypatch.setattr(workers, "MAX_WAITING_FOR_ONE", most)
        assert [client.get(PDF).status_code, client.post("/import", data={"sent": "x"}).status_code] == statuses


def test_one_table_and_all_together_have_only_so_many_places(slow_app: Flask) -> None:
    pool = slow_app.extensions["companion.workers"]
    take = pool._place
    with slow_app.test_request_context(), ExitStack() as waiting:
        for owner, size in (("a", 60), ("b", 59), ("b", 1), ("c", 60), ("d", 20)):
            waiting.enter_context(take(owner, size))
        for owner in "ae":
            with pytest.raises(ServiceUnavailable), take(owner, 1):
                pass
    with take("a", 60), slow_app.test_request_context(), pytest.raises(ServiceUnavailable), take("a", 1):
        pass
    assert (pool._waiting, pool._turns) == ({}, {})


def test_workers_that_were_killed_are_replaced(client: FlaskClient) -> None:
    assert client.get(PDF).status_code == 200
    for process in active_children():
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)
        process.join()
    statuses = [client.get(PDF).status_code for _ in range(3)]
    assert statuses[-1] == 200, statuses


class Broken:
    """Stands in for a pool that breaks just when it is given something."""

    active = True

    def schedule(self, *_args: object, **_options: object) -> Future[RawResponse]:
        self.active = False
        return Future()


def test_nobody_waits_for_workers_that_are_gone(
    client: FlaskClient, slow_app: Flask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(slow_app.extensions["companion.workers"], "_pool", Broken())
    assert client.get(PDF).status_code == 503
    assert "a worker ended while it answered /print/evening.pdf" in caplog.text


class Waiting:
    """Stands in for the workers, and looks at the database while a request waits for them."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.connections: list[object] = []
        self.slow: list[bool] = []

    def respond(self, owner: str, work: LongWork, *, is_slow: bool) -> RawResponse:
        self.slow.append(is_slow)
        self.connections.append(db.engine.pool.checkedout())  # type: ignore[attr-defined]
        return owner.encode(), "200 OK", []


def test_a_waiting_request_holds_no_connection_to_the_database(evening: Evening) -> None:
    db.session.remove()
    evening.app.extensions["companion.workers"] = waiting = Waiting(evening.app)
    url = f"/t/{evening.table.public_id}/print"
    told: list[int] = []
    with table_changed.connected_to(lambda _app, table_id, game_id: told.append(table_id), evening.app):
        assert evening.browsers["player"].get(url).text == f"table {evening.table.id}"
        assert told == [] and waiting.connections == [0]
        evening.browsers["stranger"].post("/import")
        evening.browsers["host"].post(f"/t/{evening.table.public_id}/import")
    assert told == [evening.table.id], "what a worker writes is shown to those at the table"


def test_strangers_to_a_table_are_refused_before_a_worker_is_asked(evening: Evening) -> None:
    evening.app.extensions["companion.workers"] = waiting = Waiting(evening.app)
    assert evening.browsers["stranger"].get(f"/t/{evening.table.public_id}/print").status_code == 404
    assert waiting.connections == []


def test_only_very_long_games_are_left_to_the_workers(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    evening.app.extensions["companion.workers"] = waiting = Waiting(evening.app)
    url = f"/t/{evening.table.public_id}/{evening.game.n}"
    pages = ("/log", "/scores", "/settings", "/wrong")
    player = evening.browsers["player"]
    assert {player.get(url + page).status_code for page in pages} == {200}
    assert waiting.connections == []
    monkeypatch.setattr(workers, "LONG_GAME", -1)
    assert [player.get(url + page).text for page in pages] == [f"table {evening.table.id}"] * len(pages)


def test_a_worker_is_left_for_others_while_something_slow_is_made(evening: Evening) -> None:
    evening.app.extensions["companion.workers"] = waiting = Waiting(evening.app)
    host, url = evening.browsers["host"], f"/t/{evening.table.public_id}"
    for path in ("/print", "/files/table", "/1/otherwise", "/1/score.pdf"):
        host.get(url + path)
    assert waiting.slow == [False, True, False, True], "a sheet of attempts reads many games"


def children(process: int) -> list[Path]:
    return [Path(f"/proc/{pid}") for pid in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says in /proc which processes a process has started")
def test_a_server_sends_files_on_to_workers_which_end_when_it_is_killed(
    serve: Callable[..., Server], phone: Callable[[Server], Phone]
) -> None:
    server = serve(COMPANION_WORKERS="1")
    host = phone(server)
    host.create_table("Friday")
    record = json.dumps(
        {"format": "companion-record/1", "game": "the-game", "players": [{"name": "Ana"}], "entries": []}
    )
    file = record.encode() + b" " * 1_000_000
    answer = host.send_file("/import", file)
    assert (answer.status, 'id="preview"' in answer.text) == (200, True), answer.text
    assert server.process is not None
    workers = children(server.process.pid)
    assert workers
    server.kill()
    until = time.monotonic() + 30
    while any(worker.exists() for worker in workers):
        assert time.monotonic() < until, "a worker is left behind"
        time.sleep(0.01)
