"""Rows of a log: whether they fit together, compared with what they do."""

from __future__ import annotations

from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from companion.store.positions import (
    CORRECT,
    ENTRY,
    REDO,
    SETTINGS,
    UNDO,
    InvalidChange,
    LogRow,
    entries_in_effect,
    first_wrong_row,
)

NO_SETTINGS: dict[str, Any] = {"options": {}, "seats": []}
# What a row or a change does, to which entry, and its risk: it is wrong only if that is 0.
KINDS, PLACE, RISK = st.sampled_from(["insert", "replace", "delete"]), st.integers(0, 30), st.integers(0, 20)
CHANGES = st.lists(st.tuples(KINDS, PLACE, RISK), min_size=1, max_size=4)
ROWS = st.lists(
    st.one_of(
        st.tuples(st.sampled_from([ENTRY, ENTRY, ENTRY, UNDO, REDO]), st.just([]), RISK),
        st.tuples(st.sampled_from([CORRECT, CORRECT, SETTINGS]), CHANGES, RISK),
    ),
    max_size=30,
)


def changes_of(drawn: list[tuple[str, int, int]], number: int, keys: list[str]) -> list[Any]:
    """Return the changes that are meant, made by the row `number` in a log with the entries `keys`."""
    known, changes = list(keys), list[Any]()
    for kind, place, risk in drawn:
        possible = [f"{row}{suffix}" for row in range(1, number + 1) for suffix in ("", ".0", ".1")]
        choices = known if risk else [key for key in possible if key not in known]
        if choices:
            key = choices[place % len(choices)]
            if kind == "insert":
                known.append(f"{number}.{len(changes)}")
            elif kind == "delete" and key in known:
                known.remove(key)
            entry = None if kind == "delete" else place
            changes.append({"before" if kind == "insert" else "line": key, "entry": entry})
    return changes


def slowly_checked(drawn: list[tuple[str, list[tuple[str, int, int]], int]]) -> tuple[list[LogRow], int | None]:
    """Return the rows that are meant, up to the first wrong one, and its number: each is tried with all before it."""
    rows, done, undone = list[LogRow](), list[LogRow](), list[LogRow]()
    for kind, meant, risk in drawn:
        number = len(rows) + 1
        changes = changes_of(meant, number, [stored.key for stored in entries_in_effect(done)])
        payloads = {CORRECT: changes, SETTINGS: {"from": NO_SETTINGS, "to": NO_SETTINGS, "changes": changes}}
        row = LogRow(number, kind, payloads.get(kind))
        source, target = (done, undone) if kind == UNDO else (undone, done)
        is_wrong = (kind in (UNDO, REDO) and not source) or (kind == CORRECT and not changes)
        if is_wrong and risk:
            continue
        rows.append(row)
        if is_wrong:
            return rows, number
        if kind in (UNDO, REDO):
            target.append(source.pop())
        else:
            done.append(row)
            undone.clear()
        try:
            entries_in_effect(done)
        except InvalidChange:
            return rows, number
    return rows, None


@given(ROWS)
@example([(ENTRY, [], 1), (UNDO, [], 1), (CORRECT, [("replace", 0, 0)], 1)])  # of an entry that was undone
@example([(ENTRY, [], 1), (UNDO, [], 1), (ENTRY, [], 1), (REDO, [], 0)])
@example(  # a row deletes what it inserts, which is therefore not there after an undo either
    [
        (ENTRY, [], 1),
        (CORRECT, [("insert", 0, 1), ("delete", 1, 1)], 1),
        (UNDO, [], 1),
        (CORRECT, [("replace", 3, 0)], 1),
    ]
)
def test_the_check_of_a_log_agrees_with_what_its_rows_do(drawn: list[tuple[str, Any, int]]) -> None:
    rows, wrong_row = slowly_checked(drawn)
    assert first_wrong_row(rows) == wrong_row
