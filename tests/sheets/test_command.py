"""`companion print`: every sheet from the command line, and refusals with their reasons."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import Result

from companion.cli.print import command as print_command
from companion.core.translator import format_number
from companion.games import GAMES
from companion.sheets.print_job import NO_GAME, SHEETS
from tests import examples
from tests.commands import run
from tests.sheets.measure import texts


def print_sheet(*arguments: str, given: str | None = None) -> Result:
    return run("print", *arguments, given=given)


def page(*arguments: str, given: str | None = None) -> str:
    """Return the text of what is printed to standard output."""
    result = print_sheet(*arguments, "-o", "-", given=given)
    assert result.exit_code == 0, result.output
    assert result.stdout_bytes.startswith(b"%PDF-")
    return " ".join(" ".join(texts(result.stdout_bytes)).split())


def test_the_example_of_the_readme() -> None:
    text = page("setup", "bids", "--players", "5", "--special", "shuffle", "--paper", "letter", "--lang", "es")
    assert "4 × 12 = 48" in text


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["setup", "the-game", "--players", "2", "--level", "expert"], "84 cards"),
        (["score", "bids", "--players", "3", "--rounds", "8", "--tricks"], "Won by"),
        (["score", "take-that", "--name", "Ana", "--name", "Łukasz"], "Łukasz"),
        (["cards", "bids"], "5 × 10"),
        (["cards", "bids", "--special", "thief", "--ally"], "thief"),
        (["cards", "take-that", "--players", "4", "--advanced", "--duplex", "short"], "4 × 8"),
        (["reference", "the-game"], "What you may say"),
        (["booklet", "take-that", "--paper", "a5"], "TT-19"),
        (["booklet", "take-that"], "3 players"),  # the usual number
        (["setup", "take-that"], "4 players"),  # the highest number
        (["rules", "the-game"], "Expert plus"),
        (["tent", "bids", "--name", "Ana", "--name", "Łukasz", "--name", "Zoë"], "Łukasz"),
        (["tally", "bids", "--players", "4"], "Bids 1 8 16 24 32 40 48 2"),
        (["join", "--table", "Thursday", "--code", "K7PX3M", "--address", "192.168.1.20:8000"], "K7PX3M"),
        (["pack", "bids", "--players", "4"], "Special cards"),
        (["pack", "bids", "--players", "4", "--sheet", "setup", "--sheet", "score", "--copies", "2"], "set-up list"),
    ],
)
def test_every_sheet_can_be_printed(arguments: list[str], expected: str) -> None:
    assert expected in page(*arguments)


def test_every_sheet_has_a_command_of_its_own() -> None:
    assert SHEETS.keys() - {"answers"} <= print_command.commands.keys(), "answers are printed from their page"


def test_a_filled_sheet_is_made_from_a_record(tmp_path: Path) -> None:
    line = max(examples.of("bids"), key=lambda line: len(line["record"]["entries"]))
    file = tmp_path / "record.json"
    file.write_text(json.dumps(line["record"]), encoding="utf-8")
    totals = {format_number(total) for total in examples.replayed(line["record"])["totals"]}
    assert totals <= {*page("filled", str(file), "--tricks").split()}
    assert totals <= {*page("filled", "-", given=json.dumps(line["record"])).split()}


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["setup", "bids", "--players", "7"], "This game is for 3 to 6 players, not for 7."),
        (["setup", "bids", "--players", "5", "--special", "thief"], "The thief is for 3 or 4 players"),
        (["setup", "bids", "--players", "6", "--no-ally"], "With 6 players the ally is always used"),
        (["setup", "bids", "--special", "wizard"], "thief, shuffle, lowest or surprise"),
        (["setup", "bids", "--level", "expert"], "There is no option level in this game."),
        (["setup", "the-game", "--level", "hard"], "normal, expert or expert_plus"),
        (["setup", "the-game", "--players", "6"], "1 to 5 players"),
        (["setup", "chess"], "bids, the-game or take-that"),
        (["score", "the-game", "--tricks"], "The score sheet of this game has no tricks."),
        (["pack", "bids", "--sheet", "setup", "--tricks"], "Tricks are on score sheets"),
        (["reference", "bids", "--paper", "a5x2"], "Nothing that you chose is printed twice on A4"),
        (["setup", "bids", "--paper", "a3"], "a4, letter, a5 or a5x2"),
        (["setup", "bids", "--lang", "xx"], "en, es, pt-BR or de"),
        (["setup", "bids", "--copies", "0"], "1 to 50"),
        (["setup", "bids", "--players", "4", "--name", "Ana"], "You gave 1 name, but the number of players is 4."),
        (["cards", "bids", "--duplex", "left"], "none, long or short"),
        (["score", "bids", "--rounds", "100"], "1 to 99 rounds"),
        (["score", "bids", "--rule", "thief=never"], "printed or bga"),
        (["pack", "bids", "--sheet", "poster"], "setup, score, cards, reference"),
        (["pack", "bids", "--sheet", "join"], "To print a join card, turn on the table's join code first"),
        (
            ["score", "take-that", "--rule", "foo=bar"],
            "no house rule foo in this game. You can use last_draw_empties_row",
        ),
        (["tally", "the-game"], "There are no tally strips for this game."),
        (["filled", "-"], "This is not JSON: invalid character (byte"),
        (["filled", "-", "--date", "1 May", "--date", "2 May"], "There are more dates than records."),
    ],
)
def test_what_cannot_be_printed_is_refused_with_the_reason_and_what_is_possible(
    arguments: list[str], reason: str
) -> None:
    result = print_sheet(*arguments, "-o", "-", given="no record")
    assert result.exit_code == 2
    assert reason in " ".join(result.stderr.split())
    assert result.stdout == ""


def record(game: str = "the-game", *names: str, **more: object) -> str:
    people = [{"name": name} for name in names or ("Ana", "Luis")]
    entries = [{"type": "result", "leftover": 3}] if game == "the-game" else []
    raw = {"format": "companion-record/1", "game": game, "players": people, "entries": entries, **more}
    return json.dumps(raw)


@pytest.mark.parametrize(
    ("records", "reason"),
    [
        ((record(), record("the-game", "Eva", "Zoë")), "These games had different players."),
        ((record(), record("take-that")), "These are different games."),
        ((record("take-that"), record("take-that")), "One sheet holds one game of Take That."),
        ((record(entries=[{"type": "result", "leftover": 300}]),), "Entry 1 is not valid: "),
    ],
)
def test_records_of_different_games_or_players_are_refused_on_one_sheet(
    records: tuple[str, ...], reason: str, tmp_path: Path
) -> None:
    files = [tmp_path / f"{number}.json" for number in range(len(records))]
    for file, text in zip(files, records, strict=True):
        file.write_text(text, encoding="utf-8")
    result = print_sheet("filled", *map(str, files), "-o", str(tmp_path / "sheet.pdf"))
    assert result.exit_code == 1
    assert result.stderr.startswith(f"{files[-1]}: {reason}")
    assert not (tmp_path / "sheet.pdf").exists()


def test_reasons_are_printed_only_if_they_are_wanted(tmp_path: Path) -> None:
    line = max(examples.of("bids"), key=lambda line: len(line["record"]["entries"]))
    file = tmp_path / "record.json"
    file.write_text(json.dumps(line["record"]), encoding="utf-8")
    plain, reasons = (page("filled", str(file), *option) for option in ((), ("--reasons",)))
    assert len(reasons) > len(plain)


def test_a_filled_sheet_has_its_table_its_venue_and_its_dates(tmp_path: Path) -> None:
    files = [tmp_path / "1.json", tmp_path / "2.json"]
    for file in files:
        file.write_text(record(), encoding="utf-8")
    where = ("--table", "Thursday", "--venue", "Casa Ana")
    files[1].write_text(record(options={"level": "expert"}), encoding="utf-8")
    text = page("filled", *map(str, files), *where, "--date", "1 May", "--date", "8 May")
    assert "excellent normal" in text and "excellent expert" in text  # each attempt has its level
    assert "Thursday · Casa Ana" in text and "1 May" in text and "8 May" in text


def test_tent_cards_are_for_any_number_of_names() -> None:
    names = [f"Guest{number}" for number in range(12)]
    text = page("tent", "take-that", *(part for name in names for part in ("--name", name)))
    assert all(name in text for name in names)


def test_no_players_are_refused_and_not_replaced() -> None:
    result = print_sheet("setup", "bids", "--players", "0", "-o", "-")
    assert (result.exit_code, result.stderr) == (2, "This game is for 3 to 6 players, not for 0.\n")


def test_samples_are_all_sheets_and_a_picture_of_all_pages(tmp_path: Path) -> None:
    result = print_sheet("samples", "-o", str(tmp_path / "samples"), "--paper", "a5")
    assert result.exit_code == 0, result.output
    files = {file.name for file in (tmp_path / "samples").iterdir()}
    assert {f"{game}-{sheet}.pdf" for game in GAMES for sheet in SHEETS if sheet not in NO_GAME | {"tally"}} <= files
    assert {f"{game}-filled.pdf" for game in GAMES} <= files
    assert {"join.pdf", "answers.pdf", "bids-tally.pdf", "contact-sheet.png"} <= files
    assert (tmp_path / "samples" / "contact-sheet.png").read_bytes().startswith(b"\x89PNG")


def test_a_sheet_that_cannot_be_written_is_an_error_in_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"kept")
    for command, output in (("rules", file / "sheet.pdf"), ("samples", file / "folder"), ("rules", Path("/dev/full"))):
        result = print_sheet(command, "-o", str(output))
        assert result.exit_code == 1
        assert result.stderr.startswith("Error: Could not open file")
    assert file.read_bytes() == b"kept"
    assert list(tmp_path.iterdir()) == [file]


def test_nothing_is_written_when_it_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "sheet.pdf"
    assert print_sheet("setup", "bids", "--players", "9", "-o", str(file)).exit_code == 2
    assert not file.exists()
    assert print_sheet("setup", "bids", "--players", "3", "-o", str(file)).exit_code == 0
    assert file.read_bytes().startswith(b"%PDF-")
