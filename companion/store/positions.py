"""A game's log as a value: its entries with the state after each, undo, redo and corrections.

A `Position` never changes. Its `log` holds the entries that count, in order; `done` and `undone` are the rows that
undo and redo walk along. As long as rows add to the end of the log, or take its end off, each costs at most one call
of the game. A correction, or taking one back, edits the list of entries, and those after the first difference are
applied again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from companion.core.game import Game, Refusal
from companion.core.messages import Json, Message, Violation

REPORT, CORRECT, UNDO, REDO = "report", "correct", "undo", "redo"


class Row(Struct, frozen=True):
    """What a row of the log says: its number from 1, its kind, and its payload.

    The payload of a `report` is the entry, that of a `correct` the list of changes, else None.
    """

    number: int
    kind: str
    payload: Json = None


class LogEntry(Struct, frozen=True, eq=False):
    """An entry of a game that counts, the state before it, and the state after it.

    `row` is the number of the row that brought it in, `corrected` of the row that last replaced it. An entry with a
    `refusal` changes nothing: the rules were mended since it was accepted.
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


class Invalidated(Struct, frozen=True):
    """An entry that would no longer be valid after a correction, with the reasons."""

    entry: LogEntry
    refusal: Refusal


class CorrectionConflict(Struct, frozen=True):
    """A correction after which later entries would no longer be valid: all of them, in order.

    Each is checked as if the invalid ones before it were left out.
    """

    invalidated: tuple[Invalidated, ...]


class NoSuchEntry(ValueError):
    """A change names an entry that this game does not have, or is no change at all."""


class Position(Struct, frozen=True, eq=False):
    """A game after the first `number` rows of its log."""

    game: Game[Any]
    start: Any  # the state before the first entry
    number: int = 0
    log: tuple[LogEntry, ...] = ()
    done: tuple[Row, ...] = ()  # reports and corrections that are not taken back
    undone: tuple[Row, ...] = ()

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
        """Tell whether the game asks for nothing more."""
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
        """Return the position after `rows`, which follow the ones played so far.

        :raises NoSuchEntry: a correction names an entry that there is not.
        """
        log, done, undone, number = list(self.log), list(self.done), list(self.undone), self.number
        at_end = True  # so far each row concerned the end of the log only
        for row in rows:
            number = row.number
            if row.kind == UNDO:
                if done:
                    undone.append(done.pop())
                    at_end = at_end and undone[-1].kind == REPORT
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
            at_end = at_end and done[-1].kind == REPORT
            if at_end:
                log.append(self._apply(log, _reported(done[-1])))
        if not at_end:
            log = self._apply_again(log, _sources(done))
        return Position(self.game, self.start, number, tuple(log), tuple(done), tuple(undone))

    def _apply_again(self, known: Sequence[LogEntry], sources: Sequence[Source]) -> list[LogEntry]:
        """Return `sources` as entries; the beginning that they share with the `known` ones is kept."""
        log: list[LogEntry] = []
        for logged, (key, _entry, _row, corrected) in zip(known, sources, strict=False):
            if (logged.key, logged.corrected) != (key, corrected):
                break
            log.append(logged)
        for source in sources[len(log) :]:
            log.append(self._apply(log, source))
        return log

    def _apply(self, log: Sequence[LogEntry], source: Source) -> LogEntry:
        before = log[-1].after if log else self.start
        ruling = self.game.apply(before, source[1])
        if isinstance(ruling, Refusal):
            return LogEntry(*source, before, before, (), ruling)
        return LogEntry(*source, before, ruling.state, ruling.warnings)


class PositionCache:
    """The positions used last, at most `size`, each with the submission id of its last row."""

    def __init__(self, size: int = 256) -> None:
        self.size = size
        self._positions: dict[int, tuple[Position, str]] = {}

    def get(self, game: int) -> tuple[Position, str] | None:
        """Return the position of a game and its stamp, None if it has to be played again."""
        found = self._positions.pop(game, None)
        if found is not None:
            self._positions[game] = found  # used last: the last to go
        return found

    def put(self, game: int, position: Position, stamp: str) -> None:
        """Keep the position of a game, and let go of the one not used for longest if there are too many."""
        self._positions.pop(game, None)
        self._positions[game] = (position, stamp)
        if len(self._positions) > self.size:
            del self._positions[next(iter(self._positions))]


def check_correction(position: Position, changes: Json) -> Position | Refusal | CorrectionConflict:
    """Return the position after a correction, or what stands in its way.

    A `Refusal` says why a corrected entry itself is not valid. Entries that were not valid before do not count.

    :raises NoSuchEntry: a change names an entry that there is not, or is no change at all.
    """
    number = position.number + 1
    corrected = position.play((Row(number, CORRECT, changes),))
    invalid_before = {logged.key for logged in position.log if logged.refusal is not None}
    violations: list[Violation] = []
    invalidated = []
    for logged in corrected.log:
        if logged.refusal is None:
            continue
        if number in (logged.row, logged.corrected):
            violations.extend(logged.refusal.violations)
        elif logged.key not in invalid_before:
            invalidated.append(Invalidated(logged, logged.refusal))
    if violations:
        return Refusal(tuple(violations))
    return CorrectionConflict(tuple(invalidated)) if invalidated else corrected


def _reported(row: Row) -> Source:
    return str(row.number), row.payload, row.number, None


def _sources(rows: Iterable[Row]) -> list[Source]:
    """Return what reports and corrections amount to: the entries that count, in order."""
    sources: dict[str, Source] = {}
    order: list[str] = []
    for row in rows:
        if row.kind == REPORT:
            source = _reported(row)
            sources[source[0]] = source
            order.append(source[0])
            continue
        for index, change in enumerate(_changes(row.payload)):
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


def _changes(payload: Json) -> list[dict[str, Json]]:
    """Return the changes of a correction.

    :raises NoSuchEntry: it is no list of changes.
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
