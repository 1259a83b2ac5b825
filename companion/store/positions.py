"""A game's log as a value: its entries with the state after each, undo, redo and corrections.

A `Position` never changes. Its `log` holds the entries in effect, in order; `done` and `undone` are the stacks of rows
for undo and redo. While rows only add to the end of the log or remove its end, each costs at most one call of the game.
A correction, or its undo, changes the list of entries, and those after the first difference are applied again. New
settings change the state before the first entry, so all entries are applied again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.core.game import Game, Person, Refusal
from companion.core.messages import Json, Message, Violation

ENTRY = "report"  # the stored name
CORRECT, UNDO, REDO, SETTINGS = "correct", "undo", "redo", "settings"


class Row(Struct, frozen=True):
    """A row of the log: its number from 1, its kind, and its payload.

    The payload of a `report` is the entry, that of a `correct` the list of changes. That of `settings` has `from` and
    `to`, each with the `options` and the `seats` (UUIDs of the players), and `changes` for the entries that were not
    valid with them. For other kinds it is None.
    """

    number: int
    kind: str
    payload: Json = None


class LogEntry(Struct, frozen=True, eq=False):
    """An entry in effect, with the state before it and the state after it.

    `row` is the number of the row that added it, `corrected` of the row that last replaced it. An entry with a
    `refusal` changes nothing: the rules have been corrected since it was accepted.
    """

    key: str
    entry: Json
    row: int
    corrected: int | None
    before: Any
    after: Any
    warnings: tuple[Message, ...] = ()
    refusal: Refusal | None = None


Source = tuple[str, Json, int, int | None]  # key, entry, row and corrected of an entry that is not applied yet


class CorrectionConflict(Struct, frozen=True):
    """A correction that would make later entries invalid: all of these, in order, with their refusals.

    Each is checked as if the invalid ones before it were left out.
    """

    invalidated: tuple[LogEntry, ...]


class ImpossibleSettings(ValueError):
    """The game cannot be set up with these options for these people."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__()
        self.refusal = refusal


class NoSuchEntry(ValueError):
    """A change names an entry that this game does not have, or is not a change at all."""


class Position(Struct, frozen=True, eq=False):
    """A game after the first `number` rows of its log.

    `people` are the players by seat, as the rules know them; `first_options` are the options at the start.
    """

    game: Game[Any]
    start: Any  # the state before the first entry
    number: int = 0
    log: tuple[LogEntry, ...] = ()
    done: tuple[Row, ...] = ()  # reports and corrections that were not undone
    undone: tuple[Row, ...] = ()
    people: tuple[Person, ...] = ()
    first_options: Mapping[str, Json] = {}

    @property
    def options(self) -> Mapping[str, Json]:
        """Return the present options of the game."""
        return _options(self.done, self.first_options)

    @property
    def last(self) -> LogEntry | None:
        """Return the last entry, None before the first."""
        return self.log[-1] if self.log else None

    @property
    def state(self) -> Any:
        """Return the state after the last entry."""
        return self.log[-1].after if self.log else self.start

    @property
    def is_over(self) -> bool:
        """Tell whether the game is over."""
        return self.game.prompt(self.state) is None

    @property
    def entries(self) -> list[Json]:
        """Return the valid entries in order: those of the game's record."""
        return [logged.entry for logged in self.log if logged.refusal is None]

    def find(self, key: str) -> LogEntry | None:
        """Return the entry with this key, None if there is none."""
        return next((logged for logged in reversed(self.log) if logged.key == key), None)

    def state_before(self, key: str) -> Any:
        """Return the state before the entry with this key.

        :raises NoSuchEntry: there is no such entry.
        """
        logged = self.find(key)
        if logged is None:
            raise NoSuchEntry(key)
        return logged.before

    def accepts(self, entry: Json) -> bool:
        """Tell whether the game would accept this entry now."""
        return not isinstance(self.game.apply(self.state, entry), Refusal)

    def play(self, rows: Iterable[Row]) -> Position:
        """Return the position after `rows`, which follow the rows played so far.

        :raises NoSuchEntry: a correction names an entry that does not exist.
        :raises ImpossibleSettings: settings are impossible.
        """
        log, done, undone, number = list(self.log), list(self.done), list(self.undone), self.number
        at_end = True  # so far each row concerned the end of the log only
        for row in rows:
            number = row.number
            if row.kind == UNDO:
                if done:
                    undone.append(done.pop())
                    at_end = at_end and undone[-1].kind == ENTRY
                    if at_end:
                        log.pop()
                continue
            if row.kind != REDO:
                done.append(row)
                undone.clear()
            elif undone:
                done.append(undone.pop())
            else:
                continue
            at_end = at_end and done[-1].kind == ENTRY
            if at_end:
                log.append(_apply(self.game, self.start, log, _entry_source(done[-1])))
        position = self
        if not at_end:
            options = _options(done, self.first_options)
            if options != self.options:
                position, log = replace(self, start=set_up(self.game, self.people, options)), []
            log = _applied(position.game, position.start, log, _sources(done))
        return replace(position, number=number, log=tuple(log), done=tuple(done), undone=tuple(undone))

    def with_people(self, people: Sequence[Person]) -> Position:
        """Return the position for the same rows with these people in the seats.

        :raises ImpossibleSettings: the game is not for this many players.
        """
        position = replace(self, people=tuple(people), start=set_up(self.game, people, self.options))
        return replace(position, log=tuple(_applied(self.game, position.start, [], _sources(self.done))))


