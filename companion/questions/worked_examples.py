"""The worked examples of a rule book; the game works them out, in the lessons by the rules of the reader's table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from companion.core.game import report_without_texts
from companion.core.messages import Json
from companion.core.options import Choice, Flag
from companion.core.rulebook import Example
from companion.games import record, rules_of
from companion.questions.answers import Answer, answer_question
from companion.questions.situations import played_options, rulings, text_of


class WorkedExample(Struct, frozen=True):
    """A worked example: the answer to a rules question, or the report of a whole game."""

    declared: Example
    answer: Answer | None = None
    names: Sequence[str] = ()
    report: Json = None

    @property
    def result(self) -> Json:
        case = self.answer and self.answer.case
        return self.report["rounds"] if self.report else case and case.result


def work_out(slug: str, example: Example, at_table: Mapping[str, str] | None = None) -> WorkedExample:
    """An example with its result; `at_table` are fields of a situation that differ from the usual ones."""
    at_table = at_table or {}
    if example.situation:
        return WorkedExample(example, _answer(slug, tuple({**at_table, **example.situation}.items())))
    fields = {name: text for name, text in at_table.items() if name != "rules"}
    options = {**fields, **example.record["options"], "rulings": rulings(at_table)}
    played = record.parse({**example.record, "options": options})
    report = report_without_texts(played.rules, played.replay().state)
    return WorkedExample(example, names=played.names, report=report)


@lru_cache(maxsize=1000)
def _answer(slug: str, situation: tuple[tuple[str, str], ...]) -> Answer:
    return answer_question(slug, dict(situation))


def work_out_at_table(slug: str, example: Example, setup: Any) -> WorkedExample | None:
    """An example of a lesson with its result at a table with this set-up.

    If it would come out otherwise there, there is none, because its title and picture tell the usual result. Those of
    the score of a round do not.
    """
    options = [
        option
        for option in played_options(slug)
        if isinstance(option, Choice | Flag) and not option.presets and not callable(option.default)
    ]
    at_table = {
        option.name: text_of(value) for option in options if (value := getattr(setup, option.name)) != option.default
    }
    usual = {switch.name: switch.default for switch in rules_of(slug).SWITCHES}
    if changed := [f"{name}:{value}" for name, value in asdict(setup.rulings).items() if value != usual[name]]:
        at_table["rules"] = " ".join(changed)
    worked = work_out(slug, example, at_table)
    return worked if "ask" in example.situation or worked.result == work_out(slug, example).result else None
