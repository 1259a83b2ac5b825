"""`tests/data/questions.jsonl`: what players asked, with the answers worked out from the printed rules and decisions.

Each line has the `situation` as it was told and the `result`, fields of the verdict that matter. `cites` are rules that
have to be among the reasons ("R-17|R-31" is one of them), `others` all house rules that would change the answer.
A line may have also what is `missing`, or instead the rules of an `error`, any of which may be cited.
A line that `says` its statements has all of `why` instead of `cites`, and what `others` say; an `error` then has all.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

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
    if "error" in asked:
        rules = {violation["rule"] for violation in said["error"]}
        is_cited = rules and (not asked["error"] or rules & {*asked["error"]})
        assert is_cited or told(answer.violations) == asked["error"], said
        return
    assert "error" not in said, said
    assert {*asked.get("missing", ())} == {field["field"] for field in said["missing"]}
    if asked["result"] is None:
        assert said["result"] is None
    else:
        assert {name: said["result"][name] for name in asked["result"]} == asked["result"]
    words = " ".join(reason.text for reason in in_words(answer, translator(asked["game"])).why)
    assert [reason["text"] for reason in said["why"] if reason["text"] not in words] == []
    if "says" in asked:
        assert answer.case is not None
        others = {
            f"{other.switch.name}:{other.value}": told(other.case.statements if other.case else [present(other.reason)])
            for other in answer.alternatives
        }
        found = told(answer.case.statements), told(answer.case.why), others
        assert found == (asked["says"], asked["why"], asked["others"])
    elif asked["result"] is not None:
        cited = {reason["rule"] for reason in said["why"]}
        assert [rules for rules in asked["cites"] if cited.isdisjoint(rules.split("|"))] == [], cited
        if "others" in asked:
            changes = [
                f"{name}:{value}" for change in said["alternatives"] for name, value in change["rulings"].items()
            ]
            assert sorted(changes) == asked["others"]
