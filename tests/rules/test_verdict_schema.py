"""`companion-verdict/1` as documented: every answer keeps the schema."""

from __future__ import annotations

import json
from typing import Any

from jsonschema import Draft202012Validator

from companion.core.translator import Translator
from companion.i18n import language
from companion.questions import situations
from companion.questions.answers import answer_question
from companion.questions.verdict import build_verdict
from tests import ROOT

SCHEMA = json.loads((ROOT / "docs" / "verdict.schema.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)


def translator(game: str) -> Translator:
    return language.translator(situations.words(game), [f"P{n}" for n in range(6)], "en")


def verdict(game: str, situation: dict[str, str]) -> dict[str, Any]:
    return build_verdict(answer_question(game, situation), translator(game))


def test_the_schema_is_one_and_knows_its_errors() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    good = verdict("bids", {"players": "4", "centre": "K5", "bids": "R9 B8 G7 Y1"})
    assert VALIDATOR.is_valid(good)
    assert not VALIDATOR.is_valid(good | {"verdict": "won"})
    assert not VALIDATOR.is_valid(good | {"result": {"scores": [1, 2, 3]}})
    assert not VALIDATOR.is_valid({**good, "missing": [{"field": "front0"}]})
