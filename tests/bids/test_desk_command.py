"""`companion rule` on Bids."""

from __future__ import annotations

import json

import pytest

from tests.commands import run


def test_an_answer_is_printed_with_its_reasons_and_their_sources() -> None:
    result = run("rule", "bids", "--players", "4", "--centre", "K5", "--bids", "R9 K2X G9 Y1")
    assert result.exit_code == 0
    assert result.stdout.startswith("C matches A's 9 and burns the trick: nobody wins, and C starts.\n")
    assert "[BID-25 – Bids, printed rules: Whoever burns a trick starts the next]" in result.stdout


def test_json_holds_the_result_the_reasons_and_what_would_change_it() -> None:
    words = ["--centre", "K6", "--bids", "R9 K2X G3 Y5", "--lowest", "--front", "2:K4,K3", "--json"]
    result = run("rule", "bids", *words)
    verdict = json.loads(result.stdout)
    assert result.exit_code == 0
    assert (verdict["format"], verdict["game"], verdict["question"]) == ("companion-verdict/1", "bids", "turn")
    assert verdict["result"] == {
        "outcome": "won",
        "winner": 2,
        "taken": ["K6", "K2X"],
        "doubled": True,
        "alliance": None,
        "stolen": None,
        "offer": None,
        "fronts": [None, None, ["K4", "K3", "K6", "K2X"], None],
        "points": [None, None, 26, None],
        "next": 2,
    }
    changes = {
        tuple(*alternative["rulings"].items()): alternative["result"]["winner"]
        for alternative in verdict["alternatives"]
    }
    assert changes == {("holder_of_special", "wins"): 1, ("hand_2x_doubles_centre", "no"): 2}
    bid = {"rule": "LO-01", "id": "lowest-bid", "params": {"seat": 2, "card": "G3"}}
    assert {**bid, "text": "C has the lowest bid: green 3."} in verdict["why"]


def test_a_house_rule_given_on_the_command_line_applies() -> None:
    words = ["--centre", "K6", "--bids", "R9 K2X G3 Y5", "--lowest", "--rule", "holder_of_special=wins"]
    result = run("rule", "bids", *words, "--front", "1:", "--rule", "hand_2x_doubles_centre=no")
    assert result.exit_code == 0
    first, second, *_ = result.stdout.splitlines()
    assert first == "B wins the trick (black 6, 2x) and starts."
    assert second == "The 2x has no card to double. Points for B so far: 6."


def test_color_and_board_game_arena_are_options() -> None:
    assert "D wins" in run("rule", "bids", "--color", "--centre", "K3", "--bids", "R4 B5 G9 B7").stdout
    words = ["--centre", "KT", "--bids", "R9 B8 G6 Y5", "--front", "3:K3,K7", "--bga"]
    assert "A may take one of D's cards" in run("rule", "bids", *words).stdout


def test_the_question_is_the_one_that_has_the_given_fields_even_of_the_last_seat() -> None:
    words = ["--players", "6", "--empty", "5:1", "--json"]
    assert run("rule", "bids", *words).stdout == run("rule", "bids", "--score", *words).stdout


@pytest.mark.parametrize("text", ["K3", "-1:K3", "9" * 5000 + ":K3"])
def test_a_value_without_a_possible_seat_is_refused(text: str) -> None:
    result = run("rule", "bids", "--front", text)
    assert result.exit_code == 2
    assert "needs a seat before the colon" in result.stderr
