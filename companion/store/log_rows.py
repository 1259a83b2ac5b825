"""The rows of a game's log: what they hold, which entries they leave in effect, and whether they fit together."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TypeVar

from msgspec import Struct, ValidationError, convert, field, to_builtins
from msgspec.structs import replace

from companion.core.messages import Json

T = TypeVar("T")
ENTRY = "report"  # the stored name
CORRECT, UNDO, REDO, SETTINGS = "correct", "undo", "redo", "settings"


class InvalidChange(ValueError):
    """A row changes an entry that the game does not have at that point, or is not a change of any known form."""


class OptionsAndSeats(Struct, frozen=True, forbid_unknown_fields=True):
    """A game's options, and the UUIDs of the players by seat, before or after they were changed."""

    options: dict[str, Json]
    seats: list[str]


class SettingsChange(Struct, frozen=True, forbid_unknown_fields=True):
    """The payload of a row that changed settings; its `changes` are for entries that would no longer be valid."""

    before: OptionsAndSeats = field(name="from")
    after: OptionsAndSeats = field(name="to")
    changes: list[Json]

    @property
    def sides(self) -> tuple[OptionsAndSeats, OptionsAndSeats]:
        """Return what held before and after the change."""
        return self.before, self.after


class LogRow(Struct, frozen=True, dict=True):
    """A row of the log: its number from 1, its kind, and its payload.

    The payload of a `report` is the entry, that of a `correct` the list of changes, that of `settings` is as in
    `SettingsChange`. For other kinds it is None.
    """

    number: int
    kind: str
    payload: Json = None

    @cached_property
    def settings_change(self) -> SettingsChange:
        """Return the payload of a row that changed settings."""
        return convert(self.payload, SettingsChange)


class Change(Struct, frozen=True):
    """A change of the entry `key`: it is added if `is_new`, deleted if `entry` is None, and otherwise replaced.

    A new entry is added before the entry `before`, or at the end.
    """

    key: str
    entry: Json
    is_new: bool = False
    before: str | None = None

    @property
    def known_key(self) -> str | None:
        """Return the key of the entry that must exist before the change, or None if it needs none."""
        return self.before if self.is_new else self.key


class EntryInEffect(Struct, frozen=True, eq=False):
    """An entry in effect as it was sent: `row` is the number of the row that added it, `corrected` of the last that
    replaced it.
    """

    key: str
    raw: Json
    row: int
    corrected: int | None


def read_changes(payload: Json, row_number: int) -> list[Change]:
    """Return the changes of a correction, which is or will be the row `row_number`.

    :raises InvalidChange: it is not a list of changes.
    """
    if type(payload) is not list or not payload:
        raise InvalidChange(payload)
    return [_read_change(change, f"{row_number}.{index}") for index, change in enumerate(payload)]


def result_changes(entries: Sequence[EntryInEffect], result: Json) -> list[Json]:
    """Return the changes of a correction that replaces `entries`, at least one, by their `result`."""
    return [{"line": entries[0].key, "entry": result}, *deletions(replaced.key for replaced in entries[1:])]


def deletions(keys: Iterable[str]) -> list[Json]:
    """Return the changes of a correction that deletes the entries with these keys."""
    return [{"line": key, "entry": None} for key in keys]


def entries_in_effect(rows: Iterable[LogRow]) -> list[EntryInEffect]:
    """Return the entries in effect after these rows, in order; the rows are no undo or redo.

    :raises InvalidChange: a correction names an entry that does not exist.
    """
    entries: dict[str, EntryInEffect] = {}
    order: list[str] = []
    for row in rows:
        for change in _checked_changes(row, entries):
            if change.is_new:
                entries[change.key] = EntryInEffect(change.key, change.entry, row.number, None)
                order.insert(len(order) if change.before is None else order.index(change.before), change.key)
            elif change.entry is None:
                del entries[change.key]
                order.remove(change.key)
            else:
                entries[change.key] = replace(entries[change.key], raw=change.entry, corrected=row.number)
    return [entries[key] for key in order]


def sides_of_settings(rows: Iterable[LogRow]) -> list[OptionsAndSeats]:
    """Return the options and seats before and after each of the `rows` that changed settings, which are valid."""
    return [side for row in rows if row.kind == SETTINGS for side in row.settings_change.sides]


def entries_of(row: LogRow) -> list[Json]:
    """Return the entries in a row of a valid log: what it adds, or puts in the place of another."""
    changes = [] if row.kind in (UNDO, REDO) else _changes_of(row)
    return [change.entry for change in changes if change.entry is not None]


def with_ids(payload: Json, ids: Mapping[str, str]) -> Json:
    """Return the payload of a row that changed settings, with the ids of players replaced as `ids` says."""
    change = convert(payload, SettingsChange)
    before, after = (replace(side, seats=[ids.get(id, id) for id in side.seats]) for side in change.sides)
    return to_builtins(SettingsChange(before, after, change.changes))


def undo_or_redo(kind: str, done: list[T], undone: list[T]) -> T | None:
    """Carry out a row of kind UNDO or REDO: move the last item of one list to the other; return it, or None."""
    source, target = (done, undone) if kind == UNDO else (undone, done)
    if not source:
        return None
    target.append(source.pop())
    return target[-1]


def first_wrong_row(rows: Sequence[LogRow]) -> int | None:
    """Return the number of the first row that does not fit the rows before it, or None if all fit.

    A correction must name an entry that existed at that point. Takes time proportional to the length of the log.
    """
    keys: set[str] = set()
    done: list[set[str]] = []  # the keys that each row added or removed; a key is never added twice
    undone: list[set[str]] = []
    for row in rows:
        if row.kind in (UNDO, REDO):
            moved = undo_or_redo(row.kind, done, undone)
            if moved is None:
                return row.number
            keys ^= moved
            continue
        changed: set[str] = set()
        try:
            for change in _checked_changes(row, keys):
                if change.is_new or change.entry is None:
                    keys ^= {change.key}
                    changed ^= {change.key}
        except (InvalidChange, ValidationError):
            return row.number
        done.append(changed)
        undone.clear()
    return None


def _checked_changes(row: LogRow, keys: Container[str]) -> Iterator[Change]:
    """Yield what a row that is not an undo or redo does; the caller makes each change in `keys` before the next.

    :raises InvalidChange: it names an entry that is not in `keys`, is not a list of changes, or is of no known kind.
    :raises ValidationError: these are not settings.
    """
    for change in _changes_of(row):
        if change.known_key is not None and change.known_key not in keys:
            raise InvalidChange(change.known_key)
        yield change


def _changes_of(row: LogRow) -> list[Change]:
    if row.kind == ENTRY:
        return [Change(str(row.number), row.payload, is_new=True)]
    if row.kind == CORRECT:
        return read_changes(row.payload, row.number)
    if row.kind == SETTINGS:
        return read_changes(row.settings_change.changes, row.number) if row.settings_change.changes else []
    raise InvalidChange(row.kind)


def _read_change(change: Json, new_key: str) -> Change:
    match change:
        case {"line": str(key), "entry": entry, **others} if not others:
            return Change(key, entry)
        case {"before": str(key), "entry": entry, **others} if not others and entry is not None:
            return Change(new_key, entry, is_new=True, before=key)
    raise InvalidChange(change)
