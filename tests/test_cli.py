"""The command line: what it prints, how it ends, and that one broken record never stops the others."""

import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from companion.cli.main import COMMANDS, main
from companion.i18n import language

ROOT = Path(__file__).parents[1]
RECORD = {
    "format": "companion-record/1",
    "game": "bids",
    "players": [{"name": "Ana"}, {"name": "Luis"}, {"name": "Zoë"}],
    "entries": [{"type": "reveal", "card": "K5"}],
}


def run(*args: str, given: bytes | str | None = None) -> Result:
    return CliRunner().invoke(main, args, input=given)


def replayed(record: object) -> Result:
    return run("replay", "-", given=json.dumps(record))


def lines(*given: bytes) -> list[dict]:
    result = run("replay", "--lines", given=b"\n".join(given) + b"\n")
    assert result.exit_code == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_a_record_whose_entries_stand_is_reported_with_status_0():
    result = replayed(RECORD)
    assert result.exit_code == 0
    report = json.loads(result.stdout)
    assert report["format"] == "companion-report/1"
    assert report["prompt"]["type"] == "bid"
    assert report["refusal"] is None


def test_a_refused_entry_is_reported_with_status_1():
    result = replayed(RECORD | {"entries": [*RECORD["entries"], {"type": "reveal", "card": "K5"}]})
    assert result.exit_code == 1
    assert json.loads(result.stdout)["refusal"]["entry"] == 1


@pytest.mark.parametrize(
    "given",
    [
        "",
        "{",
        "[]",
        "null",
        json.dumps(RECORD | {"format": "companion-record/2"}),
        json.dumps(RECORD | {"game": "chess"}),
        json.dumps(RECORD | {"players": [{"name": "Ana"}]}),
        json.dumps(RECORD | {"options": {"rounds": True}}),
        json.dumps(RECORD | {"note": "hello"}),
        b"\xff",
        "[" * 100_000,
    ],
)
def test_no_record_is_status_2_with_the_reason_on_standard_error_only(given):
    result = run("replay", "-", given=given)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.strip()
    assert "Traceback" not in result.stderr


def test_what_a_record_holds_cannot_control_the_terminal():
    escape = "\x1b]0;title\x07\x9b31m\u202e"
    result = replayed(RECORD | {"game": escape})
    assert result.exit_code == 2
    assert "title" in result.stderr
    assert not set(result.stderr) & set("\x1b\x07\x9b\u202e")


def test_json_on_a_terminal_holds_no_sign_that_it_obeys(monkeypatch, capsysbinary):
    from companion.cli.output import print_json

    print_json("\x9b31m\x7f")
    plain = capsysbinary.readouterr().out
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    print_json("\x9b31m\x7f")
    shown = capsysbinary.readouterr().out
    assert json.loads(shown) == json.loads(plain)
    assert shown.isascii()


def test_a_file_is_read_like_standard_input(tmp_path):
    file = tmp_path / "game.json"
    file.write_text(json.dumps(RECORD), encoding="utf-8")
    assert run("replay", str(file)).stdout == replayed(RECORD).stdout


def test_a_file_that_is_not_there_is_status_2(tmp_path):
    result = run("replay", str(tmp_path / "game.json"))
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "game.json" in result.stderr


def test_replay_asks_for_a_file_or_lines():
    assert run("replay").exit_code == 2
    assert run("replay", "--lines", "-").exit_code == 2


def test_a_line_that_is_not_a_record_is_answered_and_the_next_one_too():
    good = json.dumps(RECORD).encode()
    deep = b'{"entries":' * 5_000
    surrogate = good.replace(b'"Ana"', b'"\\ud800"')
    broken = [b"", b"   ", b"{", b"\xff\xfe", b"null", b"\x00", deep, surrogate, b'"' + b"x" * 1_000_000 + b'"']
    answers = lines(*(line for item in broken for line in (item, good)))
    assert [answer.keys() for answer in answers[::2]] == [{"format", "error"}] * len(broken)
    assert all(answer["format"] == "companion-report/1" and answer["error"] for answer in answers[::2])
    assert [answer["refusal"] for answer in answers[1::2]] == [None] * len(broken)


@pytest.mark.parametrize("number", ["1e999", "-1e999", "9" * 10_000, "9" * 30, "1.5", "true"])
def test_a_number_beyond_all_measure_is_refused_where_it_stands(number):
    entries = [{"type": "starter", "seat": 0}, {"type": "starter", "seat": "NUMBER"}]
    record = json.dumps(RECORD | {"entries": entries}).replace('"NUMBER"', number)
    assert lines(record.encode())[0]["refusal"]["entry"] == 1


