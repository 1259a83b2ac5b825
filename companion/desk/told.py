"""The desk's answer in words: plain data for pages, the terminal, JSON and paper."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.messages import Json, Message
from companion.core.translator import Translator
from companion.desk import Answer, Case, Situation
from companion.games import rulebooks as book


def told(game: str, situation: Situation, answer: Answer, translator: Translator) -> dict[str, Json]:
    """Return `answer` in the words of `translator`; every rule comes with where it is printed."""
    case, missing = answer.case, answer.missing
    return {
        "game": game,
        "situation": dict(situation),
        "verdict": [] if case is None else [translator(it) for it in case.said],
        "why": [] if case is None else [reason(it, translator) for it in case.why],
        "question": None if missing is None else {"field": missing.field, **reason(missing.said, translator)},
        "violations": [
            {"code": it.code, "rule": it.rule, "message": translator(it), "field": it.field} for it in answer.wrong
        ],
        "otherwise": [
            {
                "rule": it.switch.rule,
                "switch": it.switch.name,
                "value": it.value,
                "question": translator.gettext(it.switch.question),
                "answer": translator.gettext(it.switch.answers[it.switch.values.index(it.value)]),
                "verdict": _new(it.case, case, translator),
            }
            for it in answer.under
        ],
        "documents": [
            {"document": name, "title": translator.say(name), "verdict": [translator(it) for it in of.said]}
            for name, of in answer.documents
        ],
    }


def reason(said: Message, translator: Translator) -> dict[str, str]:
    """Return a statement with its rule and where that is printed."""
    return {"rule": said.rule, "text": translator(said), "source": book.citation(said.rule, translator.gettext)}


def _new(case: Case, known: Case | None, translator: Translator) -> list[str]:
    """Return the sentences of `case` that are not in `known`; all of them where nothing is new."""
    old: Iterable[Message] = () if known is None else known.said
    return [translator(it) for it in case.said if it not in old] or [translator(it) for it in case.said]
