"""Rules questions: the documents' examples, what it asks, what other house rules would change."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.core.messages import Json
from companion.core.questions import Case, Facts
from companion.core.translator import Translator
from companion.questions import situations
from companion.questions.answers import answer_question
from companion.questions.situations import read_situation
from companion.questions.wording import in_words


def ask(game: str, **situation: str) -> dict[str, Json]:
    """Return the answer in words, as a dict; what is wrong with its field and its code."""
    translator = Translator(situations.words(game), ["Ana", "Luis", "Sara", "Raúl", "Zoë", "Max"])
    answer = answer_question(game, situation)
    said: dict[str, Json] = msgspec.json.decode(msgspec.json.encode(in_words(answer, translator)))
    violations = [
        {**violation, "field": of.field} for violation, of in zip(said["violations"], answer.violations, strict=True)
    ]
    return {**said, "violations": violations}


def statements(game: str, **situation: str) -> str:
    said = ask(game, **situation)
    assert said["question"] is None and not said["violations"], said
    return " ".join(said["statements"])


def rules(said: dict[str, Json]) -> set[str]:
    return {reason["rule"] for reason in said["why"]}


def result_of(game: str, situation: dict[str, str]) -> dict[str, Any]:
    """Return the result of a situation in which everything is given."""
    facts = read_situation(game, situation)
    assert isinstance(facts, Facts), (situation, facts)
    case = situations.questions_of(game).question(situation).answer(facts)
    assert isinstance(case, Case), (situation, case)
    return case.result
