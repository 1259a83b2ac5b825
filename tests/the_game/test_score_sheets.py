"""The sheet of The Game: an attempt in each row."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.games.record import read
from companion.games.the_game.setup import Setup
from companion.sheets.layout import render
from companion.sheets.print_job import PrintJob
from companion.sheets.printed_games import add_record, game_sheets
from tests import examples
from tests.sheets.measure import texts
from tests.sheets.records import ENGLISH, print_job


def test_the_sheet_of_the_game_holds_ten_attempts_and_more() -> None:
    raw = next(
        line["record"]
        for line in examples.of("the-game")
        if examples.replayed(line["record"]).get("rating") == "excellent"
    )
    job = print_job(raw)
    for _ in range(11):
        job = add_record(job, read(json.dumps(raw)), "")
    text = " ".join(texts(render(job, ENGLISH)))
    assert text.count("excellent") >= 12


@pytest.mark.parametrize(
    ("result", "cells"),
    [
        ({"hands": [2, 1], "draw_pile": 0}, ["normal", "3", "0", "3"]),
        ({"leftover": 12}, ["normal", "", "", "12"]),
    ],
)
def test_an_attempt_has_the_cards_that_were_counted(result: dict[str, Any], cells: list[str]) -> None:
    raw = examples.recorded("the-game", ("Ana", "Luis"), [{"type": "result", **result}])
    block = game_sheets("the-game", Setup(2), ENGLISH).score_sheet(print_job(raw)).blocks[0]
    assert [cell.number for cell in block.rows[0].cells] == cells


def test_a_blank_sheet_has_room_for_twenty_attempts() -> None:
    (page,) = texts(render(PrintJob(("score",), slug="the-game", player_count=5), ENGLISH))
    assert all(f"\n{number}\n" in page for number in range(6, 21))
    assert "Player" not in page
    assert page.count("Date") == 1  # of the attempts; the sheet as a whole has none
