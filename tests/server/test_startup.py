"""Starting and stopping: keys, locks, and sentences instead of tracebacks."""

from __future__ import annotations

import errno
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import click
import pytest
from flask import Flask
from sqlalchemy import event, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm.exc import StaleDataError

from companion.app import create_app
from companion.cli.database import application, lock_database, upgrade_database
from companion.config import ConfigurationError
from companion.store import database, local_files, tables
from companion.store.base import db
from companion.store.models import AccessLink
from companion.web import health
from tests import ROOT
from tests.checked import allowed, present
from tests.phones import Phone, Server

Serve = Callable[..., Server]
Take = Callable[[Server], Phone]


# ---- The key


def test_a_key_that_cannot_be_written_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_space(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, f"No space left for {os.fstat(descriptor).st_size} bytes")

    with monkeypatch.context() as full:
        full.setattr(os, "fsync", no_space)
        with pytest.raises(OSError, match="No space left for 64 bytes"):
            local_files.stored_secret_key(tmp_path / "secret_key")
    assert list(tmp_path.iterdir()) == []
    assert len(local_files.stored_secret_key(tmp_path / "secret_key")) == 64
    (tmp_path / "secret_key").write_text("0123456789abcdef")
    assert local_files.stored_secret_key(tmp_path / "secret_key") == "0123456789abcdef"


@pytest.mark.parametrize("content", [b"", b"0123456789abcde", b"\xff\xfe" * 32], ids=["empty", "short", "no text"])
def test_a_file_that_is_no_key_is_never_replaced(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "secret_key").write_bytes(content)
    with pytest.raises(ConfigurationError, match="secret_key doesn't hold the key"):
        create_app({"INSTANCE": str(tmp_path)})
    assert (tmp_path / "secret_key").read_bytes() == content


def test_a_key_that_cannot_be_read_is_an_error_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "secret_key").mkdir()
    with pytest.raises(ConfigurationError, match=r"secret_key can't be read or written: Is a directory$"):
        create_app({"INSTANCE": str(tmp_path)})


def test_a_lost_key_is_reported_if_there_is_data(
    tmp_path: Path, empty_instance: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for folder, expected in ((tmp_path / "new", False), (tmp_path / "old", True)):
        if expected:
            shutil.copytree(empty_instance, folder)
            (folder / "secret_key").unlink()
        app = create_app({"INSTANCE": str(folder)})
        upgrade_database(app)
        database.close(app)
        assert ("secret_key was missing" in capsys.readouterr().err) is expected


@pytest.mark.parametrize("has_links", [True, False])
def test_servers_that_start_at_once_have_one_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_links: bool
) -> None:
    def no_links(_source: str, _target: Path) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    if not has_links:
        monkeypatch.setattr(os, "link", no_links)
    together = threading.Barrier(8)

    def start(_: int) -> str:
        together.wait(60)
        with suppress(*[local_files.UnusableKey] * (not has_links)):  # another server is just writing it
            return local_files.stored_secret_key(tmp_path / "secret_key")
        return ""

    with ThreadPoolExecutor(8) as servers:
        keys = {*servers.map(start, range(8))}
    assert keys - {""} == {local_files.stored_secret_key(tmp_path / "secret_key")}
    assert [(path.name, path.stat().st_mode & 0o777) for path in tmp_path.iterdir()] == [("secret_key", 0o600)]


# ---- One server for each SQLite file


def test_a_second_server_on_the_same_file_is_refused_in_words(app: Flask) -> None:
    first = lock_database(app)
    with pytest.raises(click.ClickException, match="already running"):
        lock_database(app)
    assert first is not None
    first.close()
    present(lock_database(app)).close()


def test_a_link_to_the_file_is_the_same_file(tmp_path: Path) -> None:
    file, link = tmp_path / "companion.sqlite3", tmp_path / "link.sqlite3"
    file.touch()
    link.symlink_to(file)
    with local_files.lock(file), pytest.raises(local_files.AlreadyServed):
        local_files.lock(link)