def test_a_line_without_a_line_break_at_the_end_is_answered():
    result = run("replay", "--lines", given=json.dumps(RECORD))
    assert len(result.stdout.splitlines()) == 1


def test_windows_line_breaks_are_read():
    assert lines(json.dumps(RECORD).encode() + b"\r")[0]["refusal"] is None


def test_no_lines_are_no_answers():
    result = run("replay", "--lines", given=b"")
    assert (result.exit_code, result.stdout) == (0, "")


def test_a_million_entries_are_answered():
    entries = [{"type": "reveal", "card": "K5"}] * 1_000_000
    assert lines(json.dumps(RECORD | {"entries": entries}).encode())[0]["refusal"]["entry"] == 1


def test_each_line_is_answered_before_the_next_is_sent():
    command = [sys.executable, "-m", "companion", "replay", "--lines"]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        for _ in range(3):
            process.stdin.write(json.dumps(RECORD).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["refusal"] is None
        process.stdin.close()
        assert process.wait(60) == 0


def test_a_defect_met_by_one_line_does_not_silence_the_others(monkeypatch):
    from companion.games import bids

    def fail(players, options):
        raise ZeroDivisionError

    monkeypatch.setattr(bids, "setup", fail)
    good = json.dumps(RECORD | {"game": "the-game", "entries": []}).encode()
    result = run("replay", "--lines", given=json.dumps(RECORD).encode() + b"\n" + good)
    first, second = map(json.loads, result.stdout.splitlines())
    assert "ZeroDivisionError" in first["error"]
    assert second["refusal"] is None
    assert result.exit_code == 1


def test_an_unknown_language_is_refused_with_those_there_are():
    result = run("replay", "--lang", "tlh", "-", given=json.dumps(RECORD))
    assert result.exit_code == 2
    assert "There is no language tlh. You can use en, es, pt-BR or de." in result.stderr


def imported(*args: str) -> set[str]:
    """Return the modules that `companion *args` has imported when it ends."""
    code = (
        "import atexit, sys; atexit.register(lambda: print(*sys.modules, file=sys.stderr));"
        "from companion.cli.main import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", code, *args], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(done.stderr.split())


def test_help_imports_nothing_heavy():
    modules = imported("--help")
    heavy = {"alembic", "babel", "flask", "gevent", "msgspec", "psycopg", "reportlab", "segno", "sqlalchemy", "wtforms"}
    assert "click" in modules
    assert not modules & heavy
    assert not {module for module in modules if module.startswith("companion.")} - {
        "companion.cli",
        "companion.cli.main",
    }


def test_help_names_every_command():
    words = run("--help").stdout.split()
    assert (
        {"replay", "backup", "restore", "serve", "print", "rule", "stats", "export", "import"}
        <= set(COMMANDS)
        <= set(words)
    )


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_has_help(name):
    result = run(name, "--help")
    assert result.exit_code == 0, result.output
    assert "Usage:" in result.stdout


@pytest.fixture
def database(empty_instance, tmp_path, monkeypatch):
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
        values = "public_id, name, opened_at, code, joining, all_correct, uuid"
        query = f"INSERT INTO tables ({values}) VALUES (?, ?, '2026-11-20 19:00:00', ?, 1, 0, ?)"
        connection.executemany(query, [(name, name, name[:6], name) for name in names])


def evenings(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as connection:
        return [name for (name,) in connection.execute("SELECT name FROM tables")]


def test_a_backup_restores_what_was_there_and_keeps_what_is_replaced(database, tmp_path):
    copy = tmp_path / "copy.sqlite"
    assert run("backup", str(copy)).exit_code == 0
    fill(database, "Saturday", "Sunday")
    assert run("restore", "--yes", str(copy)).exit_code == 0
    assert evenings(database) == ["Friday"]
    assert evenings(tmp_path / "instance" / "before-restore.sqlite3") == ["Saturday", "Sunday"]


def test_without_a_database_there_is_nothing_to_back_up(tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path / "instance"))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    result = run("backup", str(tmp_path / "copy.sqlite"))
    assert result.exit_code == 1
    assert "There is no database at" in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["instance"]


def test_a_backup_is_for_its_owner_only(database, tmp_path):
    run("backup", str(tmp_path / "copy.sqlite"))
    assert (tmp_path / "copy.sqlite").stat().st_mode & 0o077 == 0


def test_a_folder_that_is_not_there_is_an_error(database, tmp_path):
    result = run("backup", str(tmp_path / "nowhere" / "copy.sqlite"))
    assert result.exit_code == 1
    assert "failed" in result.stderr


def test_a_backup_is_whole_while_somebody_writes(database, tmp_path):
    with closing(sqlite3.connect(database)) as writer:
        writer.execute("UPDATE tables SET name = 'not committed yet'")
        assert run("backup", str(tmp_path / "copy.sqlite")).exit_code == 0
    assert evenings(tmp_path / "copy.sqlite") == ["Friday"]


def test_restoring_needs_a_yes(database, tmp_path):
    run("backup", str(tmp_path / "copy.sqlite"))
    fill(database, "Saturday")
    assert run("restore", str(tmp_path / "copy.sqlite"), given="n\n").exit_code == 1
    assert evenings(database) == ["Saturday"]


def test_a_file_that_is_not_a_backup_changes_nothing(database, tmp_path):
    other = tmp_path / "letter.txt"
    other.write_text("Dear Ana", encoding="utf-8")
    result = run("restore", "--yes", str(other))
    assert result.exit_code == 1
    assert "not a backup made by" in result.stderr
    assert evenings(database) == ["Friday"]


@pytest.mark.parametrize(
    ("name", "setting", "value"),
    [
        ("backup", "PROXIES", "many"),
        ("serve", "PROXIES", "many"),
        ("serve", "SQLALCHEMY_DATABASE_URI", "postgresql//cards:secret@localhost"),
        ("serve", "SQLALCHEMY_DATABASE_URI", "mysql://cards:secret@localhost/cards"),
    ],
)
def test_a_wrong_setting_is_named_in_a_sentence_and_nothing_else_is_printed(name, setting, value, tmp_path):
    environment = {**os.environ, "COMPANION_INSTANCE": str(tmp_path), "DATABASE_URL": "", f"COMPANION_{setting}": value}
    asked = [sys.executable, "-m", "companion", name, *([str(tmp_path / "copy")] if name == "backup" else [])]
    done = subprocess.run(asked, env=environment, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert line.startswith("Error: ")
    assert setting in line
    assert "secret" not in line


def test_a_postgresql_that_cannot_be_reached_is_an_error(monkeypatch, tmp_path):
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path / "instance"))
    monkeypatch.setenv("DATABASE_URL", "postgresql+psycopg://nobody@127.0.0.1:1/none")
    result = run("backup", os.fspath(tmp_path / "copy"))
    assert result.exit_code == 1
    assert "The database can't be reached" in result.stderr
    assert not (tmp_path / "copy").exists()


