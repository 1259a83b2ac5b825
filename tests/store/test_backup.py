"""Backups of SQLite: one file brings everything back, on another machine too."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from flask import Flask
from flask_migrate import upgrade

from companion.app import create_app
from companion.store import backup, database, game_log, links, submissions, tables
from companion.store.base import db
from companion.store.models import Game, Player
from companion.store.submissions import Submission
from tests.checked import allowed
from tests.commands import run
from tests.phones import Phone, Server
from tests.started import start_game, submit_entry

Serve = Callable[..., Server]
Take = Callable[[Server], Phone]


def succeed(*args: str) -> Result:
    result = run(*args)
    assert result.exit_code == 0, result.output
    return result


class Machine:
    """A machine with a folder for its data, as the environment names it."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self._monkeypatch = folder, monkeypatch

    def use(self) -> None:
        self._monkeypatch.setenv("COMPANION_INSTANCE", str(self.folder))
        self._monkeypatch.delenv("DATABASE_URL", raising=False)

    def app(self) -> Flask:
        self.use()
        return create_app({"WTF_CSRF_ENABLED": False, "TESTING": True})


def play(app: Flask) -> tuple[str, str]:
    """Set up the database, play a little, and return the URL of the game and the host's token."""
    with app.app_context():
        upgrade()
        table, host = allowed(tables.create_table("Freitag ♣"))
        people = [allowed(tables.add_player(table, name)) for name in ("Ana", "José")]
        game = allowed(start_game(table, "the-game", people, {}))
        for number, card in enumerate((5, 9, 12)):
            entry = {"type": "play", "pile": "up1", "card": card}
            assert isinstance(
                submit_entry(game, entry, Submission(host, number, f"tap {number}")),
                submissions.Accepted,
            )
        links.set_join_code(table, on=False)
        return f"/t/{table.public_id}/{game.n}", host.token


@pytest.fixture
def backed_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Machine, Flask]:
    """A machine on which a little was played, and its application; the file `copy` has a backup."""
    machine = Machine(tmp_path / "machine", monkeypatch)
    app = machine.app()
    play(app)
    succeed("backup", str(tmp_path / "copy"))
    return machine, app


def rows(app: Flask) -> dict[str, list[tuple[Any, ...]]]:
    with app.app_context():
        contents = {
            table.name: [tuple(row) for row in db.session.execute(table.select().order_by(*table.primary_key))]
            for table in db.metadata.sorted_tables
            if table.name != "attempt_counts"
        }
        db.session.remove()
    return contents


def test_a_backup_brings_everything_and_every_phone_back_on_another_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = (Machine(tmp_path / name, monkeypatch) for name in ("one", "other"))
    app = one.app()
    game, token = play(app)
    phone = app.test_client()
    phone.get(f"/l/{token}")
    before = rows(app)
    succeed("backup", str(tmp_path / "copy"))
    database.close(app)
    other.use()
    succeed("restore", "--yes", str(tmp_path / "copy"))
    there = other.app()
    assert rows(there) == before
    name = f"{app.config['SESSION_COOKIE_NAME']}_links"
    cookie = phone.get_cookie(name)
    assert cookie is not None
    moved = there.test_client()
    moved.set_cookie(name, cookie.value)
    assert moved.get(game).status_code == 200
    with there.app_context():  # and the evening goes on
        moved_game = db.session.get_one(Game, 1)
        assert game_log.position(moved_game).last_row == 3
        assert isinstance(tables.add_player(moved_game.table, "Zoë"), Player)
    database.close(there)


