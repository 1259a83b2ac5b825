"""How JSON becomes an entry, which is the same in every game."""

from __future__ import annotations

from typing import Annotated, Any

import pytest
from msgspec import UNSET, Meta, UnsetType

from companion.core.entries import Before, Entry, Finish, IllegalEntry, by_type, decode
from companion.core.messages import PlayerRef, Verbatim, Violation


class Plain(Entry, frozen=True):
    """An entry with the types that need no annotation."""

    seat: int
    reason: str


class Sum(Entry, frozen=True):
    """An entry whose fields must fit together, one of which is optional."""

    seat: int
    card: Annotated[str | UnsetType, Meta(title="a-text")] = UNSET

    def __post_init__(self) -> None:
        if self.seat > 9:
            raise IllegalEntry(Violation("PB-01", "too-much", field="seat"))


class Typed(Entry, frozen=True):
    """An entry with numbers that people type."""

    points: Annotated[tuple[int, ...], Meta(title="a-list-of-numbers", extra={"missing": "hand-missing"})]
    left: Annotated[int | UnsetType, Meta(title="a-whole-number", extra={"missing": "left-missing"})] = UNSET


ENTRIES = Plain | Sum | Typed | Before | Finish


@pytest.mark.parametrize(
    ("raw", "entry"),
    [
        ({"type": "plain", "seat": 0, "reason": ""}, Plain(0, "")),
        ({"type": "plain", "seat": 10**30, "reason": ""}, Plain(10**30, "")),
        ({"type": "sum", "seat": 1}, Sum(1)),
        ({"type": "sum", "seat": 1, "card": "K5"}, Sum(1, "K5")),
        ({"type": "finish"}, Finish()),
        ({"type": "before", "points": []}, Before(())),
        ({"type": "before", "points": [1, -2]}, Before((1, -2))),
    ],
    ids=str,
)
def test_an_entry_of_the_right_shape_is_decoded(raw: Any, entry: Entry) -> None:
    assert decode(raw, by_type(ENTRIES), 3) == entry


def wrong(raw: Any) -> Violation:
    with pytest.raises(IllegalEntry) as error:
        decode(raw, by_type(ENTRIES), 3)
    return error.value.violations[0]


@pytest.mark.parametrize(
    ("raw", "id", "field"),
    [
        (None, "not-an-object", None),
        ([], "not-an-object", None),
        ({}, "missing-field", "type"),
        ({"type": "none"}, "unknown-type", "type"),
        ({"type": "Plain"}, "unknown-type", "type"),
        ({"type": ["plain"]}, "unknown-type", "type"),
        ({"type": "plain", "seat": 0}, "missing-field", "reason"),
        ({"type": "plain", "seat": True, "reason": "x"}, "wrong-type", "seat"),
        ({"type": "plain", "seat": 1.0, "reason": 5}, "wrong-type", "seat"),
        ({"type": "plain", "seat": 0, "note": "x"}, "missing-field", "reason"),
        ({"type": "plain", "seat": 0, "reason": "", "note": 1}, "unknown-field", "note"),
        ({"type": "sum", "seat": 1, "card": None}, "wrong-type", "card"),
        ({"type": "sum", "seat": 10}, "too-much", "seat"),
        ({"type": "finish", "seat": 0}, "unknown-field", "seat"),
        ({"type": "before", "points": [1, "2"]}, "wrong-type", "points"),
        ({"type": "before", "points": [1, True]}, "wrong-type", "points"),
        ({"type": "typed", "points": [1], "left": ""}, "left-missing", "left"),
        ({"type": "typed", "points": [1], "left": 1.5}, "wrong-type", "left"),
        ({"type": "typed", "points": [1, None]}, "wrong-type", "points"),
        ({"type": "typed", "points": [1, 2, 3, ""]}, "wrong-type", "points"),
    ],
    ids=str,
)
def test_the_first_thing_that_is_wrong_with_the_shape_is_named(raw: Any, id: str, field: str | None) -> None:
    assert (wrong(raw).id, wrong(raw).field) == (id, field)


def test_whose_number_is_missing_is_named() -> None:
    assert wrong({"type": "typed", "points": ["", 1, "x"]}).params == {"who": (PlayerRef(0), PlayerRef(2))}


def test_only_the_beginning_of_what_was_sent_is_repeated() -> None:
    assert wrong({"type": "x" * 99}).params == {"type": Verbatim("x" * 40)}
