"""Rules questions: the documents' examples, what it asks, what other house rules would change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from companion.core.entries import Entry
from companion.core.messages import AnyOf, Json, Message, Param, Phrase, PlayerRef, Series, Verbatim, Violation
from companion.core.questions import Case, Course, Facts
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


def changed_by(
    game: str, course: Course, index: int, ask: str, fields: dict[str, str], options: Mapping[str, Any] = {}
) -> dict[int, Entry]:
    """Return the entries that are corrected if a question about a game with these options has these fields."""
    players = course.now.setup.player_count
    facts = read_situation(game, {**situations.situation_at(game, players, options, course, index, ask), **fields})
    assert isinstance(facts, Facts), facts
    return {**situations.questions_of(game).changed(course, index, facts)}


def told(messages: Sequence[Message]) -> list[str]:
    """Return messages as "TG-05 hand-too-large who=0 cards=7 hand=6 @hand": rule, id, values, and the field of one."""
    fields = ([f"@{one.field}"] if isinstance(one, Violation) and one.field else [] for one in messages)
    values = ([f"{name}={_value(value)}" for name, value in one.params.items()] for one in messages)
    return [
        " ".join((one.rule, one.id, *params, *field))
        for one, params, field in zip(messages, values, fields, strict=True)
    ]


def _value(value: Param) -> str:
    if isinstance(value, Phrase):
        return ":".join((value.id, *map(_value, value.params.values())))
    if isinstance(value, AnyOf | Series | tuple):
        return ",".join(map(_value, value if isinstance(value, tuple) else value.items))
    if isinstance(value, PlayerRef):
        return str(value.seat)
    return value.text if isinstance(value, Verbatim) else str(value)
