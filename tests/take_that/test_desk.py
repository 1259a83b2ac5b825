"""Rules questions about Take That: what can be laid, and what a match scores."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.questions import ask, rules, statements

# Take That


def test_a_card_is_laid_within_ten_or_paired_with_its_mirror_image() -> None:
    answer = statements("take-that", players="3", row="34 41 49", cards="94")
    assert (
        answer == "You can't lay the 94. You can pair the 94 with the 49: 2 points. Taking the row scores −3: 3 cards."
        " You may take the row even if you could lay or pair a card."
    )


@pytest.mark.parametrize(("card", "may_play"), [("44", True), ("43", True), ("88", False)])
def test_whoever_can_play_may_take_the_row_all_the_same(card: str, may_play: bool) -> None:
    assert ("TT-13" in rules(ask("take-that", row="34", cards=card, draw="20"))) is may_play


@pytest.mark.parametrize(("card", "may"), [("24", True), ("44", True), ("45", False), ("23", False)])
def test_the_printed_example_of_laying(card: str, may: bool) -> None:
    answer = statements("take-that", row="34", cards=card, draw="20")
    assert (f"You can lay the {card}." in answer) is may


def test_the_draw_pile_is_asked_for_only_where_a_pair_empties_the_row() -> None:
    assert ask("take-that", row="49", cards="94")["field"] == "draw"
    last = ask("take-that", row="49", cards="94", draw="1")
    assert [change["label"] for change in last["changes"]] == ["Yes, the deal ends at once"]


def test_taking_a_toad_and_a_lone_card_in_the_advanced_game_cost_more() -> None:
    assert "Taking the row scores −6: 2 cards." in statements("take-that", row="34 33", cards="35")
    said = ask("take-that", row="56", cards="12", advanced="1", draw="5")
    assert "TT-19" in rules(said)


def test_the_printed_example_of_scoring() -> None:
    said = ask("take-that", ask="score", players="3", count0="12 17")
    assert said["statements"] == ["Ana scores −5: 12 for face-up cards, minus 17 for face-down ones."]
    assert said["question"] is not None


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
