"""Answers to rules questions about Take That: what can be laid, what it costs, what a match scores."""

from __future__ import annotations

import pytest

from companion.core.translator import Translator
from companion.questions.answers import answer_question
from companion.questions.situations import words
from companion.questions.verdict import build_verdict


@pytest.mark.parametrize(("draw", "ends"), [("1", [[94]]), ("20", [])])
def test_a_verdict_lists_what_people_are_told_about_the_last_draw(draw: str, ends: list[list[int]]) -> None:
    answer = answer_question("take-that", {"row": "49", "cards": "94", "draw": draw})
    assert [(other.switch.name, other.value) for other in answer.alternatives] == [
        ("last_draw_empties_row", "ends") for _ in ends
    ]
    verdict = build_verdict(answer, Translator(words("take-that"), ["Ana"]))
    assert [other["result"]["ends"] for other in verdict["alternatives"]] == ends
    assert "ends" not in verdict["result"]
