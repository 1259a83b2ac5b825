"""`companion replay`: its reports, how it ends, and that one broken record never stops the others."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from companion.games.record import decode
from tests import ROOT
from tests.checked import present
from tests.commands import run

RECORD = {
    "format": "companion-record/1",
    "game": "bids",
    "players": [{"name": "Ana"}, {"name": "Luis"}, {"name": "Zoë"}],
    "entries": [{"type": "reveal", "card": "K5"}],
}


def replayed(record: object) -> Result:
    return run("replay", "-", given=json.dumps(record))


def lines(*given: bytes) -> list[dict[str, Any]]:
    result = run("replay", "--lines", given=b"\n".join(given) + b"\n")
    assert result.exit_code == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_a_record_with_valid_entries_is_reported_with_status_0() -> None:
    result = replayed(RECORD)
    assert result.exit_code == 0
    report = json.loads(result.stdout)
    assert report["format"] == "companion-report/1"
    assert report["prompt"]["type"] == "bid"
    assert report["refusal"] is None


@pytest.mark.parametrize(
    "given",
    [
        "",
        "{",
        "null",
        json.dumps(RECORD | {"format": "companion-record/2"}),
        json.dumps(RECORD | {"game": "chess"}),
        json.dumps(RECORD | {"note": "hello"}),
        b"\xff",
        "[" * 100_000,
    ],
)
def test_what_is_not_a_record_ends_with_status_2_and_the_reason_on_standard_error_only(given: str | bytes) -> None:
    result = run("replay", "-", given=given)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.strip()
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize(
    "odd", [b'{"rounds":1e999,"\\ud800":1}', b"[1e999,NaN]", b"[1e999,Infinity]", b'{"a":1e999,"b":"\\udc00"}']
)
def test_a_number_that_is_too_large_makes_nothing_else_json(odd: bytes) -> None:
    record = json.dumps(RECORD).encode()
    first, second, third = lines(record, odd, record)
    assert first == third
    assert "error" in second, second


def test_what_a_record_holds_cannot_control_the_terminal() -> None:
    escape = "\x1b]0;title\x07\x9b31m\u202e"
    result = replayed(RECORD | {"game": escape})
    assert result.exit_code == 2
    assert "title" in result.stderr
    assert not set(result.stderr) & set("\x1b\x07\x9b\u202e")


def test_json_on_a_terminal_holds_no_control_character(
    monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    from companion.cli.output import print_json

    print_json("\x9b31m\x7f")
    plain = capsysbinary.readouterr().out
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    print_json("\x9b31m\x7f")
    shown = capsysbinary.readouterr().out
    assert json.loads(shown) == json.loads(plain)
    assert shown.isascii()


def test_a_file_is_read_like_standard_input(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(RECORD), encoding="utf-8")
    assert run("replay", str(file)).stdout == replayed(RECORD).stdout


def test_replay_asks_for_a_file_or_lines() -> None:
    assert run("replay", "--lines", "-").exit_code == 2


def test_a_line_that_is_not_a_record_is_answered_and_the_next_one_too() -> None:
    good = json.dumps(RECORD).encode()
    deep = b'{"entries":' * 5_000
    surrogate = good.replace(b'"Ana"', b'"\\ud800"')
    broken = [b"", b"   ", b"{", b"\xff\xfe", b"null", b"\x00", deep, surrogate, b'"' + b"x" * 1_000_000 + b'"']
    answers = lines(*(line for item in broken for line in (item, good)))
    assert [answer.keys() for answer in answers[::2]] == [{"format", "error"}] * len(broken)
    assert all(answer["format"] == "companion-report/1" and answer["error"] for answer in answers[::2])
    assert [answer["refusal"] for answer in answers[1::2]] == [None] * len(broken)


@pytest.mark.parametrize("number", ["1e999", "-1e999", "9" * 10_000, "9" * 30, "1.5", "true"])
def test_a_number_that_is_too_large_is_refused_at_its_entry(number: str) -> None:
    entries = [{"type": "starter", "seat": 0}, {"type": "starter", "seat": "NUMBER"}]
    record = json.dumps(RECORD | {"entries": entries}).replace('"NUMBER"', number)
    assert lines(record.encode())[0]["refusal"]["entry"] == 1


def test_beside_a_number_that_is_too_large_only_those_of_a_hundred_digits_are_not_exact() -> None:
    assert [*map(type, decode(f"[{'9' * 5000}, {'9' * 99}, {'9' * 100}]"))] == [float, int, float]


@pytest.mark.parametrize(("ending", "count"), [(b"", 1), (b"\n", 1), (b"\r\n", 1), (None, 0)])
def test_lines_end_in_any_way_or_there_are_none(ending: bytes | None, count: int) -> None:
    given = b"" if ending is None else json.dumps(RECORD).encode() + ending
    result = run("replay", "--lines", given=given)
    assert (result.exit_code, result.stdout.count('"refusal":null')) == (0, count)


def test_a_million_entries_are_answered() -> None:
    entries = [{"type": "reveal", "card": "K5"}] * 1_000_000
    assert lines(json.dumps(RECORD | {"entries": entries}).encode())[0]["refusal"]["entry"] == 1


def test_each_line_is_answered_before_the_next_is_sent() -> None:
    command = [sys.executable, "-m", "companion", "replay", "--lines"]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        asked, answers = present(process.stdin), present(process.stdout)
        for _ in range(3):
            asked.write(json.dumps(RECORD).encode() + b"\n")
            asked.flush()
            assert json.loads(answers.readline())["refusal"] is None
        asked.close()
        assert process.wait(60) == 0


def test_an_exception_in_one_line_does_not_stop_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.games.bids.game import GAME

    def fail(players: object, options: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(GAME, "start", fail)
    good = json.dumps(RECORD | {"game": "the-game", "entries": []}).encode()
    result = run("replay", "--lines", given=json.dumps(RECORD).encode() + b"\n" + good)
    first, second = map(json.loads, result.stdout.splitlines())
    assert ("ZeroDivisionError" in first["error"], "Traceback" in result.stderr) == (True, True)
    assert second["refusal"] is None
    assert result.exit_code == 1


def test_an_unknown_language_is_refused_with_those_available() -> None:
    result = run("replay", "--lang", "tlh", "-", given=json.dumps(RECORD))
    assert result.exit_code == 2
    assert "tlh" in result.stderr
