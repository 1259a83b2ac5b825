"""A game's log as a value: what its rows do, its entries with the state after each, undo, redo and corrections.

A `Position` never changes. Its `entries` are those in effect, in order; `done` and `undone` are the stacks of rows
for undo and redo. A row that adds an entry adds it at the end. After others, the entries in effect are listed again,
and those after the first difference are applied again; after new settings all, as the state before them is another.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Annotated, Any, TypeVar

from msgspec import Meta, Struct, ValidationError, convert, field, to_builtins
from msgspec.structs import replace

from companion.core.entries import Adjust, Entry, Finish, IllegalEntry
from companion.core.game import GameRules, Person, Refusal
from companion.core.messages import Json, Message
from companion.core.other_rules import EnteredGame

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
        return convert(self.payload, SettingsChange)


class Change(Struct, frozen=True, forbid_unknown_fields=True, rename={"key": "line"}):
    """A change in a correction: the entry with this `key` is replaced, or deleted if `entry` is None; or one is added.

    A new entry is added before the entry `before`. In a row that only adds one, it is added at the end.
    """

    entry: Json
    key: str | None = None
    before: str | None = None


class LogEntry(Struct, frozen=True, eq=False):
    """An entry in effect, as it was sent and decoded, with the state before it and the state after it.

    `row` is the number of the row that added it, `corrected` of the last that replaced it. An entry with a `refusal`
    changes nothing: it was accepted by an older version, whose rules were wrong.
    """

    key: str
    raw: Json
    row: int
    corrected: int | None = None
    entry: Entry = Entry()
    before: Any = None
    after: Any = None
    warnings: tuple[Message, ...] = ()
    refusal: Refusal | None = None


def read_changes(payload: Json) -> list[Change]:
    """:raises InvalidChange: it is not a list of changes."""
    try:
        changes = convert(payload, Annotated[list[Change], Meta(min_length=1)])
    except ValidationError:
        raise InvalidChange(payload) from None
    # Either a key or a place, and an entry for that place.
    if any((each.key is None) == (each.before is None) or (each.key or each.entry) is None for each in changes):
        raise InvalidChange(payload)
    return changes


def result_changes(entries: Sequence[LogEntry], result: Json) -> list[Json]:
    """The changes of a correction that replaces `entries`, at least one, by their `result`."""
    return [{"line": entries[0].key, "entry": result}, *deletions(replaced.key for replaced in entries[1:])]


def deletions(keys: Iterable[str]) -> list[Json]:
    return [{"line": key, "entry": None} for key in keys]


def entries_in_effect(rows: Iterable[LogRow]) -> list[LogEntry]:
    """The entries in effect after these rows, in order, before they are applied; the rows are no undo or redo.

    :raises InvalidChange: a correction names an entry that does not exist.
    """
    entries: dict[str, LogEntry] = {}
    order: list[str] = []
    for row in rows:
        for key, change in _changes_of(row, entries):
            if change.key is None:
                entries[key] = LogEntry(key, change.entry, row.number)
                order.insert(len(order) if change.before is None else order.index(change.before), key)
            elif change.entry is None:
                del entries[key]
                order.remove(key)
            else:
                entries[key] = replace(entries[key], raw=change.entry, corrected=row.number)
    return [entries[key] for key in order]


def sides_of_settings(rows: Iterable[LogRow]) -> list[OptionsAndSeats]:
    """The options and seats before and after each of the `rows` that changed settings, which are valid."""
    return [side for row in rows if row.kind == SETTINGS for side in row.settings_change.sides]


def entries_of(row: LogRow) -> list[Json]:
    """The entries in a row of a valid log: what it adds, or puts in the place of another."""
    changes = () if row.kind in (UNDO, REDO) else _changes_of(row)
    return [change.entry for _key, change in changes if change.entry is not None]


def with_ids(payload: Json, ids: Mapping[str, str]) -> Json:
    """The payload of a row that changed settings, with the ids of players replaced as `ids` says."""
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
    """The number of the first row that does not fit the rows before it, or None if all fit.

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
            for key, change in _changes_of(row, keys):
                if change.key is None or change.entry is None:
                    keys ^= {key}
                    changed ^= {key}
        except (InvalidChange, ValidationError):
            return row.number
        done.append(changed)
        undone.clear()
    return None


def _changes_of(row: LogRow, keys: Container[str] | None = None) -> Iterator[tuple[str, Change]]:
    """Yield what a row that is not an undo or redo does, each change with the key of its entry.

    The caller makes each change in `keys` before the next.

    :raises InvalidChange: it names an entry that is not in `keys`, is not a list of changes, or is of no known kind.
    :raises ValidationError: these are not settings.
    """
    if row.kind == ENTRY:
        yield str(row.number), Change(row.payload)
        return
    if row.kind not in (CORRECT, SETTINGS):
        raise InvalidChange(row.kind)
    payload = row.payload if row.kind == CORRECT else row.settings_change.changes
    for index, change in enumerate(read_changes(payload) if payload or row.kind == CORRECT else ()):
        if keys is not None and (known := change.key or change.before) not in keys:
            raise InvalidChange(known)
        yield f"{row.number}.{index}" if change.key is None else change.key, change


