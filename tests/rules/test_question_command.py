"""`companion rule`: rules questions in the terminal."""

from __future__ import annotations

import json

import pytest

from tests import samples
from tests.commands import run


@pytest.mark.parametrize(
    "line",
    [
        *("", "{", "[]", '{"game": "chess", "situation": {}}', '{"game": ["chess"], "situation": {}}'),
        *(json.dumps({"game": samples.ANY, **situation}) for situation in ({}, {"situation": {"players": 3}})),
    ],
)
def test_a_line_that_is_not_a_question_is_answered_too(line: str) -> None:
    result = run("rule", "--lines", given=line + "\n")
    assert (result.exit_code, result.stderr) == (0, "")
    answer = json.loads(result.stdout)
    assert (answer["game"], len(answer["error"])) == (None, 1)


@pytest.mark.parametrize(
    "words",
    [(samples.ANY, "--no-such-field", "1"), (samples.ANY, "--players"), (samples.ANY, "players", "3"), ("chess",)],
)
def test_arguments_that_are_not_a_situation_end_with_status_2(words: tuple[str, ...]) -> None:
    result = run("rule", *words)
    assert result.exit_code == 2
    assert result.stderr


@pytest.mark.parametrize("as_json", [[], ["--json"]], ids=["words", "json"])
@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("bids", "--players", "4", "--centre", "K-5", "--bids", "B9 G9 Y1 R7", "--specials", "thief"), 1),
        (("bids", "--players", "4", "--centre", "K5", "--bids", "B9 G8 Y1 R7"), 0),
        (("bids", "--players", "4", "--centre", "K5"), 1),
        (("bids", "--players", "4", "--centre", "K5", "--bids", "R9 R9"), 2),
        (("take-that", "--players", "3", "--ask", "score", "--count1", "12 17"), 1),
    ],
)
def test_the_exit_status_does_not_depend_on_the_format(words: tuple[str, ...], status: int, as_json: list[str]) -> None:
    """The first question has a result, but under another house rule something is missing."""
    assert run("rule", *words, *as_json).exit_code == status


def test_what_other_rules_say_is_printed_under_their_names() -> None:
    words = ("--players", "4", "--centre", "KT", "--bids", "R9 B8 G6 Y5", "--front3", "K3 K7", "--front0", "K2")
    said = run("rule", "bids", *words).stdout.split("\n\n")
    assert {part.partition(":\n- ")[0] for part in said} >= {"Printed rules", "Board Game Arena"}
    refused = run("rule", "the-game", "--ask", "result", "--players", "3", "--leftover", "95").stderr
    assert refused.splitlines()[1] == "Allowed under another house rule:"
    assert refused.splitlines()[2].startswith("- ") and refused.endswith("]\n")


def test_fields_and_house_rules_are_written_as_in_a_url() -> None:
    words = ["--centre", "K6", "--bids", "R9 K2X G3", "--bids=Y5", "--lowest", "1", "--front1", ""]
    result = run("rule", "bids", *words, "--rules", "holder_of_special:wins hand_2x_doubles_centre:no")
    assert result.exit_code == 0
    first, second, *_ = result.stdout.splitlines()
    assert first == "B wins the trick (black 6, 2x) and starts."
    assert second == "The 2x has no card to double. Points for B so far: 6."


def test_the_question_is_the_one_that_has_the_given_fields_even_of_the_last_seat() -> None:
    words = ["--players", "6", "--zero5", "1", "--json"]
    asked, named = (json.loads(run("rule", "bids", *words, *ask).stdout) for ask in ([], ["--ask", "round"]))
    assert asked == named and asked["question"] == "round"
