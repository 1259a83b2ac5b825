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
    assert out.startswith("Player 3 matches Player 1's 9 and burns the trick: nobody wins, and Player 3 starts.\n")
    assert "[BID-25: Bids, printed rules: Whoever burns starts]" in out


def test_json_holds_the_result_the_reasons_and_what_would_change_it() -> None:
    words = ["--centre", "K6", "--bids", "R9 K2X G3 Y5", "--lowest", "--front", "2:K4,K3", "--json"]
    code, out, _ = run("bids", *words)
    verdict = json.loads(out)
    assert code == 0
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
    changes = {tuple(*it["rulings"].items()): it["result"]["winner"] for it in verdict["alternatives"]}
    assert changes == {("holder_of_special", "wins"): 1, ("hand_2x_doubles_centre", "no"): 2}
    bid = {"rule": "LO-01", "id": "lowest-bid", "params": {"who": 2, "card": "G3"}}
    assert {**bid, "text": "Player 3 has the lowest bid: green 3."} in verdict["why"]


def test_json_is_the_same_in_every_language_but_for_its_texts() -> None:
    words = ["bids", "--centre", "KT", "--bids", "R9 B8 G6 Y5", "--front", "3:K3,K7", "--front", "0:K2", "--json"]
    english, german = (json.loads(run(*words, "--lang", lang)[1]) for lang in ("en", "de"))
    assert english != german
    assert without_texts(english) == without_texts(german)


def without_texts(value: object) -> object:
    if isinstance(value, dict):
        return {name: without_texts(it) for name, it in value.items() if name not in ("text", "message")}
    return [without_texts(it) for it in value] if isinstance(value, list) else value


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
    assert scored["result"] == {"scores": [-5, None]}


@pytest.mark.parametrize("line", ["", "{", "[]", '{"game": "chess", "situation": {}}', '{"game": "bids"}'])
def test_a_line_that_is_no_question_leaves_with_status_two(line: str) -> None:
    result = CliRunner().invoke(main, ["rule", "--lines"], input=line + "\n", catch_exceptions=False)
    assert result.exit_code == 2
    assert json.loads(result.stdout)["error"]


def test_a_house_rule_named_on_the_command_line_holds() -> None:
    words = ["--centre", "K6", "--bids", "R9 K2X G3 Y5", "--lowest", "--rule", "holder_of_special=wins"]
    code, out, _ = run("bids", *words, "--front", "1:", "--rule", "hand_2x_doubles_centre=no")
    assert code == 0
    first, second, *_ = out.splitlines()
    assert first == "Player 2 wins the trick (black 6, 2x) and starts."
    assert second == "The 2x has no card to double. Points for Player 2 so far: 6."


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
    assert "12 − 17 = −5" in run("take-that", "--players", "3", "--count", "0:12 17")[1]
