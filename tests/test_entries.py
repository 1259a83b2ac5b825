"""How JSON becomes an entry, which is the same in every game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

import pytest
from msgspec import UNSET, Meta, UnsetType

from companion.core.entries import (
    Adjust,
    Before,
    Entry,
    Finish,
    IllegalEntry,
    agreed,
    by_type,
    check_adjust,
    check_before,
    check_final,
    decode,
)
from companion.core.messages import Violation
from tests.rules.questions import told


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
    ("raw", "violation"),
    [
        (None, "not-an-object"),
        ([], "not-an-object"),
        ({}, "missing-field name=type @type"),
        ({"type": "none"}, "unknown-type type=none @type"),
        ({"type": "Plain"}, "unknown-type type=Plain @type"),
        ({"type": ["plain"]}, "unknown-type type=['plain'] @type"),
        ({"type": "plain", "seat": 0}, "missing-field name=reason @reason"),
        ({"type": "plain", "seat": True, "reason": "x"}, "wrong-type name=seat kind=a-whole-number @seat"),
        ({"type": "plain", "seat": 1.0, "reason": 5}, "wrong-type name=seat kind=a-whole-number @seat"),
        ({"type": "plain", "seat": 0, "note": "x"}, "missing-field name=reason @reason"),
        ({"type": "plain", "seat": 0, "reason": "", "note": 1}, "unknown-field name=note @note"),
        ({"type": "sum", "seat": 1, "card": None}, "wrong-type name=card kind=a-text @card"),
        ({"type": "sum", "seat": 10}, "too-much @seat"),
        ({"type": "finish", "seat": 0}, "unknown-field name=seat @seat"),
        ({"type": "before", "points": [1, "2"]}, "wrong-type name=points kind=a-list-of-integers @points"),
        ({"type": "before", "points": [1, True]}, "wrong-type name=points kind=a-list-of-integers @points"),
        ({"type": "typed", "points": [1], "left": ""}, "left-missing @left"),
        ({"type": "typed", "points": [1], "left": 1.5}, "wrong-type name=left kind=a-whole-number @left"),
        ({"type": "typed", "points": [1, None]}, "wrong-type name=points kind=a-list-of-numbers @points"),
        ({"type": "typed", "points": [1, 2, 3, ""]}, "wrong-type name=points kind=a-list-of-numbers @points"),
        ({"type": "typed", "points": ["", 1, "x"]}, "hand-missing who=0,2 @points"),
        ({"type": "typed", "points": ["", 1, 2, "x"]}, "wrong-type name=points kind=a-list-of-numbers @points"),
        ({"type": "x" * 99}, "unknown-type type=" + "x" * 40 + " @type"),
    ],
    ids=str,
)
def test_the_first_thing_that_is_wrong_with_the_shape_is_named(raw: Any, violation: str) -> None:
    assert [text.partition(" ")[2] for text in told([wrong(raw)])] == [violation]


@pytest.mark.parametrize(
    ("found", "violations"),
    [
        (check_adjust(Adjust(0, 999, "x"), 2), []),
        (check_adjust(Adjust(1, -999, "x"), 2), []),
        (check_adjust(Adjust(1, 9999, "x"), 2, 9999), []),
        (
            check_adjust(Adjust(2, 1000, "x"), 2),
            ["no-such-seat seat=2 last=1 @seat", "adjust-points most=999 points=1000 @points"],
        ),
        (
            check_adjust(Adjust(-1, -1000, "x"), 2),
            ["no-such-seat seat=-1 last=1 @seat", "adjust-points most=999 points=-1000 @points"],
        ),
        (check_adjust(Adjust(0, 0, " "), 2), ["adjust-points most=999 points=0 @points", "adjust-reason @reason"]),
        (check_before(Before((99_999, -99_999)), 2, may_begin=True), []),
        (check_before(Before((100_000, 0)), 2, may_begin=True), ["before-points most=99999 @points"]),
        (
            check_before(Before((0,)), 2, may_begin=False),
            ["before-too-late @type", "before-count players=2 given=1 @points"],
        ),
        (check_final((0, 1), 2, is_first=True), []),
        (check_final((0, -100_000), 2, is_first=False), ["final-too-late @points", "before-points most=99999 @points"]),
    ],
)
def test_what_belongs_to_no_round_is_within_limits(found: Iterable[Violation], violations: list[str]) -> None:
    assert [text.removeprefix("RECORD ") for text in told([*found])] == violations


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        (Adjust(1, -5, "late"), "RECORD log-adjusted who=1 n=-5 points=Signed(value=-5) reason=late"),
        (Before((5, 0)), "RECORD log-before points=player-score:0:5,player-score:1:0"),
        (Finish(), "RECORD log-ended-early"),
        (Finish((0, 7)), "RECORD log-final points=player-score:0:0,player-score:1:7"),
    ],
)
def test_the_log_says_what_was_agreed(entry: Entry, words: str) -> None:
    assert told([agreed(entry)]) == [words]
