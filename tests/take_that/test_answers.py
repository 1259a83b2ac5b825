"""Answers to rules questions about Take That as values."""

from __future__ import annotations

import pytest

from companion.core.translator import Translator
from companion.desk.answers import answer_question
from companion.desk.questions import words
from companion.desk.verdict import build_verdict


@pytest.mark.parametrize(("draw", "named"), [("1", 1), ("20", 0)])
def test_verdicts_list_only_alternatives_with_another_result(draw: str, named: int) -> None:
    """Whether the game ends when the row is emptied is only said to people; what may be laid and paired is the same."""
    situation = {"row": "49", "cards": "94", "draw": draw}
    answer = answer_question("take-that", situation)
    assert len(answer.alternatives) == named
    verdict = build_verdict(answer, Translator(words("take-that"), ["Ana"]))
    assert verdict["alternatives"] == []