def test_a_file_system_without_locks_is_not_taken_for_a_second_server(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_locks(_file: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(local_files, "_lock", no_locks)
    with pytest.raises(click.ClickException, match="No locks available"):
        lock_database(app)


def test_the_first_of_two_servers_goes_on(serve: Serve, phone: Take) -> None:
    server = serve()
    environment = {**server.environment, "COMPANION_INSTANCE": server.environment["COMPANION_INSTANCE"]}
    command = [sys.executable, "-m", "companion", "serve", "--host", "127.0.0.1", "--port", "1"]
    second = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60)
    assert second.returncode == 1
    assert "already running" in second.stderr
    assert "Traceback" not in second.stderr
    assert phone(server).get("/").status == 200


def test_servers_that_start_at_once_share_a_new_postgres(serve: Serve, phone: Take, postgres: str) -> None:
    with ThreadPoolExecutor(3) as pool:
        servers = [start.result(90) for start in [pool.submit(serve, DATABASE_URL=postgres) for _ in range(3)]]
    table = phone(servers[0]).create_table()
    assert table.startswith("/t/")
    assert {phone(server).get("/").status for server in servers} == {200}


def test_a_server_that_stops_tells_its_pages_and_leaves_all_that_was_saved_in_the_main_file(
    serve: Serve, phone: Take, capfd: pytest.CaptureFixture[str]
) -> None:
    server = serve()
    host = phone(server)
    game = host.start_game(host.create_table("Friday"), ["Ana"])
    events = host.stream(game)
    next(events), next(events)
    host.get("/")  # a connection that is kept
    server.end()
    assert next(events)[0] == "closing"
    assert capfd.readouterr().err == ""
    folder = Path(server.environment["COMPANION_INSTANCE"])
    assert not (folder / "companion.sqlite3-wal").exists()
    copied = sqlite3.connect(f"file:{folder / 'companion.sqlite3'}?immutable=1", uri=True)
    assert copied.execute("SELECT name FROM tables").fetchall() == [("Friday",)]
    copied.close()


# ---- A database that can't be used


def make_newer(file: Path) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num VARCHAR)")
        connection.execute("INSERT INTO alembic_version VALUES ('9999')")
    connection.close()


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda file: file.write_bytes(b"no database" * 1000), "is damaged"),
        (lambda file: file.write_bytes(b"SQLite format 3\0" + b"\xff" * 5000), "is damaged"),
        (make_newer, "newer version"),
        (Path.mkdir, "can't be read or written"),
    ],
    ids=["no database", "damaged", "newer", "not to be opened"],
)
def test_a_database_that_cannot_be_used_is_an_error_in_a_sentence(
    tmp_path: Path, spoil: Callable[[Path], object], sentence: str
) -> None:
    spoil(tmp_path / "companion.sqlite3")
    app = create_app({"INSTANCE": str(tmp_path)})
    with pytest.raises(click.ClickException, match=sentence):
        upgrade_database(app)
    assert not list(tmp_path.glob("before-upgrade*")), "a server that is started again and again would fill the disk"


def test_a_read_only_database_is_an_error_when_the_server_starts(tmp_path: Path) -> None:
    upgrade_database(create_app({"INSTANCE": str(tmp_path)}))
    app = create_app({"INSTANCE": str(tmp_path)})
    file = tmp_path / "companion.sqlite3"

    def connect(*_: object) -> sqlite3.Connection:
        return sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True, check_same_thread=False)

    with app.app_context():
        event.listen(db.engine, "do_connect", connect)
        assert db.session.scalars(text("SELECT name FROM tables")).all() == []
        db.session.remove()
    with pytest.raises(click.ClickException, match="readonly"):
        upgrade_database(app)


def test_a_folder_that_cannot_be_made_is_an_error_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path / "file" / "instance"))
    with pytest.raises(click.ClickException, match=r"file/instance can't be read or written: Not a directory$"):
        application()


# ---- A database that goes away


