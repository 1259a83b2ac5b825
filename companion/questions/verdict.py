"""The answer for programs, `companion-verdict/1`: the same in every language except for the texts."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.messages import AnyOf, Json, Message, Param, PlayerRef, Series
from companion.core.translator import Translator
from companion.questions.answers import Alternative, Answer
from companion.questions.situations import questions_of

FORMAT = "companion-verdict/1"


def build_verdict(answer: Answer, translator: Translator) -> dict[str, Json]:
    if answer.violations:
        errors = [(violation.field, violation.rule, translator(violation)) for violation in answer.violations]
        return refused(answer.slug, errors)
    case = None if answer.missing else answer.case
    missing = (*answer.missing, *answer.missing_for_alternatives)
    return {
        "format": FORMAT,
        "game": answer.slug,
        "question": questions_of(answer.slug).question(answer.situation).name,
        "result": case and case.result,
        "why": [] if case is None else [_reason(reason, translator) for reason in case.why],
        "missing": [{"field": field.name, "message": translator(field.question)} for field in missing],
        "alternatives": [_alternative(alternative, translator) for alternative in answer.alternatives],
        "sources": [{"ruleset": name, "result": case.result} for name, case in answer.by_ruleset],
    }


def refused(slug: str | None, violations: Sequence[tuple[str | None, str, str]]) -> dict[str, Json]:
    """An error with the field, the rule and a sentence for everything that makes a situation impossible."""
    errors = [{"field": field, "rule": rule, "message": message} for field, rule, message in violations]
    return {"format": FORMAT, "game": slug, "error": errors}


def _alternative(alternative: Alternative, translator: Translator) -> dict[str, Json]:
    fields: dict[str, Json] = {
        "rulings": {alternative.switch.name: alternative.value},
        "rule": alternative.switch.rule,
        "possible": {"differs": True, "refused": False, "unknown": None}[alternative.effect],
        "result": (alternative.case.result or None) if alternative.case is not None else None,
    }
    if alternative.reason is not None:
        fields["message"] = translator(alternative.reason)
    return fields


def _reason(reason: Message, translator: Translator) -> dict[str, Json]:
    params = {}
    for name, value in reason.params.items():
        seats = "seats" if isinstance(value, tuple) else "seat"  # `who` in the texts
        params[seats if name == "who" else name] = _value(value)
    return {"rule": reason.rule, "id": reason.id, "params": params, "text": translator(reason)}


def _value(param: Param) -> Json:
    if isinstance(param, tuple):
        return [_value(item) for item in param]
    if isinstance(param, PlayerRef):
        return param.seat
    if isinstance(param, AnyOf | Series):
        return [_value(item) for item in param.items]
    return param
