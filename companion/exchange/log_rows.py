"""Checks that the rows of a log fit together: a correction must name an entry that existed at that point."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.messages import Json
from companion.store.positions import CORRECT, ENTRY, REDO, SETTINGS, UNDO, NoSuchEntry, Row, read_changes

_Step = list[tuple[bool, str]]  # what a row did to the keys of entries: added or removed, in order


class WrongRow(ValueError):
    """The row with this number does not fit the rows before it."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def check_rows(rows: Sequence[Row]) -> None:
    """Check that every row fits the rows before it, in time proportional to the length of the log.

    :raises WrongRow: an unknown kind of row, or a correction of an entry that does not exist.
    """
    keys: set[str] = set()
    done: list[_Step] = []
    undone: list[_Step] = []
    for row in rows:
        if row.kind in (UNDO, REDO):
            source, target = (done, undone) if row.kind == UNDO else (undone, done)
            if not source:
                raise WrongRow(row.number)
            target.append(source.pop())
            _apply(keys, target[-1], back=row.kind == UNDO)
            continue
        if row.kind == ENTRY:
            step = [(True, str(row.number))]
        elif row.kind == CORRECT:
            step = _corrected(keys, row)
        elif row.kind == SETTINGS and _is_settings(row.payload):
            step = _corrected(keys, Row(row.number, CORRECT, row.payload["changes"])) if row.payload["changes"] else []
        else:
            raise WrongRow(row.number)
        if row.kind == ENTRY:
            _apply(keys, step)
        done.append(step)
        undone.clear()


def _corrected(keys: set[str], row: Row) -> _Step:
    """Apply a correction to `keys`, and return what it did."""
    try:
        changes = read_changes(row.payload)
    except NoSuchEntry:
        raise WrongRow(row.number) from None
    step: _Step = []
    for index, change in enumerate(changes):
        if change.get("line", change.get("before")) not in keys:
            raise WrongRow(row.number)
        if "before" in change:
            step.append((True, f"{row.number}.{index}"))
        elif change["entry"] is None:
            step.append((False, change["line"]))
        else:
            continue
        _apply(keys, step[-1:])
    return step


def _is_settings(payload: Json) -> bool:
    if type(payload) is not dict or payload.keys() != {"from", "to", "changes"} or type(payload["changes"]) is not list:
        return False
    return all(
        type(side) is dict
        and side.keys() == {"options", "seats"}
        and type(side["options"]) is dict
        and type(side["seats"]) is list
        and all(type(uuid) is str for uuid in side["seats"])
        for side in (payload["from"], payload["to"])
    )


def _apply(keys: set[str], step: _Step, *, back: bool = False) -> None:
    for adds, key in reversed(step) if back else step:
        if adds != back:
            keys.add(key)
        else:
            keys.discard(key)
