"""`tests/data/questions.jsonl`: what players asked, with the answers worked out from the printed rules and decisions.

Each line has the `situation` as it was told, the `result` (fields of the verdict that matter), what is `missing`, what
the answer `says`, and `why`; `others` are all house rules that would change it, with what it would say under them,
`rulesets` what these say if they disagree; a few have the `question` that a page asks first. A line that is refused
has every `error` instead, some as `text`, and the house rules by which it is `allowed_by`. Sentences are as `told`
writes them.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.core.questions import Case
from companion.games import with_rules
from companion.questions.answers import answer_question
from companion.questions.wording import in_words
from tests import ROOT
from tests.checked import present
from tests.rules.questions import told
from tests.rules.test_verdict_schema import VALIDATOR, translator, verdict

LINES = (ROOT / "tests" / "data" / "questions.jsonl").read_text(encoding="utf-8").splitlines()
QUESTIONS: list[dict[str, Any]] = [json.loads(line) for line in LINES]


@pytest.mark.parametrize("game", with_rules())
def test_questions_have_the_answers_of_the_rules_and_cite_them(game: str, subtests: pytest.Subtests) -> None:
    for asked in QUESTIONS:
        if asked["game"] == game:
            with subtests.test(asked["asks"]):
                check(asked)


def check(asked: dict[str, Any]) -> None:
    said, answer = verdict(asked["game"], asked["situation"]), answer_question(asked["game"], asked["situation"])
    assert VALIDATOR.is_valid(said)
    assert told(answer.violations) == asked.get("error", [])
    assert [f"{switch.name}:{value}" for switch, value in answer.allowed_by] == asked.get("allowed_by", [])
    if "error" in asked:
        assert "text" not in asked or [error["message"] for error in said["error"]] == [asked["text"]]
        return
    assert [field["field"] for field in said["missing"]] == asked.get("missing", [])
    assert (said["result"] is None) is (asked["result"] is None)
    assert {name: said["result"][name] for name in asked["result"] or ()} == (asked["result"] or {})
    in_text = in_words(answer, translator(asked["game"]))
    assert in_text.is_sure == (not answer.missing and not answer.missing_for_statements)
    if "question" in asked:
        assert (in_text.question and in_text.question.text) == asked["question"]
    words = " ".join(reason.text for reason in in_text.why)
    assert [reason["text"] for reason in said["why"] if reason["text"] not in words] == []
    others = {
        f"{other.switch.name}:{other.value}": told(other.case.statements if other.case else [present(other.reason)])
        for other in answer.alternatives
    }
    for other, shown in zip(answer.alternatives, said["alternatives"], strict=True):
        possible, result = (other.case is not None, other.case.result if other.case else None)
        assert shown["possible"] is (None if other.effect == "unknown" else possible)
        assert shown["result"] == (result or None)
        assert (shown["rule"], "message" in shown) == (other.switch.rule, other.reason is not None)
    if not answer.missing:
        params = [{_name_in_verdict(*param) for param in reason.params.items()} for reason in present(answer.case).why]
        assert [{*reason["params"]} for reason in said["why"]] == params
    case = answer.case or Case({}, (), ())
    by_ruleset = {name: told(ruled.statements) for name, ruled in answer.by_ruleset}
    found = told(case.statements), told(case.why), others, by_ruleset
    assert found == (
        *(asked.get(name, []) for name in ("says", "why")),
        *(asked.get(n, {}) for n in ("others", "rulesets")),
    )


def _name_in_verdict(name: str, value: object) -> str:
    return name if name != "who" else "seats" if isinstance(value, tuple) else "seat"
