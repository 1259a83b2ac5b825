"""Answers to rules questions about Take That: what can be laid, what it costs, what a match scores."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.translator import Translator
from companion.questions.answers import answer_question
from companion.questions.situations import words
from companion.questions.verdict import build_verdict
from tests.rules.questions import ask


@pytest.mark.parametrize(("draw", "ends"), [("1", [[94]]), ("20", [])])
def test_a_verdict_lists_what_people_are_told_about_the_last_draw(draw: str, ends: list[list[int]]) -> None:
    answer = answer_question("take-that", {"row": "49", "cards": "94", "draw": draw})
    assert [(other.switch.name, other.value) for other in answer.alternatives] == [
        ("last_draw_empties_row", "ends") for _ in ends
    ]
    verdict = build_verdict(answer, Translator(words("take-that"), ["Ana"]))
    assert [other["result"]["ends"] for other in verdict["alternatives"]] == ends
    assert "ends" not in verdict["result"]


@pytest.mark.parametrize(("row", "toads"), [("34 44 55", [2]), ("34 45", [])])
def test_whoever_takes_a_row_is_told_what_its_toads_cost(row: str, toads: list[int]) -> None:
    case = answer_question("take-that", {"row": row, "cards": "12", "draw": "9"}).case
    assert case is not None
    assert [message.params["n"] for message in case.why if message.id == "toads-cost"] == toads


@pytest.mark.parametrize(("card", "may_play"), [("44", True), ("43", True), ("88", False)])
def test_whoever_can_play_may_take_the_row_all_the_same(card: str, may_play: bool) -> None:
    case = answer_question("take-that", {"row": "34", "cards": card, "draw": "20"}).case
    assert case is not None
    for said in (case.statements, case.why):
        assert ("TT-13" in {message.rule for message in said}) is may_play


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
