"""Rules questions about Take That: what can be laid, and what a match scores."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.questions import ask, rules

# Take That


@pytest.mark.parametrize(("card", "may_play"), [("44", True), ("43", True), ("88", False)])
def test_whoever_can_play_may_take_the_row_all_the_same(card: str, may_play: bool) -> None:
    assert ("TT-13" in rules(ask("take-that", row="34", cards=card, draw="20"))) is may_play


@pytest.mark.parametrize(
    "situation",
    [
        {"row": "34 34"},
        {"ask": "score", "count0": "12"},
        {"ask": "score", "count0": "3 1", "count1": "2 2"},
    ],
)
def test_impossible_rows_and_counts_are_refused(situation: dict[str, Any]) -> None:
    assert ask("take-that", **situation)["violations"]


@pytest.mark.parametrize("card", ["40", "11", "99"])
def test_a_number_that_is_on_no_card_cites_the_cards(card: str) -> None:
    (violation,) = ask("take-that", row=card)["violations"]
    assert violation["rule"] == "TT-02"
