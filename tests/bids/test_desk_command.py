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


def test_json_is_the_same_in_every_language_but_for_its_texts() -> None:
    words = ["bids", "--centre", "KT", "--bids", "R9 B8 G6 Y5", "--front", "3:K3,K7", "--front", "0:K2", "--json"]
    english, german = (json.loads(run("rule", *words, "--lang", lang).stdout) for lang in ("en", "de"))
    assert english != german
    assert without_texts(english) == without_texts(german)


def without_texts(value: object) -> object:
    if isinstance(value, dict):
        return {name: without_texts(item) for name, item in value.items() if name not in ("text", "message")}
    return [without_texts(item) for item in value] if isinstance(value, list) else value


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


def test_a_thief_takes_one_card_from_one_of_those_with_the_lowest_bid() -> None:
    fronts = [word for front in ("0:", "1:", "2:K3", "3:K2X,K-5") for word in ("--front", front)]
    words = ["--players", "4", "--special", "thief", "--centre", "KT", "--bids", "R9 B8 G6 Y6"]
    said = run("rule", "bids", *words, *fronts).stdout
    assert "A must take one card: the black 3 from C, the 2x from D or the −5 from D." in said
    assert "The 2x can't be stolen. A must take one card: the black 3 from C or the −5 from D." in said


def test_an_open_question_ends_with_status_1() -> None:
    result = run("rule", "bids", "--players", "4", "--centre", "K5", "--bids", "R9 K2X")
    assert (result.exit_code, result.stdout.startswith("What does C bid?")) == (1, True)


def test_an_impossible_situation_ends_with_status_2_and_a_sentence() -> None:
    result = run("rule", "bids", "--players", "4", "--centre", "K5", "--bids", "R9 B11 G9 Y1")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "The blue 11 is not in this game: with 4 players" in result.stderr and "[BID-04 –" in result.stderr


def test_a_round_is_scored() -> None:
    words = ["--score", "--players", "4", "--front", "0:K3,K2X", "--front", "1:K8", "--front", "2:K1"]
    assert "D scores 16 points." in run("rule", "bids", *words, "--empty", "3:1").stdout
    assert run("rule", "bids", *words).exit_code == 1


def test_the_question_is_the_one_that_has_the_given_fields_even_of_the_last_seat() -> None:
    words = ["--players", "6", "--empty", "5:1", "--json"]
    assert run("rule", "bids", *words).stdout == run("rule", "bids", "--score", *words).stdout


@pytest.mark.parametrize("text", ["K3", "-1:K3", "9" * 5000 + ":K3"])
def test_a_value_without_a_possible_seat_is_refused(text: str) -> None:
    result = run("rule", "bids", "--front", text)
    assert result.exit_code == 2
    assert "needs a seat before the colon" in result.stderr


def test_each_line_is_answered_with_what_is_missing_or_wrong() -> None:
    questions = [
        {"game": "bids", "situation": {"players": "4", "centre": "K5", "bids": "R9 B8 G7 Y1"}},
        {"game": "bids", "situation": {"players": "4", "centre": "K5", "bids": "R9"}},
        {"game": "bids", "situation": {"players": "4", "centre": "K5", "bids": "R9 R9"}},
    ]
    lines = "".join(json.dumps(question) + "\n" for question in questions)
    result = run("rule", "--lines", given=lines)
    won, missing, refused = map(json.loads, result.stdout.splitlines())
    assert result.exit_code == 0
    assert won["result"]["winner"] == 0
    assert (missing["result"], [field["field"] for field in missing["missing"]]) == (None, ["bids"])
    assert [(problem["field"], problem["rule"]) for problem in refused["error"]] == [("bids", "BID-20")]
