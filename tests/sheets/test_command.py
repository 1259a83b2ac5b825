"""`companion print`: every sheet from the command line, and refusals with their reasons."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli.print import _WHO, _job, _sample_jobs
from companion.core.translator import format_number
from companion.games import GAMES, rules_of
from companion.sheets.print_job import CARD_SHEETS, NO_GAME, sheets_of
from tests import examples
from tests.commands import run
from tests.sheets.measure import said


def page(*arguments: str, given: str | None = None) -> str:
    """Return the text of what is printed to standard output."""
    result = run("print", *arguments, "-o", "-", given=given)
    assert result.exit_code == 0, result.output
    assert result.stdout_bytes.startswith(b"%PDF-")
    return said(result.stdout_bytes)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (
            ["bids", "--players", "5", "--option", 'specials=["shuffle"]', "--paper", "letter", "--lang", "es"],
            "4 × 12 = 48",
        ),
        (["take-that", "--sheet", "score", "--name", "Ana", "--name", "Łukasz"], "Łukasz"),
        (["--sheet", "cards", "--option", 'specials=["thief"]', "--option", "ally=true"], "with the ally"),
        (["take-that", "--sheet", "referee", "--paper", "a5"], "TT-19"),
        (["--sheet", "tent", "--name", "Ana", "--name", "Łukasz", "--name", "Zoë"], "Łukasz"),
    ],
)
def test_every_sheet_can_be_printed(arguments: list[str], expected: str) -> None:
    assert expected in page(*arguments)


def test_a_filled_sheet_is_made_from_a_record(tmp_path: Path) -> None:
    line = max(examples.of("bids"), key=lambda line: len(line["record"]["entries"]))
    file = tmp_path / "record.json"
    file.write_text(json.dumps(line["record"]), encoding="utf-8")
    totals = {format_number(total) for total in examples.replayed(line["record"])["totals"]}
    assert totals <= {*page("--record", str(file)).split()}
    assert totals <= {*page("--record", "-", given=json.dumps(line["record"])).split()}


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["bids", "--option", 'specials=["wizard"]'], "thief, shuffle, lowest or surprise"),
        (["bids", "--players", "4", "--name", "Ana"], "You gave 1 name, but the number of players is 4."),
        (["take-that", "--rule", "foo=bar"], "no house rule foo in this game. You can use last_draw_empties_row"),
        (["--record", "-"], "This isn't JSON: invalid character (byte"),
    ],
)
def test_what_cannot_be_printed_is_refused_with_the_reason_and_what_is_possible(
    arguments: list[str], reason: str
) -> None:
    result = run("print", *arguments, "-o", "-", given="no record")
    assert result.exit_code == 2
    assert reason in " ".join(result.stderr.split())
    assert result.stdout == ""


def attempt(*names: str, leftover: int = 3) -> dict[str, Any]:
    return examples.recorded("the-game", names or ("Ana", "Luis"), [{"type": "result", "leftover": leftover}])


OTHER_GAME = examples.recorded("take-that", ("Ana", "Luis"), [])


@pytest.mark.parametrize(
    ("records", "reason"),
    [
        ((attempt(), attempt("Eva", "Zoë")), "These games had different players."),
        ((attempt(), OTHER_GAME), "These are different games."),
        ((OTHER_GAME, OTHER_GAME), "One sheet holds one game of Take That."),
        ((attempt(leftover=300),), "Entry 1 isn't valid: "),
    ],
)
def test_records_of_different_games_or_players_are_refused_on_one_sheet(
    records: tuple[Any, ...], reason: str, tmp_path: Path
) -> None:
    files = [tmp_path / f"{number}.json" for number in range(len(records))]
    for file, raw in zip(files, records, strict=True):
        file.write_text(json.dumps(raw), encoding="utf-8")
    options = [part for file in files for part in ("--record", str(file))]
    result = run("print", *options, "-o", str(tmp_path / "sheet.pdf"))
    assert result.exit_code == 1
    assert result.stderr.startswith(f"{files[-1]}: {reason}")
    assert not (tmp_path / "sheet.pdf").exists()


def test_samples_are_all_sheets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "new" / "samples"
    result = run("print", "samples", "-o", str(folder), "--paper", "a5")
    assert (result.exit_code, result.output) == (0, f"{folder}\n")
    files = {file.name for file in folder.iterdir()}
    assert {f"{game}-{sheet}.pdf" for game in GAMES for sheet in sheets_of(game) if sheet not in NO_GAME} <= files
    assert {f"{game}-filled.pdf" for game in GAMES} | {"join.pdf"} <= files
    named = {"bids-setup", "bids-tent", "bids-score-names"}
    assert {name for name in {*named, "bids-score"} if _WHO[0] in said((folder / f"{name}.pdf").read_bytes())} == named
    jobs = dict(_sample_jobs("a5", []))
    assert [jobs[f"{game}-score"].player_count for game in GAMES] == [
        rules_of(game).PLAYER_COUNTS[-1] for game in GAMES
    ]
    on_both_sides = {name for name, job in jobs.items() if job.paper.duplex == "long"}
    assert on_both_sides == {f"{game}-{sheet}" for game in GAMES for sheet in {*sheets_of(game)} & {*CARD_SHEETS}}
    monkeypatch.setattr("companion.cli.print._sample_jobs", lambda *_: [])
    assert run("print", "samples", "-o", str(folder)).exit_code == 0, "once more into the same folder"


def test_a_sheet_that_cannot_be_written_is_an_error_in_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"kept")
    for game, output in (("bids", file / "sheet.pdf"), ("samples", file / "folder"), ("bids", Path("/dev/full"))):
        result = run("print", game, "-o", str(output))
        assert result.exit_code == 1
        assert result.stderr.startswith("Error: Could not open file")
    assert file.read_bytes() == b"kept"
    assert list(tmp_path.iterdir()) == [file]


def test_no_players_are_refused_and_not_replaced() -> None:
    result = run("print", "bids", "--players", "0", "-o", "-")
    assert (result.exit_code, result.stderr) == (2, "This game is for 3 to 6 players, not for 0.\n")


@pytest.mark.parametrize(
    ("game", "sheet", "more", "expected"),
    [
        ("bids", "score", {}, (6, (), (), False)),
        ("take-that", "booklet", {}, (3, (), (), False)),
        ("the-game", "rules", {}, (3, (), (), False)),
        ("bids", "booklet", {"players": 5}, (5, (), (), True)),
        ("bids", "score", {"names": ("Ana", "Bo", "Cy")}, (3, ("Ana", "Bo", "Cy"), (), True)),
        ("bids", "tent", {"names": ("Ana", "Bo")}, (6, (), ("Ana", "Bo"), False)),
        ("bids", "tent", {"players": 4}, (4, (), (), True)),
    ],
)
def test_a_print_is_for_the_players_who_were_given_or_for_any_number(
    game: str, sheet: str, more: dict[str, Any], expected: tuple[Any, ...]
) -> None:
    given = {"players": None, "names": (), "rulings": (), "options": (), "paper": "a4", "sheets": (sheet,), **more}
    job = _job(game, given, is_filled=False)
    assert (job.player_count, job.names, job.tent_names, job.is_of_game) == expected
