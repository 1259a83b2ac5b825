"""`companion rule`: the dispute desk in the terminal."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from companion.cli.main import main


def run(*words: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, ["rule", *words], catch_exceptions=False)
    return result.exit_code, result.stdout, result.stderr


def test_a_verdict_is_printed_with_its_reasons_and_their_sources() -> None:
    code, out, _ = run("bids", "--players", "4", "--centre", "K5", "--bids", "R9 K2X G9 Y1")
    assert code == 0
    assert out.startswith("It's a tie, so nobody wins. Player 3 burns the trick.\n")
    assert "[BID-25: Bids, printed rules: Whoever burns starts]" in out


def test_json_holds_verdict_reasons_and_what_would_change_it() -> None:
    words = ["--centre", "K6", "--bids", "R9 K2X G3 Y5", "--lowest", "--front", "2:K4,K3", "--json"]
    code, out, _ = run("bids", *words)
    said = json.loads(out)
    assert code == 0
    assert said["verdict"][1] == "With the 2x, Player 3 goes from 7 to 26 points."
    assert {it["switch"] for it in said["otherwise"]} == {"holder_of_special", "hand_2x_doubles_centre"}
    assert {"rule": "R-26", "text": "", "source": ""}.keys() == said["why"][0].keys()


def test_a_house_rule_named_on_the_command_line_holds() -> None:
    words = ["--centre", "K6", "--bids", "R9 K2X G3 Y5", "--lowest", "--rule", "holder_of_special=wins"]
    code, out, _ = run("bids", *words, "--front", "1:", "--rule", "hand_2x_doubles_centre=no")
    assert code == 0
    assert out.startswith("Player 2 wins: black 6 and 2x.\nWith the 2x, Player 2 goes from 0 to 6 points.\n")


def test_color_and_board_game_arena_are_options() -> None:
    assert "Player 4 wins" in run("bids", "--color", "--centre", "K3", "--bids", "R4 B5 G9 B7")[1]
    words = ["--centre", "KT", "--bids", "R9 B8 G6 Y5", "--front", "3:K3,K7", "--bga"]
    assert "Player 1 may take one of Player 4's cards" in run("bids", *words)[1]


def test_a_question_leaves_with_status_one() -> None:
    code, out, _ = run("bids", "--players", "4", "--centre", "K5", "--bids", "R9 K2X")
    assert (code, out.startswith("What does Player 3 bid?")) == (1, True)


def test_what_cannot_be_leaves_with_status_two_and_a_sentence() -> None:
    code, out, err = run("bids", "--players", "4", "--centre", "K5", "--bids", "R9 B11 G9 Y1")
    assert (code, out) == (2, "")
    assert "B11" in err and "[BID-02:" in err


@pytest.mark.parametrize("words", [("bids", "--front", "K3"), ("bids", "--players", "many"), ("chess",)])
def test_words_that_are_no_situation_leave_with_status_two(words: tuple[str, ...]) -> None:
    code, _, err = run(*words)
    assert code == 2
    assert err


def test_a_round_is_scored() -> None:
    words = ["--score", "--players", "4", "--front", "0:K3,K2X", "--front", "1:K8", "--front", "2:K1"]
    assert "Player 4 scores 16 points." in run("bids", *words, "--empty", "3:1")[1]
    assert run("bids", *words)[0] == 1


def test_the_game_and_take_that_have_a_desk_too() -> None:
    assert "Yes, you can lay" in run("the-game", "--piles", "47 60 12 15", "--hand", "37 39", "--draw", "20")[1]
    assert "7 cards are left: excellent." in run("the-game", "--left", "7")[1]
    assert "You can pair the 94 with the 49" in run("take-that", "--row", "34 41 49", "--card", "94")[1]
    assert "12 − 17 = -5" in run("take-that", "--players", "3", "--count", "0:12 17")[1]
