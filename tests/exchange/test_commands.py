"""`companion export` and `companion import`."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from uuid import UUID

import pytest
from click.testing import Result
from flask import Flask
from sqlalchemy import select

from companion.store.base import db
from companion.store.models import Table
from tests import commands
from tests.evening import instance

__all__ = ["instance"]


@pytest.fixture
def run(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Run a command on the instance of `app`."""
    monkeypatch.setenv("COMPANION_INSTANCE", app.instance_path)

    def run(*args: str, data: bytes = b"") -> Result:
        with app.app_context():
            db.session.remove()
            db.engine.dispose()
        return commands.run(*args, given=data)

    return run


@pytest.fixture
def exported(run: Callable[..., Result]) -> bytes:
    result = run("export", "Friday")
    assert result.exit_code == 0, result.stderr
    return result.stdout_bytes


def test_a_table_is_exported_and_counted(run: Callable[..., Result], exported: bytes) -> None:
    counted = run("stats", "--json", "-", data=exported)
    figures = json.loads(counted.stdout)
    assert (figures["games"], figures["left_out"]) == (6, 2)
    lines = run("export", "Friday", "--as", "records").stdout_bytes
    again = json.loads(run("stats", "--json", "--lines", data=lines).stdout)
    assert (again["players"], again["pairs"]) == (figures["players"], figures["pairs"])


def test_a_file_stays_as_it_was_if_a_table_cannot_be_written_to_it(
    run: Callable[..., Result], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "kept.json"
    file.write_bytes(b"an older copy")

    def full(path: Path, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    result = run("export", "Friday", str(file))
    said = f"Error: Could not open file '{file}': No space left on device\n"
    assert (result.exit_code, result.stderr, file.read_bytes()) == (1, said, b"an older copy")
    assert [*tmp_path.glob("*.part")] == []


def test_a_table_is_written_to_a_device_and_through_a_link(
    run: Callable[..., Result], exported: bytes, tmp_path: Path
) -> None:
    assert run("export", "Friday", os.devnull).exit_code == 0
    assert not Path(os.devnull).is_file()
    (tmp_path / "link").symlink_to(tmp_path / "target")
    assert run("export", "Friday", str(tmp_path / "link")).exit_code == 0
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "target").read_bytes() == exported


RECORD = {"format": "companion-record/1", "game": "the-game", "options": {}, "players": [{"name": "Ana"}]}


def test_an_import_names_the_table_that_gets_the_games(run: Callable[..., Result], exported: bytes) -> None:
    other = json.loads(exported) | {"id": str(UUID(int=7, version=4)), "name": "Small", "games": []}
    assert run("import", "-", data=json.dumps(other).encode()).stdout.splitlines()[0] == "Small"
    done = run("import", "-", "--table", "Small", data=exported)
    assert (done.exit_code, done.stdout.splitlines()[:2]) == (0, ["Small", "  New: 8 games."])
    assert json.loads(run("export", other["id"]).stdout)["name"] == "Small", "found by its id"


def test_an_import_says_what_was_done_and_a_dry_run_what_would_be(
    run: Callable[..., Result], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path / "new"))  # where there is no database yet
    file = tmp_path / "Club.json"
    file.write_text(json.dumps({**RECORD, "entries": [{"type": "result", "leftover": 9}]}), encoding="utf-8")
    dry, first, again = (run("import", str(file), *words) for words in (["--dry-run"], [], []))
    assert (dry.stdout, again.stdout) == ("Club\n  New: 1 game.\n", "Club\n  Already here: 1 game.\n")
    assert re.fullmatch(r"Club\n  New: 1 game\.\n  Its host link: http://\S+/l/\S+\n", first.stdout)
    assert [result.exit_code for result in (dry, first, again)] == [0] * 3
    unnamed = run("import", "-", data=json.dumps({**RECORD, "entries": []}).encode())
    assert unnamed.stdout.startswith("Imported games\n")


def test_what_a_file_says_cannot_control_the_terminal(run: Callable[..., Result], exported: bytes) -> None:
    result = run("import", "-", data=json.dumps({**RECORD, "game": "\x1b[2J\u202ebids", "entries": []}).encode())
    assert result.exit_code == 1
    assert not {"\x1b", "\u202e"} & {*result.stdout}


def test_a_game_left_out_is_named_and_changes_the_status(run: Callable[..., Result], exported: bytes) -> None:
    other = json.loads(exported)
    other["id"] = str(UUID(int=7, version=4))
    other["games"][0]["log"] = [other["games"][0]["log"][0]] * 2
    result = run("import", "-", data=json.dumps(other).encode())
    assert result.exit_code == 1
    assert re.search(r"\n    Game 1 of the file \(Bids, .*\): Row 2 of the log is wrong\.\n", result.stdout)


def test_nothing_is_written_if_one_file_is_wrong(
    app: Flask, run: Callable[..., Result], exported: bytes, tmp_path: Path
) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_bytes(exported.replace(b'"Friday"', b'"Saturday"'))
    bad.write_bytes(b"{}")
    result = run("import", str(good), str(bad))
    assert (result.exit_code, str(bad) in result.stderr) == (2, True)
    with app.app_context():
        assert [table.name for table in db.session.scalars(select(Table)).all()] == ["Friday"]
