"""Positions: the effect of rows, and how often the game is called for it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.core.game import Refusal, Valid
from companion.core.messages import Violation
from companion.store.positions import CORRECT, ENTRY, REDO, UNDO, InvalidChange, LogRow, Position, result_changes
from companion.store.submissions import try_row


def as_it_is(raw: int, player_count: int) -> int:
    return raw


def rising(state: int, entry: int) -> Valid[int] | Refusal:
    """Accept numbers that rise, as a pile does; the state is the last one."""
    return Valid(entry) if entry > state else Refusal((Violation("RECORD", "too-low"),))


def start() -> Position:
    rules: Any = SimpleNamespace(decode=as_it_is, apply=rising, turn_of=lambda before, entry: None)
    return Position(rules, 0)


def long_game(rows: int) -> Position:
    return start().play(LogRow(number, ENTRY, number * 10) for number in range(1, rows + 1))


def applied(position: Position, rows: list[LogRow]) -> int:
    """Return how many entries were applied to play `rows`."""
    calls = []

    def apply(state: int, entry: int) -> Valid[int] | Refusal:
        calls.append(entry)
        return rising(state, entry)

    replace(position, rules=SimpleNamespace(decode=as_it_is, apply=apply)).play(rows)
    return len(calls)


def test_a_row_at_the_end_of_a_long_log_applies_one_entry_at_most() -> None:
    game = long_game(7000)
    undo, redo = LogRow(7001, UNDO), LogRow(7002, REDO)
    assert applied(game, [LogRow(7001, ENTRY, 70_010)]) == 1
    assert applied(game, [undo]) == 0
    assert applied(game, [undo, redo]) == 0
    assert applied(game.play([undo]), [redo]) == 1


def test_a_correction_applies_only_what_comes_after_it() -> None:
    assert applied(long_game(7000), [LogRow(7001, CORRECT, [{"line": "6991", "entry": 69_905}])]) == 10


def test_a_result_knows_the_entries_that_it_replaced_also_after_its_own_correction() -> None:
    rules: Any = SimpleNamespace(decode=as_it_is, apply=rising, is_result=lambda entry: entry >= 1000)
    position = replace(long_game(3), rules=rules)
    position = position.play([LogRow(4, CORRECT, result_changes(position.entries[1:], 1000))])
    assert position.last is not None
    assert [replaced.raw for replaced in position.replaced_in_row(position.last, -1)] == [20, 30]
    position = position.play([LogRow(5, CORRECT, [{"line": "2", "entry": 1001}])])
    first, result = position.entries
    assert position.replaced_in_row(result, -1) == position.replaced_entries(first) == ()
    assert [replaced.raw for replaced in position.replaced_entries(result)] == [20, 30]
    rows = [LogRow(4, ENTRY, 1000), LogRow(5, CORRECT, [{"line": "1", "entry": 11}])]
    corrected = replace(long_game(3), rules=rules).play(rows)
    assert [corrected.replaced_entries(logged) for logged in corrected.entries] == [()] * 4


def test_many_corrections_are_applied_together_when_a_game_is_read() -> None:
    rows = [LogRow(number, ENTRY, number * 10) for number in range(1, 3001)]
    rows += [LogRow(number, CORRECT, [{"line": str(number - 3000), "entry": 1}]) for number in range(3001, 3501)]
    assert applied(start(), rows) <= 6000


def test_an_undone_correction_leaves_what_was_there_before_and_can_be_redone() -> None:
    game = long_game(3).play([LogRow(4, CORRECT, [{"line": "2", "entry": 15}, {"before": "3", "entry": 25}])])
    assert [(logged.key, logged.row, logged.corrected) for logged in game.entries] == [
        ("1", 1, None),
        ("2", 2, 4),
        ("4.1", 4, None),
        ("3", 3, None),
    ]
    undone = game.play([LogRow(5, UNDO)])
    assert undone.record_entries == [10, 20, 30]
    assert undone.play([LogRow(6, REDO)]).record_entries == game.record_entries == [10, 15, 25, 30]


def test_an_entry_that_is_no_longer_valid_changes_nothing_and_blocks_nothing() -> None:
    """The rules have been corrected since it was accepted."""
    game = start().play([LogRow(1, ENTRY, 10), LogRow(2, ENTRY, 5), LogRow(3, ENTRY, 20)])
    assert game.entries[1].refusal is not None
    assert (game.record_entries, game.state) == ([10, 20], 20)
    corrected = try_row(game, LogRow(game.last_row + 1, CORRECT, [{"line": "3", "entry": 30}]))
    assert isinstance(corrected, Position)
    assert corrected.record_entries == [10, 30]


# ---- Against a slow and obvious implementation


ROWS = st.lists(
    st.one_of(
        st.tuples(st.just(ENTRY), st.integers(1, 30)),
        st.tuples(st.just(UNDO), st.none()),
        st.tuples(st.just(REDO), st.none()),
        st.tuples(st.just("replace"), st.tuples(st.integers(0, 20), st.integers(1, 30))),
        st.tuples(st.just("insert"), st.tuples(st.integers(0, 20), st.integers(1, 30))),
        st.tuples(st.just("delete"), st.tuples(st.integers(0, 20), st.none())),
    ),
    max_size=25,
)


def rows_of(drawn: list[tuple[str, Any]]) -> list[LogRow]:
    """Return the rows that are meant; a correction names one of the entries that are there then."""
    rows: list[LogRow] = []
    for kind, payload in drawn:
        number = len(rows) + 1
        if kind in (ENTRY, UNDO, REDO):
            rows.append(LogRow(number, kind, payload))
        elif keys := [key for key, _entry in slowly(rows)]:
            place, entry = payload
            key = keys[place % len(keys)]
            rows.append(LogRow(number, CORRECT, [{"before" if kind == "insert" else "line": key, "entry": entry}]))
    return rows


def slowly(rows: list[LogRow]) -> list[tuple[str, int]]:
    """Return keys and entries: what is undone is taken out of the rows first, then the rest is done in order."""
    done: list[LogRow] = []
    undone: list[LogRow] = []
    for row in rows:
        if row.kind == UNDO:
            undone += [done.pop()] if done else []
        elif row.kind == REDO:
            done += [undone.pop()] if undone else []
        else:
            done.append(row)
            undone = []
    log: list[tuple[str, int]] = []
    for row in done:
        if row.kind == ENTRY:
            log.append((str(row.number), row.payload))
            continue
        change = row.payload[0]
        place = [key for key, _entry in log].index(change.get("line", change.get("before")))
        new = [(f"{row.number}.0" if "before" in change else change["line"], change["entry"])]
        log[place : place + ("line" in change)] = new if change["entry"] is not None else []
    return log


@given(ROWS, st.integers(0, 25))
def test_rows_have_the_same_effect_at_once_in_parts_and_one_by_one(drawn: list[tuple[str, Any]], cut: int) -> None:
    rows = rows_of(drawn)
    at_once, in_parts, one_by_one = start().play(rows), start().play(rows[:cut]).play(rows[cut:]), start()
    for row in rows:
        one_by_one = one_by_one.play([row])
    for position in (at_once, in_parts, one_by_one):
        assert [(logged.key, logged.raw) for logged in position.entries] == slowly(rows)
        state = 0
        for logged in position.entries:
            assert logged.before == state
            assert (logged.refusal is None) == (logged.raw > state)
            state = max(state, logged.raw)
            assert logged.after == state
        assert position.state == state
        assert position.last_row == len(rows)


@pytest.mark.parametrize(
    "changes",
    [
        *([], {}, "x", [1], [{"line": "1"}], [{"line": "9", "entry": None}], [{"line": 1, "entry": None}]),
        *([{"before": "1", "entry": None}], [{"line": ["1"], "entry": None}]),
        [{"line": "1", "entry": None, "more": 1}],
    ],
)
def test_a_correction_of_an_unknown_entry_is_an_error(changes: object) -> None:
    with pytest.raises(InvalidChange):
        try_row(long_game(2), LogRow(3, CORRECT, changes))
