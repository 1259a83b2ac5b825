"""Checks of the type and the fields of entries, which are the same in every game."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from companion.core.entries import INTEGER, INTEGERS, STRING, EntryType, ValueType, check_type_and_fields
from companion.core.messages import Json, Violation

EVEN = ValueType("an-even-number", (int,), lambda value: value % 2 == 0)


def _check_sum(entry: Mapping[str, int]) -> list[Violation]:
    return [Violation("PB-01", "too-much", {}, field="bid")] if entry["bid"] + entry["seat"] > 10 else []


TYPES = {
    "plain": EntryType({"seat": INTEGER, "reason": STRING}),
    "even": EntryType({"seat": EVEN}),
    "optional": EntryType({"seat": INTEGER}, {"card": STRING}),
    "sum": EntryType({"seat": INTEGER, "bid": INTEGER}, check=_check_sum),
    "empty": EntryType(),
    "list": EntryType({"points": INTEGERS}),
}


@pytest.mark.parametrize(
    "entry",
    [
        {"type": "plain", "seat": 0, "reason": ""},
        {"type": "even", "seat": 2},
        {"type": "optional", "seat": 1},
        {"type": "optional", "seat": 1, "card": "K5"},
        {"type": "sum", "seat": 1, "bid": 9},
        {"type": "empty"},
        {"type": "list", "points": []},
        {"type": "list", "points": [1, -2]},
    ],
    ids=str,
)
def test_an_entry_of_the_right_shape_has_no_violation(entry: Json) -> None:
    assert check_type_and_fields(entry, TYPES, 3) == []


@pytest.mark.parametrize(
    ("entry", "wrong"),
    [
        (None, [("not-an-object", None)]),
        ([], [("not-an-object", None)]),
        ({}, [("missing-field", "type")]),
        ({"type": "none"}, [("unknown-type", "type")]),
        ({"type": ["plain"]}, [("unknown-type", "type")]),
        ({"type": "plain", "seat": 0}, [("missing-field", "reason")]),
        ({"type": "plain", "seat": True, "reason": "x"}, [("wrong-type", "seat")]),
        ({"type": "plain", "seat": 1.0, "reason": 5}, [("wrong-type", "seat"), ("wrong-type", "reason")]),
        ({"type": "plain", "seat": 0, "note": "x"}, [("missing-field", "reason"), ("unknown-field", "note")]),
        ({"type": "plain", "seat": 0, "reason": "", "note": 1}, [("unknown-field", "note")]),
        ({"type": "even", "seat": 3}, [("wrong-type", "seat")]),
        ({"type": "optional", "seat": 1, "card": 5}, [("wrong-type", "card")]),
        ({"type": "optional", "seat": 1, "cards": "K5"}, [("unknown-field", "cards")]),
        ({"type": "sum", "seat": 2, "bid": 9}, [("too-much", "bid")]),
        ({"type": "sum", "seat": 2, "bid": "9"}, [("wrong-type", "bid")]),
        ({"type": "empty", "seat": 0}, [("unknown-field", "seat")]),
        ({"type": "list", "points": [1, "2"]}, [("wrong-type", "points")]),
        ({"type": "list", "points": [1, True]}, [("wrong-type", "points")]),
    ],
    ids=str,
)
def test_everything_that_is_wrong_with_the_shape_is_listed(entry: Json, wrong: list[tuple[str, str | None]]) -> None:
    assert [(violation.id, violation.field) for violation in check_type_and_fields(entry, TYPES, 3)] == wrong
