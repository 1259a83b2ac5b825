"""The Game on paper: the rows of its attempts, and its cards."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.games.record import read
from companion.games.the_game.setup import Setup
from companion.games.the_game.setup import Setup as TheGame
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


def test_another_hand_size_changes_the_card_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TheGame, "hand", 7)
    heads, normal, *_others = game_sheets("the-game", TheGame(3), ENGLISH).setup_sheet().levels
    assert dict(zip(heads, normal, strict=True))["Draw pile"] == "77"


@pytest.mark.parametrize(("players", "is_said"), [(1, False), (2, True), (5, True)])
def test_only_those_who_play_with_others_are_told_to_do_it_together(players: int, is_said: bool) -> None:
    aim = game_sheets("the-game", TheGame(players), ENGLISH).setup_sheet().aim
    assert "98 cards" in aim and ("Together" in aim) == is_said