def test_a_backup_is_whole_while_people_play(
    serve: Serve, phone: Take, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = serve()
    host = phone(server)
    game = host.start_game(host.create_table(), ["Ana"])
    machine = Machine(Path(server.environment["COMPANION_INSTANCE"]), monkeypatch)
    machine.use()
    counts = []
    for number, card in enumerate(range(5, 11)):
        assert host.submit(game, {"type": "play", "pile": "up1", "card": card}, number).status == 200
        succeed("backup", str(tmp_path / f"{number}"))
        with closing(sqlite3.connect(tmp_path / f"{number}")) as copy:
            assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            counts.append(copy.execute("SELECT count(*) FROM log").fetchone()[0])
    assert counts == [1, 2, 3, 4, 5, 6]
    assert host.get(game).status == 200


def test_a_damaged_database_is_replaced_and_kept(backed_up: tuple[Machine, Flask], tmp_path: Path) -> None:
    machine, app = backed_up
    before = rows(app)
    database.close(app)
    file = machine.folder / "companion.sqlite3"
    file.write_bytes(b"no database" * 1000)
    succeed("restore", "--yes", str(tmp_path / "copy"))
    assert rows(machine.app()) == before
    assert (machine.folder / "before-restore.sqlite3").read_bytes() == b"no database" * 1000


def test_a_database_that_cannot_be_copied_is_moved_with_its_latest_transactions(
    backed_up: tuple[Machine, Flask], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine, app = backed_up
    with app.app_context():
        tables.create_table("Saturday")
    later, names = rows(app), [f"companion.sqlite3{ending}" for ending in ("", "-wal", "-shm")]
    crashed = {name: (machine.folder / name).read_bytes() for name in names}  # before a checkpoint
    database.close(app)
    for name, contents in crashed.items():
        (machine.folder / name).write_bytes(contents)

    def full(_file: Path, _key: str) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as full_disk:
        full_disk.setattr(backup, "write_key", full)
        succeed("restore", "--yes", str(tmp_path / "copy"))
    assert rows(machine.app()) != later
    succeed("restore", "--yes", str(machine.folder / "before-restore.sqlite3"))
    assert rows(machine.app()) == later
    assert (machine.folder / "before-restore-2.sqlite3").exists()


def test_a_damaged_database_replaces_no_backup(backed_up: tuple[Machine, Flask], tmp_path: Path) -> None:
    machine, app = backed_up
    good = (tmp_path / "copy").read_bytes()
    database.close(app)
    damage_log(machine.folder / "companion.sqlite3")
    result = run("backup", str(tmp_path / "copy"))
    assert result.exit_code == 1
    assert "malformed" in result.output
    assert (tmp_path / "copy").read_bytes() == good
    assert {path.name for path in tmp_path.iterdir()} == {"copy", "machine"}


def damage_log(file: Path) -> None:
    """Damage the rows of the log, and nothing that is read when the file is opened."""
    with closing(sqlite3.connect(file)) as connection:
        (page_size,) = connection.execute("PRAGMA page_size").fetchone()
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'log'").fetchone()
    with file.open("r+b") as opened:
        opened.seek((page - 1) * page_size)
        opened.write(b"\xee" * 100)


def test_a_damaged_backup_changes_nothing(backed_up: tuple[Machine, Flask], tmp_path: Path) -> None:
    machine, app = backed_up
    whole = (tmp_path / "copy").read_bytes()
    (tmp_path / "copy").write_bytes(whole[:8192] + b"\xff" * 8192 + whole[16384:])
    result = run("restore", "--yes", str(tmp_path / "copy"))
    assert result.exit_code == 1
    assert result.stderr.startswith(f"Error: Copying {tmp_path / 'copy'} to {machine.folder / 'companion.sqlite3'} ")
    assert "malformed" in result.stderr
    assert {path.name for path in machine.folder.iterdir()} <= {"companion.sqlite3", "secret_key", *WORKING_FILES}
    database.close(app)


WORKING_FILES = {"companion.sqlite3-wal", "companion.sqlite3-shm", "companion.sqlite3.lock"}


def test_a_key_that_a_setting_overrides_is_reported(
    backed_up: tuple[Machine, Flask], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine, app = backed_up
    database.close(app)
    monkeypatch.setenv("COMPANION_SECRET_KEY", "another" * 5)
    result = succeed("restore", "--yes", str(tmp_path / "copy"))
    assert ("SECRET_KEY" in result.stderr, result.stdout.count("\n")) == (True, 2)
    assert (machine.folder / "secret_key").read_text() == app.config["SECRET_KEY"]


# ---- What is beside and within a copy


def test_whoever_reads_a_copy_puts_no_files_beside_it(tmp_path: Path) -> None:
    file, copy = tmp_path / "companion.sqlite3", tmp_path / "copy.sqlite3"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE alembic_version AS SELECT '0001' AS version_num")
        backup.copy_file(file, copy)
    assert backup.revision(copy) == "0001"
    assert {path.name for path in tmp_path.glob("copy*")} == {"copy.sqlite3"}
