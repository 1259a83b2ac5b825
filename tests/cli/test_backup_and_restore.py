"""`companion backup` and `companion restore` as commands; what a backup holds is tested in tests/store."""

import errno
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.cli import restore
from companion.store import backup
from tests.commands import run


@pytest.fixture
def database(empty_instance: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database with one table, where the commands look for it; returns its path."""
    file = tmp_path / "companion.sqlite"
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path / "instance"))
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{file}")
    shutil.copy(empty_instance / "companion.sqlite3", file)
    fill(file, "Friday")
    return file


def fill(file: Path, *names: str) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("DELETE FROM players")
        connection.execute("DELETE FROM tables")
        values = "public_id, name, opened_at, code, is_join_code_on, players_may_correct_all, uuid"
        query = f"INSERT INTO tables ({values}) VALUES (?, ?, '2026-11-20 19:00:00', ?, 1, 0, ?)"
        connection.executemany(query, [(name, name, name[:6], name) for name in names])


def evenings(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as connection:
        return [name for (name,) in connection.execute("SELECT name FROM tables")]


def test_the_database_itself_is_no_place_for_a_backup(database: Path) -> None:
    before = database.read_bytes()
    link = database.with_name("backup.sqlite")
    link.symlink_to(database)
    for target in (database, link):
        result = run("backup", str(target))
        said = f"Error: Copying {database} to {target} failed: File exists.\n"
        assert (result.exit_code, result.stderr) == (1, said)
    assert (database.read_bytes(), link.is_symlink()) == (before, True)


def test_without_a_database_there_is_nothing_to_back_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path / "instance"))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    result = run("backup", str(tmp_path / "copy.sqlite"))
    assert result.exit_code == 1
    assert "There is no database at" in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["instance"]


def test_a_backup_is_for_its_owner_only(database: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    assert run("backup", str(copy)).stdout == f"All tables and games were copied to {copy}.\n"
    assert copy.stat().st_mode & 0o077 == 0


def test_a_folder_that_is_not_there_is_an_error(database: Path, tmp_path: Path) -> None:
    for target, reason in (
        (tmp_path / "nowhere" / "copy.sqlite", "No such file or directory"),
        (tmp_path, "Is a directory"),
    ):
        result = run("backup", str(target))
        assert (result.exit_code, result.stderr.endswith(f" failed: {reason}.\n")) == (1, True)
    assert not [*tmp_path.parent.glob("*.part")]


@pytest.mark.parametrize("last", ["copy_file", "take_key", "write_key", "write_secret_key"])
def test_a_restore_that_is_cut_off_leaves_the_old_data_and_can_be_run_again(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, last: str
) -> None:
    copy, key_file = tmp_path / "copy.sqlite", tmp_path / "instance" / "secret_key"
    run("backup", str(copy))
    key = key_file.read_text()
    key_file.write_text("of another machine")
    fill(database, "Saturday")

    def cut_off(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as killed:
        killed.setattr(restore if last == "write_secret_key" else backup, last, cut_off)
        assert run("restore", "--yes", str(copy)).exit_code == 1
    assert (evenings(database), key_file.read_text()) == (["Saturday"], "of another machine")
    assert not [*tmp_path.glob("*.part*")]
    kept = tmp_path / "before-restore.sqlite3"
    said = f"Your previous data is kept in {kept}.\nRestored from {copy}.\n"
    assert run("restore", "--yes", str(copy)).stdout == said
    assert (evenings(database), key_file.read_text(), evenings(kept)) == (["Friday"], key, ["Saturday"])


@pytest.mark.parametrize("command", [("backup",), ("restore", "--yes")])
def test_copies_of_postgresql_are_made_with_its_own_programs(
    command: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path / "instance"))
    monkeypatch.setenv("DATABASE_URL", "postgresql://nobody@127.0.0.1:1/none")
    file = tmp_path / "copy"
    file.write_bytes(b"as it was")
    result = run(*command, str(file))
    assert (result.exit_code, file.read_bytes()) == (1, b"as it was")
    assert "pg_dump" in result.stderr


def test_a_folder_that_is_read_only_is_no_traceback(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def read_only(path: Path, *_: object, **__: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system", str(path))

    monkeypatch.setattr(Path, "touch", read_only)
    assert run("link").exit_code == 0
    database.unlink()
    assert run("link").exit_code == 1


def test_restoring_needs_confirmation(database: Path, tmp_path: Path) -> None:
    run("backup", str(tmp_path / "copy.sqlite"))
    fill(database, "Saturday")
    assert run("restore", str(tmp_path / "copy.sqlite"), given="n\n").exit_code == 1
    assert evenings(database) == ["Saturday"]
