"""`companion-verdict/1` as documented: every answer keeps the schema."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from companion.core.translator import Translator
from companion.i18n import language
from companion.questions import situations
from companion.questions.answers import answer_question
from companion.questions.verdict import build_verdict
from tests import ROOT
from tests.bids import random_situations
from tests.rules import random_turns

SCHEMA = json.loads((ROOT / "docs" / "verdict.schema.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)


def translator(game: str) -> Translator:
    return language.translator(situations.words(game), [f"P{n}" for n in range(6)], "en")


def verdict(game: str, situation: dict[str, str]) -> dict[str, Any]:
    return build_verdict(answer_question(game, situation), translator(game))


def some(rng: Random, fields: dict[str, str]) -> dict[str, str]:
    """Return `fields`, sometimes without one of them and sometimes with one that is wrong."""
    left = {name: text for name, text in fields.items() if rng.random() < 0.9}
    if left and rng.random() < 0.15:
        left[rng.choice(list(left))] = rng.choice(("x", "99", "K3 K3", "-", "", "200"))
    return left


@pytest.mark.parametrize(
    ("game", "make"),
    [
        ("bids", random_situations.of_trick),
        ("bids", random_situations.of_round),
        ("the-game", random_turns.of_the_game),
        ("take-that", random_turns.of_take_that),
    ],
)
def test_every_answer_keeps_the_schema(game: str, make: Callable[[Random], tuple[dict[str, str], Any]]) -> None:
    for seed in range(30):
        rng = Random(seed)
        check(game, some(rng, make(rng)[0]))


def check(game: str, situation: dict[str, str]) -> None:
    answer = json.loads(json.dumps(verdict(game, situation)))
    assert [error.message for error in VALIDATOR.iter_errors(answer)] == [], situation
    named = [field["field"] for field in answer.get("missing", ())] + [
        problem["field"] for problem in answer.get("error", ())
    ]
    assert {name for name in named if name is not None} <= {*situations.fields_of(game)}, situation
    if "error" not in answer:
        given = {name for name, text in situation.items() if text or name in answer["missing"]}
        assert not given & {field["field"] for field in answer["missing"]} - {"centre", "bids", "prize"}, situation
        assert not (answer["result"] is None and not answer["missing"]), situation
        for other in answer["alternatives"]:
            assert other["result"] != answer["result"] or other["result"] is None


def test_the_schema_is_one_and_knows_its_errors() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    good = verdict("bids", {"players": "4", "centre": "K5", "bids": "R9 B8 G7 Y1"})
    assert VALIDATOR.is_valid(good)
    assert not VALIDATOR.is_valid(good | {"verdict": "won"})
    assert not VALIDATOR.is_valid(good | {"result": {"scores": [1, 2, 3]}})
    assert not VALIDATOR.is_valid({**good, "missing": [{"field": "front0"}]})