def test_a_postgres_that_is_away_is_an_error_in_a_sentence_and_503(tmp_path: Path) -> None:
    pytest.importorskip("psycopg")
    away = "postgres://nobody@127.0.0.1:1/nothing"
    app = create_app({"INSTANCE": str(tmp_path), "SQLALCHEMY_DATABASE_URI": away})
    with pytest.raises(click.ClickException, match="The database can't be reached"):
        upgrade_database(app)
    response = app.test_client().get("/j/AAAAAA")
    assert (response.status_code, response.text.count("<h1>")) == (503, 1)
    assert app.test_client().get("/healthz").status_code == 503


def test_a_database_that_hangs_fails_the_health_check_within_seconds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("psycopg")
    monkeypatch.setattr(health, "PATIENCE", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as silent:  # takes connections and never answers
        url = f"postgresql+psycopg://nobody@127.0.0.1:{silent.getsockname()[1]}/nothing"
        app = create_app({"INSTANCE": str(tmp_path), "SQLALCHEMY_DATABASE_URI": url})
        assert app.test_client().get("/healthz").status_code == 503
        waiting = {thread.daemon for thread in threading.enumerate() if thread.name == "health"}
    assert waiting == {True}, "it keeps no server from ending"


def test_a_table_that_is_locked_for_too_long_is_answered_with_503(
    postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "STATEMENT_TIMEOUT", 1)
    app = create_app({"INSTANCE": str(tmp_path), "SQLALCHEMY_DATABASE_URI": postgres})
    upgrade_database(app)
    with app.app_context(), db.engine.connect() as another:
        another.execute(text("LOCK TABLE tables IN ACCESS EXCLUSIVE MODE"))
        response = app.test_client().get("/j/AAAAAA")
    assert response.status_code == 503
    database.close(app)


def test_a_request_that_gets_no_connection_is_answered_with_503(empty_instance: Path) -> None:
    options = {"pool_size": 1, "max_overflow": 0, "pool_timeout": 0.01}
    app = create_app({"INSTANCE": str(empty_instance), "SQLALCHEMY_ENGINE_OPTIONS": options})
    with app.app_context(), db.engine.connect():
        response = app.test_client().get("/j/AAAAAA")
    assert response.status_code == 503
    database.disconnect(app)


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), 503),
        (OSError(errno.EIO, "Input/output error"), 500),
        (IntegrityError("INSERT", None, Exception("it refers to a row that is gone")), 409),
        (StaleDataError("0 rows were matched"), 404),
    ],
    ids=["disk full", "another error of the disk", "gone", "deleted"],
)
def test_what_may_happen_to_any_request_has_a_page(
    app: Flask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: Exception, status: int
) -> None:
    def fail(_token: str) -> None:
        raise error

    monkeypatch.setattr("companion.web.access.link_for", fail)
    app.config["PROPAGATE_EXCEPTIONS"] = False
    response = app.test_client().get("/l/token")
    assert response.status_code == status
    assert response.headers.get("Retry-After") == ("5" if status == 503 else None)
    assert [record.levelname for record in caplog.records] == ["ERROR"] * (status != 404)


def test_connections_that_postgres_has_dropped_are_replaced(postgres: str, tmp_path: Path) -> None:
    app = create_app({"INSTANCE": str(tmp_path), "SQLALCHEMY_DATABASE_URI": postgres})
    upgrade_database(app)
    client = app.test_client()
    assert client.get("/j/AAAAAA").status_code == 404
    with app.app_context():
        db.session.execute(text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"))
        db.session.rollback()
        other = db.engine.connect()
        other.execute(text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"))
        other.close()
    assert client.get("/j/AAAAAA").status_code == 404
    database.close(app)


# ---- What the log may hold


def test_the_log_holds_no_link_that_a_database_error_is_about(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    with app.app_context():
        _, host = allowed(tables.create_table("Friday"))
        db.session.add(AccessLink(table_id=host.table_id, role="host", token=host.token))
        with pytest.raises(IntegrityError) as raised:
            db.session.commit()
        db.session.rollback()
        assert host.token not in str(raised.value)
