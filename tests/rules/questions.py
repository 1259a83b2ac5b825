"""Rules questions: the documents' examples, what it asks, what other house rules would change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.core.entries import Entry
from companion.core.messages import AnyOf, Message, Param, Phrase, PlayerRef, Series, Verbatim, Violation
from companion.core.questions import Case, Course, Facts
from companion.questions import situations
from companion.questions.situations import read_situation


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
