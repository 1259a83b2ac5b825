"""`companion rule`: the dispute desk in the terminal."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from companion.cli.main import main
from tests.rules.running import run


def test_each_line_is_a_question_and_gets_an_answer() -> None:
    questions = [
        {"game": "bids", "situation": {"players": "4", "centre": "K5", "bids": "R9 B8 G7 Y1"}},
        {"game": "bids", "situation": {"players": "4", "centre": "K5", "bids": "R9"}},
        {"game": "bids", "situation": {"players": "4", "centre": "K5", "bids": "R9 R9"}},
        {"game": "the-game", "situation": {"ask": "play", "piles": "47 1 65 100", "pile": "up1", "card": "37"}},
        {"game": "take-that", "situation": {"ask": "score", "count0": "12 17"}},
    ]
    lines = "".join(json.dumps(question) + "\n" for question in questions)
    result = CliRunner().invoke(main, ["rule", "--lines"], input=lines, catch_exceptions=False)
    won, missing, refused, played, scored = map(json.loads, result.stdout.splitlines())
    assert result.exit_code == 0
    assert won["result"]["winner"] == 0
    assert (missing["result"], [it["field"] for it in missing["missing"]]) == (None, ["bids"])
    assert [(it["field"], it["rule"]) for it in refused["error"]] == [("bids", "BID-20")]
    assert played["result"] == {"legal": True, "backwards": True}
    assert scored["result"] is None
    assert [it["field"] for it in scored["missing"]] == ["count1"]


@pytest.mark.parametrize("line", ["", "{", "[]", '{"game": "chess", "situation": {}}', '{"game": "bids"}'])
def test_a_line_that_is_no_question_leaves_with_status_two(line: str) -> None:
    result = CliRunner().invoke(main, ["rule", "--lines"], input=line + "\n", catch_exceptions=False)
    assert result.exit_code == 2
    assert json.loads(result.stdout)["error"]


@pytest.mark.parametrize("words", [("bids", "--front", "K3"), ("bids", "--players", "many"), ("chess",)])
def test_words_that_are_no_situation_leave_with_status_two(words: tuple[str, ...]) -> None:
    code, _, err = run(*words)
    assert code == 2
    assert err


def test_the_game_and_take_that_have_a_desk_too() -> None:
    assert "Yes, you can lay" in run("the-game", "--piles", "47 60 12 15", "--hand", "37 39", "--draw", "20")[1]
    assert "7 cards are left: excellent." in run("the-game", "--left", "7")[1]
    assert "You can pair the 94 with the 49" in run("take-that", "--row", "34 41 49", "--card", "94")[1]
    assert "12 − 17 = −5" in run("take-that", "--players", "3", "--count", "0:12 17")[1]