class ImpossibleSettings(ValueError):
    """The game can't be set up with these options for so many players."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal


class Position(Struct, frozen=True, eq=False):
    """A game after the rows of its log up to `last_row`.

    `starters` are the seats that may start because of names, as was decided when the game started
    (`GameRules.starters`). In `options_and_seats`, the seats are empty until a row changes settings.
    """

    rules: GameRules[Any]
    start: Any  # the state before the first entry
    last_row: int = 0
    entries: tuple[LogEntry, ...] = ()
    done: tuple[LogRow, ...] = ()  # the rows in effect: entries, corrections and settings that were not undone
    undone: tuple[LogRow, ...] = ()
    player_count: int = 0
    starters: tuple[int, ...] = ()
    options_and_seats: OptionsAndSeats = OptionsAndSeats({}, [])

    @property
    def last(self) -> LogEntry | None:
        return self.entries[-1] if self.entries else None

    @property
    def state(self) -> Any:
        return self.entries[-1].after if self.entries else self.start

    @property
    def is_over(self) -> bool:
        return self.rules.prompt(self.state) is None

    @property
    def ended_by(self) -> int | None:
        """The number of the row that ended the game; None if it is not over.

        It is the row of the last entry, or the first one after it, such as a correction, by which the game was over.
        """
        if not self.entries or not self.is_over:
            return None
        last_row = self.entries[-1].row
        later = [row for row in self.done if row.number > last_row]
        if not later:
            return last_row
        options = self.options_and_seats.options
        position = at_start(self.rules, self.player_count, self.starters, options, self.done)
        position = position.play(row for row in self.done if row.number <= last_row)
        for row in later:
            if position.is_over:
                break
            position = position.play((row,))
        return position.last_row

    @property
    def entered_game(self) -> EnteredGame:
        """The game as it was entered, to be replayed under other options and house rules."""
        options = self.options_and_seats.options
        entries = [logged.entry for logged in self.entries if logged.refusal is None]
        return EnteredGame(self.rules, self.player_count, self.starters, options, entries)

    @property
    def record_entries(self) -> list[Json]:
        """The valid entries in order, as they were sent: those of the game's record."""
        return [logged.raw for logged in self.entries if logged.refusal is None]

    def entries_for(self, people: Sequence[Person]) -> list[Json]:
        """The entries of the game's record if it has these names.

        Where the names would now make someone else start, the first entry names who started.
        """
        if self.starters == self.rules.starters(people) or len(self.starters) != 1:
            return self.record_entries
        return [{"type": "starter", "seat": self.starters[0]}, *self.record_entries]

    def without(self, hidden: Sequence[LogEntry]) -> Position:
        """The position as if these entries, on which no later ones depend, were not in the log."""
        if not hidden:
            return self
        first = self.entries.index(hidden[0])
        entries = [*self.entries[:first]]
        for logged in self.entries[first:]:
            if logged not in hidden:
                entries.append(self.apply(entries, logged))
        return replace(self, entries=tuple(entries))

    def find(self, key: str) -> LogEntry | None:
        return next((logged for logged in reversed(self.entries) if logged.key == key), None)

    def state_before(self, key: str) -> Any:
        """:raises InvalidChange: there is no such entry to change."""
        logged = self.find(key)
        if logged is None:
            raise InvalidChange(key)
        return logged.before

    def replaced_entries(self, logged: LogEntry) -> Sequence[LogEntry]:
        """The entries that `logged`, if it is a result, replaced; none if it replaced none."""
        return next(filter(None, (self.replaced_in_row(logged, index) for index in range(len(self.done)))), ())

    def replaced_in_row(self, logged: LogEntry, index: int) -> Sequence[LogEntry]:
        """The entries that `logged`, if it is a result, replaced in the row with this index in `done`."""
        row, is_result = self.done[index], self.rules.is_result
        keys = {change.get("line") for change in row.payload} if row.kind == CORRECT else ()
        if logged.key not in keys or not is_result(logged.entry):
            return ()
        earlier = [entry for entry in entries_in_effect(self.done[:index]) if entry.key in keys]
        return () if any(is_result(self.decode(entry.raw)) for entry in earlier) else earlier

    def is_implied(self, row: LogRow) -> bool:
        return row.kind == ENTRY and self.rules.is_implied(self.decode(row.payload))

    def rows_to_move(self, kind: str) -> list[LogRow]:
        """The rows that an undo or redo (`kind`) moves, in this order: one step that can be seen, or none.

        An implied entry is moved together with the entry that it was entered with.
        """
        rows = list(self.done if kind == UNDO else self.undone)
        moved: list[LogRow] = []
        while rows and self.is_implied(rows[-1]):
            moved.append(rows.pop())
        if rows and (not moved or rows[-1].kind == ENTRY):
            moved.append(rows.pop())
        while kind == UNDO and rows and moved[-1].kind == ENTRY and self.is_implied(rows[-1]):
            moved.append(rows.pop())
        return moved

    def decode(self, raw: Json) -> Entry:
        """The entry that a JSON value holds; if none, `Entry()`, which answers no question and is not valid."""
        try:
            return self.rules.decode(raw, self.player_count)
        except IllegalEntry:
            return Entry()

    def accepts(self, entry: Entry) -> bool:
        return self.rules.accepts(self.state, entry)

    @property
    def may_adjust(self) -> bool:
        return self.accepts(Adjust(0, 1, "?"))

    @property
    def may_finish(self) -> bool:
        return self.accepts(Finish())

    def next_row(self, kind: str, payload: Json = None) -> LogRow:
        return LogRow(self.last_row + 1, kind, payload)

    def play(self, rows: Iterable[LogRow]) -> Position:
        """The position after `rows`, which follow the rows played so far.

        :raises InvalidChange: a correction names an entry that does not exist.
        :raises ImpossibleSettings: settings are impossible.
        """
        rows, done, undone, last_row = [*rows], [*self.done], [*self.undone], self.last_row
        options_and_seats = self.options_and_seats
        for row in rows:
            last_row = row.number
            if row.kind in (UNDO, REDO):
                moved = undo_or_redo(row.kind, done, undone)
            else:
                moved = row
                done.append(row)
                undone.clear()
            if moved is not None and moved.kind == SETTINGS:
                change = moved.settings_change
                options_and_seats = change.before if row.kind == UNDO else change.after
        position = replace(
            self, last_row=last_row, done=tuple(done), undone=tuple(undone), options_and_seats=options_and_seats
        )
        if options_and_seats.options != self.options_and_seats.options:
            return position.with_starters(self.starters)
        if any(row.kind != ENTRY for row in rows):
            return position.apply_all(known=self.entries)
        entries = [*self.entries]
        for row in rows:  # in a game of a thousand entries, listing all again takes longer than everything else
            entries.append(self.apply(entries, LogEntry(str(row.number), row.payload, row.number)))
        return replace(position, entries=tuple(entries))

    def with_starters(self, starters: tuple[int, ...]) -> Position:
        """For the same rows, if these seats may start.

        :raises ImpossibleSettings: the game can't be set up with its options.
        """
        start = start_of(self.rules, self.player_count, self.options_and_seats.options, starters)
        return replace(self, starters=starters, start=start).apply_all()

    def apply(self, earlier: Sequence[LogEntry], item: LogEntry) -> LogEntry:
        """`item` with the states before and after it, or its refusal; `earlier` are the entries before it."""
        before = earlier[-1].after if earlier else self.start
        try:
            entry = self.rules.decode(item.raw, self.player_count)
            applied = self.rules.apply(before, entry)
        except IllegalEntry as error:
            entry, applied = Entry(), Refusal(error.violations)
        if isinstance(applied, Refusal):
            return replace(item, entry=entry, before=before, after=before, warnings=(), refusal=applied)
        return replace(item, entry=entry, before=before, after=applied.state, warnings=applied.warnings, refusal=None)

    def apply_all(self, known: Sequence[LogEntry] = ()) -> Position:
        """The position with all entries in effect; up to the first difference, `known` entries are reused.

        :raises InvalidChange: a correction names an entry that does not exist.
        """
        entries = entries_in_effect(self.done)
        applied: list[LogEntry] = []
        for logged, entry in zip(known, entries, strict=False):
            if (logged.key, logged.corrected) != (entry.key, entry.corrected):
                break
            applied.append(logged)
        for entry in entries[len(applied) :]:
            applied.append(self.apply(applied, entry))
        return replace(self, entries=tuple(applied))


def at_start(
    rules: GameRules[Any],
    player_count: int,
    starters: tuple[int, ...],
    present_options: Mapping[str, Json],
    rows: Iterable[LogRow],
) -> Position:
    """The position before the first of `rows`; the game has its `present_options` after the last one.

    :raises ImpossibleSettings: it can't be set up with the options that it had then.
    """
    present = OptionsAndSeats(dict(present_options), [])
    first = next(iter(sides_of_settings(rows)), present)  # the first change holds the previous settings
    start = start_of(rules, player_count, first.options, starters)
    return Position(rules, start, player_count=player_count, starters=starters, options_and_seats=first)


def start_of(
    rules: GameRules[Any], player_count: int, options: Mapping[str, Json], starters: tuple[int, ...] = ()
) -> Any:
    """:raises ImpossibleSettings: the game can't be set up with these options for so many players."""
    state = rules.start_with(player_count, options, starters)
    if isinstance(state, Refusal):
        raise ImpossibleSettings(state)
    return state