def check_row(position: Position, kind: str, payload: Json) -> Position | Refusal | CorrectionConflict:
    """Return the position after a correction or new settings, or why these are not possible.

    A `Refusal` says why a corrected entry itself is not valid. Entries that were already invalid are ignored.

    :raises NoSuchEntry: a change names an entry that does not exist, or is not a change at all.
    :raises ImpossibleSettings: the settings are impossible.
    """
    number = position.number + 1
    corrected = position.play((Row(number, kind, payload),))
    invalid_before = {logged.key for logged in position.log if logged.refusal is not None}
    violations: list[Violation] = []
    invalidated: list[LogEntry] = []
    for logged in corrected.log:
        if logged.refusal is None:
            continue
        if number in (logged.row, logged.corrected):
            violations.extend(logged.refusal.violations)
        elif logged.key not in invalid_before:
            invalidated.append(logged)
    if violations:
        return Refusal(tuple(violations))
    return CorrectionConflict(tuple(invalidated)) if invalidated else corrected


def set_up(game: Game[Any], people: Sequence[Person], options: Mapping[str, Json]) -> Any:
    """Return the state before the first entry.

    :raises ImpossibleSettings: the game cannot be set up with these options for these people.
    """
    state = game.setup(people, options)
    if isinstance(state, Refusal):
        raise ImpossibleSettings(state)
    return state


def _applied(game: Game[Any], start: Any, known: Sequence[LogEntry], sources: Sequence[Source]) -> list[LogEntry]:
    """Return `sources` as entries; the entries at the beginning that are equal to the `known` ones are reused."""
    log: list[LogEntry] = []
    for logged, (key, _entry, _row, corrected) in zip(known, sources, strict=False):
        if (logged.key, logged.corrected) != (key, corrected):
            break
        log.append(logged)
    for source in sources[len(log) :]:
        log.append(_apply(game, start, log, source))
    return log


def _apply(game: Game[Any], start: Any, log: Sequence[LogEntry], source: Source) -> LogEntry:
    before = log[-1].after if log else start
    applied = game.apply(before, source[1])
    if isinstance(applied, Refusal):
        return LogEntry(*source, before, before, (), applied)
    return LogEntry(*source, before, applied.state, applied.warnings)


def _options(done: Sequence[Row], first: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return the options after the rows that were not undone."""
    changed = next((row for row in reversed(done) if row.kind == SETTINGS), None)
    return first if changed is None else changed.payload["to"]["options"]


def _entry_source(row: Row) -> Source:
    return str(row.number), row.payload, row.number, None


def _sources(rows: Iterable[Row]) -> list[Source]:
    """Return the entries in effect after all reports, corrections and settings, in order."""
    sources: dict[str, Source] = {}
    order: list[str] = []
    for row in rows:
        if row.kind == ENTRY:
            source = _entry_source(row)
            sources[source[0]] = source
            order.append(source[0])
            continue
        if row.kind == SETTINGS and not row.payload["changes"]:
            continue
        for index, change in enumerate(read_changes(row.payload if row.kind == CORRECT else row.payload["changes"])):
            key = change.get("line", change.get("before"))
            if key not in sources:
                raise NoSuchEntry(str(key))
            if "before" in change:
                new = f"{row.number}.{index}"
                sources[new] = (new, change["entry"], row.number, None)
                order.insert(order.index(key), new)
            elif change["entry"] is None:
                del sources[key]
                order.remove(key)
            else:
                sources[key] = (key, change["entry"], sources[key][2], row.number)
    return [sources[key] for key in order]


def read_changes(payload: Json) -> list[dict[str, Json]]:
    """Return the changes of a correction.

    :raises NoSuchEntry: it is not a list of changes.
    """
    if type(payload) is not list or not payload:
        raise NoSuchEntry("")
    for change in payload:
        if type(change) is not dict or change.keys() not in ({"line", "entry"}, {"before", "entry"}):
            raise NoSuchEntry("")
        if type(change.get("line", change.get("before"))) is not str:
            raise NoSuchEntry("")
        if "before" in change and change["entry"] is None:
            raise NoSuchEntry("")
    return payload