def commands(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    for name in group.list_commands(click.Context(group)):
        command = group.get_command(click.Context(group), name)
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))
        else:
            yield (*path, name), command


def test_every_command_speaks_the_language_asked_for():
    silent = [path for path, command in commands(main) if "lang" not in {param.name for param in command.params}]
    assert silent == []


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["replay"], "Give either FILE or --lines."),
        (["backup", "copy.sqlite"], "There is no database at {file} yet."),
        (["restore", "--yes", __file__], "{file} is not a backup made by `companion backup`."),
        (["serve", "--host", "192.0.2.1", "--port", "65535"], "Companion can't listen on {host}, port {port}: {error}"),
        (["rule", "bids", "--front", "K3"], "{text} needs a seat before the colon, as in 0:K3,K8."),
        (["rule", "bids", "--players", "9"], "{field}: choose {low} to {high}, not {value}."),
        (["print", "setup", "bids", "--players", "9"], "This game is for {low} to {high} players, not for {n}."),
    ],
)
def test_errors_are_in_that_language(words, told, tmp_path):
    spanish = language.translator({}, (), "es").gettext(told)
    assert spanish != told, "the sentence is none of ours any more"
    environment = {**os.environ, "COMPANION_INSTANCE": str(tmp_path), "DATABASE_URL": ""}
    words = [str(tmp_path / word) if word == "copy.sqlite" else word for word in words]
    asked = [sys.executable, "-m", "companion", *words, "--lang", "es"]
    if words[0] == "print":
        asked += ["-o", str(tmp_path / "sheet.pdf")]
    done = subprocess.run(asked, env=environment, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode != 0
    said = " ".join(done.stderr.split())
    assert all(part.strip() in said for part in re.split(r"{\w+}", spanish)), done.stderr
