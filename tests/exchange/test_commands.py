"""`companion export` and `companion import`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from flask import Flask

from companion.cli.import_ import LONG, _with_progress
from companion.cli.main import main
from companion.core.messages import Json
from companion.store.models import Table, db
from tests.exchange.evening import play_evening


@pytest.fixture
def run(app: Flask, runner: CliRunner, monkeypatch: pytest.MonkeyPatch):
    """Run a command on the instance of `app`."""
    monkeypatch.setenv("COMPANION_INSTANCE", app.instance_path)

    def run(*args: str, data: bytes = b"") -> Result:
        db_free(app)
        return runner.invoke(main, [*args], input=data)

    return run


def db_free(app: Flask) -> None:
    with app.app_context():
        db.session.remove()
        db.engine.dispose()


@pytest.fixture
def exported(app: Flask, run) -> bytes:
    with app.app_context():
        play_evening()
    result = run("export", "Friday")
    assert result.exit_code == 0, result.stderr
    return result.stdout_bytes


def test_a_table_is_exported_and_counted(run, exported: bytes) -> None:
    counted = run("stats", "--json", "-", data=exported)
    found = json.loads(counted.stdout)
    assert (found["games"], found["left_out"]) == (6, 2)
    lines = run("export", "Friday", "--as", "records").stdout_bytes
    again = json.loads(run("stats", "--json", "--lines", data=lines).stdout)
    assert (again["players"], again["pairs"]) == (found["players"], found["pairs"])


@pytest.mark.parametrize("kind", ["table", "records", "games-csv", "rounds-csv", "bgsplay"])
def test_every_kind_is_written_to_a_file(run, exported: bytes, tmp_path: Path, kind: str) -> None:
    file = tmp_path / "out"
    assert run("export", "Friday", str(file), "--as", kind).exit_code == 0
    assert file.stat().st_size > 100


def test_importing_twice_changes_nothing(app: Flask, run, exported: bytes) -> None:
    assert run("import", "-", data=exported).exit_code == 0
    assert run("export", "Friday").stdout_bytes == exported
    with app.app_context():
        assert len(Table.query.all()) == 1


def test_a_new_table_comes_with_its_host_link(app: Flask, run, exported: bytes) -> None:
    other = json.loads(exported)
    other["id"] = "00000000-0000-4000-8000-000000000001"
    other["games"] = other["games"][:1]
    dry = run("import", "--dry-run", "-", data=json.dumps(other).encode())
    with app.app_context():
        assert len(Table.query.all()) == 1
    result = run("import", "-", data=json.dumps(other).encode())
    assert (dry.exit_code, result.exit_code) == (0, 0)
    assert "/l/" in result.stdout
    assert "/l/" not in dry.stdout
    with app.app_context():
        assert len(Table.query.all()) == 2
    assert run("export", "Friday").exit_code == 1, "which of the two?"
    assert run("export", "00000000-0000-4000-8000-000000000001").exit_code == 0


def test_a_game_left_out_is_named_and_changes_the_status(run, exported: bytes) -> None:
    other = json.loads(exported)
    other["id"] = "00000000-0000-4000-8000-000000000001"
    other["games"][0]["log"] = [other["games"][0]["log"][0]] * 2
    result = run("import", "-", data=json.dumps(other).encode())
    assert result.exit_code == 1
    assert "Bids" in result.stdout


def test_nothing_is_written_if_one_file_is_wrong(app: Flask, run, exported: bytes, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_bytes(exported.replace(b'"Friday"', b'"Saturday"'))
    bad.write_bytes(b"{}")
    result = run("import", str(good), str(bad))
    assert result.exit_code == 2
    with app.app_context():
        assert [table.name for table in Table.query.all()] == ["Friday"]


def test_there_is_no_such_table(run, exported: bytes) -> None:
    assert run("export", "Sunday").exit_code == 1
    assert run("import", "--table", "Sunday", "-", data=exported).exit_code == 1


def test_a_long_import_shows_on_a_terminal_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    games: list[Json] = [{}] * LONG
    assert [*_with_progress(games[1:])] == games[1:]
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert capsys.readouterr().err == ""
    assert [*_with_progress(games)] == games
    assert "100%" in capsys.readouterr().err
