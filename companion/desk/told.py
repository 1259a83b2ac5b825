"""The desk's answer in words: plain data for pages, the terminal, JSON and paper."""

from __future__ import annotations

from collections.abc import Iterable

from companion import book
from companion.desk import Answer, Case, Situation
from companion.rules import Json, Said
from companion.words import Voice


def told(game: str, situation: Situation, answer: Answer, voice: Voice) -> dict[str, Json]:
    """Return `answer` in the words of `voice`; every rule comes with where it is printed."""
    case, missing = answer.case, answer.missing
    return {
        "game": game,
        "situation": dict(situation),
        "verdict": [] if case is None else [voice(it) for it in case.said],
        "why": [] if case is None else [reason(it, voice) for it in case.why],
        "question": None if missing is None else {"field": missing.field, **reason(missing.said, voice)},
        "violations": [
            {"code": it.code, "rule": it.rule, "message": voice(it), "field": it.field} for it in answer.wrong
        ],
        "otherwise": [
            {
                "rule": it.switch.rule,
                "switch": it.switch.name,
                "value": it.value,
                "question": voice.gettext(it.switch.question),
                "answer": voice.gettext(it.switch.answers[it.switch.values.index(it.value)]),
                "verdict": _new(it.case, case, voice),
            }
            for it in answer.under
        ],
        "documents": [
            {"document": name, "title": voice.say(name), "verdict": [voice(it) for it in of.said]}
            for name, of in answer.documents
        ],
    }


def reason(said: Said, voice: Voice) -> dict[str, str]:
    """Return a statement with its rule and where that is printed."""
    return {"rule": said.rule, "text": voice(said), "source": book.citation(said.rule, voice.gettext)}


def _new(case: Case, known: Case | None, voice: Voice) -> list[str]:
    """Return the sentences of `case` that are not in `known`; all of them where nothing is new."""
    old: Iterable[Said] = () if known is None else known.said
    return [voice(it) for it in case.said if it not in old] or [voice(it) for it in case.said]
