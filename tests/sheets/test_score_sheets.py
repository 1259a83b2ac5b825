"""Score sheets to write on and filled ones: their rows and signs, and how full their pages are."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.translator import Translator
from companion.games import record
from companion.games.bids.game import GAME
from companion.sheets.canvas import COLOUR, GREY
from companion.sheets.games.bids import Sheets as BidsSheets
from companion.sheets.layout import render
from companion.sheets.print_job import Paper, PrintJob
from companion.sheets.printed_games import add_record, game_sheets, setup_of
from companion.sheets.score_sheet import ScoreSheet
from tests import examples
from tests.sheets.measure import MM, complaints, pages, texts
from tests.sheets.records import ENGLISH, print_job


def score_sheet(job: PrintJob) -> ScoreSheet:
    return game_sheets(job.slug, setup_of(job), Translator(), job.names).score_sheet(job)


def finished(slug: str) -> Any:
    """Return the longest finished example game of a kind."""
    games = [line["record"] for line in examples.of(slug) if not examples.replayed(line["record"]).get("error")]
    over = [raw for raw in games if examples.replayed(raw).get("status") == "finished"]
    return max(over, key=lambda raw: len(raw["entries"]))


def attempt(level: str, leftover: int) -> record.Record:
    result = {"type": "result", "leftover": leftover}
    return record.parse(examples.recorded("the-game", ("Ana", "Luis"), [result], {"level": level}))


@pytest.mark.parametrize(
    ("slug", "options", "labels"),
    [
        ("bids", {}, ["Place"]),
        ("bids", {"rulings": {"minus5_bonus": "on"}}, ["−5 bonus", "Total", "Place"]),
        ("take-that", {}, ["Place"]),
    ],
)
def test_the_last_rows_of_a_blank_sheet_are_those_that_end_the_game(
    slug: str, options: dict[str, Any], labels: list[str]
) -> None:
    *rounds, last = score_sheet(PrintJob(("score",), slug, 4, options)).blocks
    assert [row.label for row in last.rows] == labels
    assert [block.name for block in rounds] == [str(n) for n in range(1, len(rounds) + 1)]
    assert not any(cell.number for row in last.rows for cell in row.cells)


@pytest.mark.parametrize(("bonus", "tick"), [("on", "\u22125"), ("off", "")])
def test_the_cells_of_bids_say_what_to_write(bonus: str, tick: str) -> None:
    job = PrintJob(("score",), "bids", 5, {"rulings": {"minus5_bonus": bonus}})
    *rounds, _last = score_sheet(job).blocks
    for block in rounds:
        won, lucky, *_ = block.rows
        assert [(cell.starts, cell.tick) for cell in won.cells] == [(False, tick)] * 5
        assert [cell.quiet for cell in lucky.cells] == ["___ \u00d78 ="] * 5
        assert "__\u00a0+\u00a0__" in lucky.label, "who is allied"


def test_the_cells_of_take_that_say_who_deals_and_what_to_write() -> None:
    up, down, toads, _deal, _total = score_sheet(PrintJob(("score",), "take-that", 3)).blocks[0].rows
    assert [cell.starts for cell in up.cells] == [False] * 3
    assert (down.cells[0].quiet, toads.cells[0].quiet) == ("\u2212", "___ \u00d75 = \u2212")


def test_minus_points_that_were_not_counted_have_one_row() -> None:
    seats = [{"twisted": 22, "points": 20}, {"twisted": 22, "points": 12}]
    raw = examples.recorded("take-that", ("Ana", "Luis"), [{"type": "result", "seats": seats}], {"games": 1})
    raw["entries"].insert(0, {"type": "before", "points": [15, -20]})
    rows = score_sheet(print_job(raw)).blocks[0].rows
    assert [(row.label, [cell.number for cell in row.cells]) for row in rows] == [
        ("Face up, +1", ["22", "22"]),
        ("Minus points", ["\u221220", "\u221212"]),
        ("Deal", ["2", "10"]),
        ("Before", ["15", "\u221220"]),
        ("Total", ["17", "\u221210"]),
    ]


@pytest.mark.parametrize(
    ("slug", "paper", "options", "expected"),
    [
        ("bids", "a5", {"rulings": {"minus5_bonus": "on"}}, 1),
        ("bids", "a4", {"rounds": 12}, 1),
        ("bids", "a5", {"rounds": 12}, 2),
        ("bids", "a4", {"ally": True, "specials": ["thief", "shuffle", "lowest", "surprise"]}, 1),
        ("the-game", "a5", {}, 1),
        ("take-that", "a5", {}, 1),
    ],
)
def test_a_game_is_one_side_of_a5(slug: str, paper: str, options: dict[str, Any], expected: int) -> None:
    assert len(pages(render(PrintJob(("score",), slug, 4, options, paper=Paper(paper)), ENGLISH))) == expected


def test_namesakes_have_the_number_of_their_seat() -> None:
    job = PrintJob(("score",), "bids", 4, names=("Ana", "Luis", "Ana", "Zoe"))
    assert score_sheet(job).names == ("Ana (1)", "Luis", "Ana (3)", "Zoe")


def test_a_filled_sheet_of_bids_marks_who_started_each_round() -> None:
    job = print_job(finished("bids"))
    sheet, rounds = score_sheet(job), job.games[-1].state.rounds
    blank = score_sheet(PrintJob(("score",), "bids", job.player_count))
    assert (sheet.label, blank.label) == ("\u25cf starts", "\u25cb starts")
    assert blank.head.detail == f"{job.player_count} players \u00b7 without the ally \u00b7 6 rounds"
    for played, block in zip(rounds, sheet.blocks, strict=False):
        assert [cell.starts for cell in block.rows[0].cells] == [
            True if seat == played.starter else None for seat in range(job.player_count)
        ]


def test_each_attempt_at_the_game_has_its_level_on_its_row_and_no_row_is_blank() -> None:
    job = PrintJob(("score",), "the-game", paper=Paper("a5"))
    for number, (level, leftover) in enumerate((("normal", 23), ("expert", 0), ("normal", 7)), 1):
        job = add_record(job, attempt(level, leftover), f"{number} May")
    sheet = score_sheet(job)
    assert sheet.other_columns[0] == "Level"
    rows = [block.rows[0] for block in sheet.blocks]
    assert [[cell.number or cell.quiet for cell in row.cells] for row in rows] == [
        *(["normal", "", "", "23"], ["expert", "", "", "0"], ["normal", "", "", "7"])
    ]
    assert [row.label for row in rows] == ["1 May", "2 May", "3 May"]
    assert (sheet.names, sheet.is_pad, sheet.panels) == ((), False, ())
    blank = score_sheet(PrintJob(("score",), "the-game"))
    assert (blank.is_pad, blank.head.fields, len(blank.blocks[0].rows[0].cells)) == (True, ("Table",), 4)
    pdf = render(job, ENGLISH)
    (text,) = texts(pdf)
    assert "7 left: excellent!" in text and "Attempt 3" in text
    assert complaints(pdf) == []


def test_points_of_lucky_losers_are_printed_for_as_many_rounds_as_there_can_be() -> None:
    tables = [score_sheet(PrintJob(("score",), "bids", 4, {"rounds": rounds})).panels[0].tables for rounds in (6, 7)]
    assert [[row[1:] for row in table] for table in tables[1]] == [
        [("1", "2", "3", "4", "5", "6"), ("8", "16", "24", "32", "40", "48")],
        [("7", "8", "9", "10", "11", "12"), ("56", "64", "72", "80", "88", "96")],
    ]
    assert tables[0] == tables[1][:1]


def test_sheets_of_bids_are_black_and_grey() -> None:
    accent, tint = BidsSheets.COLOURS
    assert {*accent} == {0} and len({*tint}) == 1 and 0.8 < min(tint) < 1


@pytest.mark.parametrize("palette", [COLOUR, GREY])
def test_lines_of_a_chart_are_dark(palette: Any) -> None:
    assert all(0.3 * red + 0.59 * green + 0.11 * blue < 0.45 for red, green, blue in palette.lines)


def test_the_lines_of_a_grey_chart_differ_in_their_dashes() -> None:
    pdf = render(print_job(_fullest(6), paper=Paper(is_grey=True)), ENGLISH)
    dashes = {line.dash for page in pages(pdf) for line in page.lines if line.width > 0.4 * MM}
    assert len(dashes) >= 6


@pytest.mark.parametrize("paper", ["a4", "letter", "a5"])
def test_no_page_of_a_filled_sheet_is_half_empty(paper: str) -> None:
    """With adjustments and every house rule changed: only the last page may have room left."""
    for raw in (_fullest(6), finished("bids"), finished("take-that")):
        pdf = render(print_job(raw, paper=Paper(paper)), ENGLISH)
        assert complaints(pdf) == []
        for page in pages(pdf)[:-1]:
            foot = page.height - 16 * MM
            lowest = max(piece.bottom for piece in page.pieces if piece.bottom < foot)
            assert lowest > 0.6 * page.height, (raw["game"], paper)


def _fullest(count: int) -> dict[str, Any]:
    """Return six rounds of Bids with adjustments and as many changed house rules as there can be."""
    entries: list[Any] = []
    for number in range(6):
        taken = [[f"K{1 + 2 * seat}", f"K{2 + 2 * seat}"] if (seat + number) % 3 else [] for seat in range(count)]
        fronts = [{"front": [card for card in cards if int(card[1:]) <= 10]} for cards in taken]
        entries.append({"type": "round", "seats": fronts, "alliance": None})
        if number in (1, 3):
            entries.append({"type": "adjust", "seat": number, "points": -10, "reason": "took a card back"})
    rulings = {switch.name: [*switch.values][-1] for switch in GAME.SWITCHES}
    names = ("Ana", "Łukasz", "Zoë", "Мария", "Maximiliane-Charlotte von Stein", "Luis")[:count]
    return examples.recorded("bids", names, entries, {"rounds": 6, "rulings": rulings})
