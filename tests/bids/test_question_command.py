"""`companion rule` on Bids."""

from __future__ import annotations

import json

from tests.commands import run


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
