"""The rows of a game's log: what they hold, which entries they leave in effect, and whether they fit together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct, ValidationError, convert, field
from msgspec.structs import replace

from companion.core.messages import Json

ENTRY = "report"  # the stored name
CORRECT, UNDO, REDO, SETTINGS = "correct", "undo", "redo", "settings"


class NoSuchEntry(ValueError):
    """A change names an entry that this game does not have, or is not a change at all."""


class Row(Struct, frozen=True):
    """A row of the log: its number from 1, its kind, and its payload.

    The payload of a `report` is the entry, that of a `correct` the list of changes, that of `settings` is as in
    `SettingsChange`. For other kinds it is None.
    """

    number: int
    kind: str
    payload: Json = None


class GameSettings(Struct, forbid_unknown_fields=True):
    """The options of a game, and the UUIDs of the players by seat, before or after they were changed."""

    options: dict[str, Json]
    seats: list[str]


class SettingsChange(Struct, forbid_unknown_fields=True):
    """The payload of a row that changed settings; its `changes` are for entries that were not valid with them."""

    before: GameSettings = field(name="from")
    after: GameSettings = field(name="to")
    changes: list[Json]


class Change(Struct, frozen=True):
    """A change of a correction: `entry` replaces the entry with this key, or is inserted before it.

    The entry with this key is deleted if `entry` is None.
    """

    key: str
    entry: Json
    is_insertion: bool = False


class StoredEntry(Struct, frozen=True, eq=False):
    """An entry in effect: `row` is the number of the row that added it, `corrected` of the last that replaced it."""

    key: str
    entry: Json
    row: int
    corrected: int | None


def read_changes(payload: Json) -> list[Change]:
    """Return the changes of a correction.

    :raises NoSuchEntry: it is not a list of changes.
    """
    if type(payload) is not list or not payload:
        raise NoSuchEntry("")
    return [_read_change(change) for change in payload]


def added_entry(row: Row) -> StoredEntry:
    """Return the entry that a row of kind ENTRY adds."""
    return StoredEntry(str(row.number), row.payload, row.number, None)


def entries_in_effect(rows: Iterable[Row]) -> list[StoredEntry]:
    """Return the entries that these rows, none of which is an undo or redo, leave in effect, in order.

    :raises NoSuchEntry: a correction names an entry that does not exist.
    """
    entries: dict[str, StoredEntry] = {}
    order: list[str] = []
    for row in rows:
        if row.kind == ENTRY:
            entry = added_entry(row)
            entries[entry.key] = entry
            order.append(entry.key)
            continue
        for index, change in enumerate(_changes_of(row)):
            if change.key not in entries:
                raise NoSuchEntry(change.key)
            if change.is_insertion:
                entry = StoredEntry(f"{row.number}.{index}", change.entry, row.number, None)
                entries[entry.key] = entry
                order.insert(order.index(change.key), entry.key)
            elif change.entry is None:
                del entries[change.key]
                order.remove(change.key)
            else:
                entries[change.key] = replace(entries[change.key], entry=change.entry, corrected=row.number)
    return [entries[key] for key in order]


def first_wrong_row(rows: Sequence[Row]) -> int | None:
    """Return the number of the first row that does not fit the rows before it, or None if all fit.

    A correction must name an entry that existed at that point. Takes time proportional to the length of the log.
    """
    keys: set[str] = set()
    done: list[tuple[set[str], set[str]]] = []  # the keys that each row added and removed
    undone: list[tuple[set[str], set[str]]] = []  # the same for what was undone, the other way round
    for row in rows:
        if row.kind not in (UNDO, REDO):
            try:
                done.append(_change_keys(keys, row))
            except (NoSuchEntry, ValidationError):
                return row.number
            undone.clear()
            continue
        source, target = (done, undone) if row.kind == UNDO else (undone, done)
        if not source:
            return row.number
        added, removed = source.pop()
        keys |= removed
        keys -= added  # afterwards, because a row may delete what it inserted
        target.append((removed, added))
    return None


def _read_change(change: Json) -> Change:
    match change:
        case {"line": str(key), "entry": entry, **others} if not others:
            return Change(key, entry)
        case {"before": str(key), "entry": entry, **others} if not others and entry is not None:
            return Change(key, entry, is_insertion=True)
    raise NoSuchEntry("")


def _changes_of(row: Row) -> list[Change]:
    if row.kind == CORRECT:
        return read_changes(row.payload)
    return read_changes(row.payload["changes"]) if row.payload["changes"] else []


def _change_keys(keys: set[str], row: Row) -> tuple[set[str], set[str]]:
    """Apply a row that is no undo or redo to `keys`, and return those that it added and those that it removed."""
    added: set[str] = set()
    removed: set[str] = set()
    if row.kind == ENTRY:
        added.add(str(row.number))
        keys |= added
        return added, removed
    if row.kind == SETTINGS:
        convert(row.payload, SettingsChange)
    elif row.kind != CORRECT:
        raise NoSuchEntry("")
    for index, change in enumerate(_changes_of(row)):
        if change.key not in keys:
            raise NoSuchEntry(change.key)
        if change.is_insertion:
            added.add(f"{row.number}.{index}")
            keys |= added
        elif change.entry is None:
            removed.add(change.key)
            keys.remove(change.key)
    return added, removed
