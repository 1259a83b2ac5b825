"""Errors of commands: one sentence, in the language asked for."""

import errno
import os
import re
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import click
import pytest

from companion.cli.main import COMMANDS, main, program_name
from companion.cli.output import answer_lines, write_file
from companion.i18n import language
from tests.checked import present
from tests.commands import run


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("COMPANION_PROXIES", "many"),
        ("COMPANION_PROXYS", "1"),
        ("COMPANION_SECRET_KEY", "secret"),
        ("DATABASE_URL", "postgresql//cards:secret@localhost"),
        ("DATABASE_URL", "mysql://cards:secret@localhost/cards"),
        ("DATABASE_URL", "postgresql://cards:secret@secret@localhost:abc/cards"),
        ("DATABASE_URL", "sqlite://companion.sqlite3"),
        ("DATABASE_URL", "sqlite://"),
        ("DATABASE_URL", "sqlite:///:memory:"),
    ],
)
def test_a_wrong_setting_is_named_in_a_sentence_and_nothing_else_is_printed(
    setting: str, value: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path))
    monkeypatch.setenv(setting, value)
    done = run("backup", str(tmp_path / "copy"))
    assert done.exit_code == 1
    (line,) = done.stderr.splitlines()
    assert line.startswith("Error: ")
    assert setting.removeprefix("COMPANION_") in line
    assert "secret" not in line


def test_every_command_has_the_option_lang() -> None:
    for name in COMMANDS:
        command = present(main.get_command(click.Context(main), name))
        assert "lang" in {param.name for param in command.params}, name


class Gone:
    """An output that can't be written to."""

    def __init__(self, error: OSError) -> None:
        self.buffer, self.error = self, error

    def isatty(self) -> bool:
        return False

    def write(self, data: bytes) -> None:
        pass

    def flush(self) -> None:
        raise self.error


def test_output_that_nobody_reads_ends_a_command_and_a_full_disk_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(b"a line\n")))
    monkeypatch.setattr(sys, "stdout", Gone(BrokenPipeError()))
    for write in (lambda: write_file(Path("-"), b""), lambda: answer_lines(bytes.decode, str)):
        with pytest.raises(BrokenPipeError):
            write()
    monkeypatch.setattr(sys, "stdout", Gone(OSError(errno.ENOSPC, "No space left on device")))
    with pytest.raises(click.FileError, match=r"^No space left on device$"):
        write_file(Path("-"), b"")


def test_a_checkout_is_started_by_its_script_and_a_wheel_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert program_name() == "./run"
    monkeypatch.setattr("companion.cli.main.__file__", str(tmp_path / "companion" / "cli" / "main.py"))
    assert program_name() == "companion"


@pytest.mark.parametrize(
    "words", [["no-such-command"], ["import"], ["print"], ["restore", "no such file"], ["serve", "1"]]
)
def test_a_command_that_lacks_something_is_explained(words: list[str]) -> None:
    result = run(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("Usage: ./run ")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["replay"], "Give either FILE or --lines."),
        (["backup", os.devnull], "There is no database at %(file)s yet."),
        (["restore", "--yes", __file__], "%(file)s isn't a backup made by %(command)s."),
        (["rule", "bids", "K3"], "Write each field as --field text, such as --players 4, not %(text)s."),
        (["rule", "bids", "--players", "9"], "%(field)s: choose %(low)s to %(high)s, not %(value)s."),
        (
            ["print", "bids", "--players", "9", "-o", os.devnull],
            "This game is for %(low)s to %(high)s players, not for %(n)s.",
        ),
    ],
)
def test_errors_are_in_that_language(
    words: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spanish = language.translator({}, (), "es").gettext(message)
    assert spanish != message, "the sentence is none of ours any more"
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    done = run(*words, "--lang", "es")
    assert done.exit_code != 0
    said = " ".join(done.stderr.split())
    assert all(part.strip() in said for part in re.split(r"%\(\w+\)s", spanish)), done.stderr
