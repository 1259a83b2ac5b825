"""A game's log as a value: its effective lines with the state after each, undo, redo and corrections.

A `Position` never changes; the next one shares all but the end with it. What the rows of the log amount to is
settled first, without a judgement (`undo` takes a row off, `correct` edits the list of lines), and then each line
is judged once, in the state that the lines before it leave. So the memory a game takes grows with its rows alone,
and only a correction, or taking one back, judges more than one line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from companion.core.game import Game, Refusal
from companion.core.messages import Json, Message, Violation

REPORT, CORRECT, UNDO, REDO = "report", "correct", "undo", "redo"


class Row(Struct, frozen=True):
    """A row of the log: its number from 1, its kind, and what it says.

    `payload` is the entry of a `report`, the list of changes of a `correct`, else None.
    """

    number: int
    kind: str
    payload: Json = None


class LogEntry(Struct, frozen=True, eq=False):
    """An effective entry of a game, and the state after it.

    A line with a `refusal` does not stand (the rules were mended since it was accepted): it changes nothing.
    `reported` is the number of the row that brought it in, `corrected` of the row that last replaced its entry.
    """

    key: str
    entry: Json
    reported: int
    corrected: int | None
    before: LogEntry | None
    start: Any
    state: Any
    warnings: tuple[Message, ...] = ()
    refusal: Refusal | None = None
    length: int = 1  # lines up to and with this one

    @property
    def judged_in(self) -> Any:
        """Return the state in which this line was judged."""
        return self.start if self.before is None else self.before.state


class Invalidated(Struct, frozen=True):
    """A line that a correction would topple, with the reasons."""

    line: LogEntry
    refusal: Refusal


class CorrectionConflict(Struct, frozen=True):
    """A correction after which later lines would no longer stand: all of them, in order.

    Each is judged as if the fallen ones before it were left out.
    """

    invalidated: tuple[Invalidated, ...]


class NoSuchLine(ValueError):
    """A change names a line that this game does not have, or is no change at all."""


class _Stack(Struct, frozen=True, eq=False):
    """A persistent stack of rows."""

    row: Row
    below: _Stack | None


class _Draft(Struct, frozen=True, eq=False):
    """A line that is not judged yet."""

    key: str
    entry: Json
    reported: int
    corrected: int | None


class Position(Struct, frozen=True, eq=False):
    """A game after the first `number` rows of its log."""

    game: Game[Any]
    start: Any  # the state before the first entry
    number: int = 0
    last: LogEntry | None = None
    done: _Stack | None = None  # reports and corrections that are not taken back
    undone: _Stack | None = None

    @property
    def state(self) -> Any:
        """Return the state after the last line."""
        return self.start if self.last is None else self.last.state

    @property
    def can_undo(self) -> bool:
        return self.done is not None

    @property
    def can_redo(self) -> bool:
        return self.undone is not None

    @property
    def lines(self) -> tuple[LogEntry, ...]:
        """Return the effective lines in order."""
        return tuple(self.backwards())[::-1]

    @property
    def entries(self) -> list[Json]:
        """Return the effective entries in order: those of the game's record."""
        return [line.entry for line in self.lines if line.refusal is None]

    @property
    def size(self) -> int:
        """Return how much this position keeps in memory, counted in lines and rows."""
        return (0 if self.last is None else self.last.length) + self.number

    def __len__(self) -> int:
        return 0 if self.last is None else self.last.length

    def backwards(self) -> Iterator[LogEntry]:
        """Yield the lines from the last to the first."""
        line = self.last
        while line is not None:
            yield line
            line = line.before

    def line(self, key: str) -> LogEntry | None:
        """Return the line with this key, None if there is none."""
        return next((line for line in self.backwards() if line.key == key), None)

    def before(self, key: str) -> Any:
        """Return the state in which the line `key` was judged.

        :raises NoSuchLine: there is no such line.
        """
        line = self.line(key)
        if line is None:
            raise NoSuchLine(key)
        return line.judged_in

    def play(self, rows: Iterable[Row]) -> Position:
        """Return the position after `rows`, which follow the ones played so far."""
        position, rest = self, iter(rows)
        for row in rest:
            last = position._step(row)
            if last is None:
                # What follows a correction is settled as a whole, so that the lines are judged once.
                return position._settle((row, *rest))
            position = last
        return position

    def _step(self, row: Row) -> Position | None:
        """Return the position after a row that concerns the last line only, None if it may concern others."""
        done, undone = self.done, self.undone
        if row.kind == REPORT:
            return self._next(row, self._appended(row), _Stack(row, done), None)
        if row.kind == UNDO and done is not None and done.row.kind == REPORT:
            assert self.last is not None, "the last report is the last line"
            return self._next(row, self.last.before, done.below, _Stack(done.row, undone))
        if row.kind == REDO and undone is not None and undone.row.kind == REPORT:
            return self._next(row, self._appended(undone.row), _Stack(undone.row, done), undone.below)
        return None

    def _settle(self, rows: Sequence[Row]) -> Position:
        done, undone = self.done, self.undone
        for row in rows:
            if row.kind == UNDO:
                if done is not None:
                    undone = _Stack(done.row, undone)
                    done = done.below
            elif row.kind == REDO:
                if undone is not None:
                    done = _Stack(undone.row, done)
                    undone = undone.below
            else:
                done, undone = _Stack(row, done), None
        last = _judge_all(self.game, self.start, self.lines, _drafts(_rows(done)))
        return self._next(rows[-1], last, done, undone)

    def _next(self, row: Row, last: LogEntry | None, done: _Stack | None, undone: _Stack | None) -> Position:
        return Position(self.game, self.start, row.number, last, done, undone)

    def _appended(self, row: Row) -> LogEntry:
        return _judge(self.game, self.start, self.last, _Draft(str(row.number), row.payload, row.number, None))


class PositionCache:
    """The positions used last, each with the stamp of its last row; never more than `room` lines and rows in all."""

    def __init__(self, room: int = 200_000) -> None:
        self.room = room
        self.used = 0
        self._positions: dict[int, tuple[Position, str]] = {}

    def get(self, game: int) -> tuple[Position, str] | None:
        """Return a position of `game` and its stamp, None if it has to be played again."""
        found = self._positions.pop(game, None)
        if found is not None:
            self._positions[game] = found  # used last: the last to go
        return found

    def put(self, game: int, position: Position, stamp: str) -> None:
        """Keep a position of `game`, and let go of those not used for longest."""
        known = self._positions.pop(game, None)
        self.used += position.size - (known[0].size if known else 0)
        self._positions[game] = (position, stamp)
        while self.used > self.room:
            gone, _ = self._positions.pop(next(iter(self._positions)))
            self.used -= gone.size


def judge(position: Position, changes: Json) -> Position | Refusal | CorrectionConflict:
    """Return the position after a correction, or what stands in its way.

    A `Refusal` says why a corrected entry itself does not stand. Lines that did not stand before do not count.

    :raises NoSuchLine: a change names a line that there is not, or is no change at all.
    """
    number = position.number + 1
    corrected = position.play((Row(number, CORRECT, changes),))
    fell_before = {line.key for line in position.backwards() if line.refusal is not None}
    violations: list[Violation] = []
    invalidated = []
    for line in corrected.lines:
        if line.refusal is None:
            continue
        if number in (line.reported, line.corrected):
            violations.extend(line.refusal.violations)
        elif line.key not in fell_before:
            invalidated.append(Invalidated(line, line.refusal))
    if violations:
        return Refusal(tuple(violations))
    return CorrectionConflict(tuple(invalidated)) if invalidated else corrected


def _rows(stack: _Stack | None) -> list[Row]:
    rows = []
    while stack is not None:
        rows.append(stack.row)
        stack = stack.below
    return rows[::-1]


def _drafts(rows: Iterable[Row]) -> list[_Draft]:
    """Return the lines that reports and corrections amount to, not judged yet."""
    drafts: dict[str, _Draft] = {}
    order: list[str] = []
    for row in rows:
        if row.kind == REPORT:
            key = str(row.number)
            drafts[key] = _Draft(key, row.payload, row.number, None)
            order.append(key)
        else:
            _correct(drafts, order, row)
    return [drafts[key] for key in order]


def _correct(drafts: dict[str, _Draft], order: list[str], row: Row) -> None:
    for index, change in enumerate(_changes(row.payload)):
        key = change.get("line", change.get("before"))
        if key not in drafts:
            raise NoSuchLine(str(key))
        if "before" in change:
            new = f"{row.number}.{index}"
            drafts[new] = _Draft(new, change["entry"], row.number, None)
            order.insert(order.index(key), new)
        elif change["entry"] is None:
            del drafts[key]
            order.remove(key)
        else:
            drafts[key] = _Draft(key, change["entry"], drafts[key].reported, row.number)


def _changes(payload: Json) -> list[dict[str, Json]]:
    if type(payload) is not list or not payload:
        raise NoSuchLine("")
    for change in payload:
        if type(change) is not dict or change.keys() not in ({"line", "entry"}, {"before", "entry"}):
            raise NoSuchLine("")
        if type(change.get("line", change.get("before"))) is not str:
            raise NoSuchLine("")
        if "before" in change and change["entry"] is None:
            raise NoSuchLine("")
    return payload


def _judge_all(game: Game[Any], start: Any, lines: Sequence[LogEntry], drafts: Sequence[_Draft]) -> LogEntry | None:
    """Judge `drafts` in order; lines that are the same as now, up to the first difference, are kept."""
    last: LogEntry | None = None
    same = 0
    for line, draft in zip(lines, drafts, strict=False):
        if line.key != draft.key or line.entry is not draft.entry or line.corrected != draft.corrected:
            break
        last = line
        same += 1
    for draft in drafts[same:]:
        last = _judge(game, start, last, draft)
    return last


def _judge(game: Game[Any], start: Any, before: LogEntry | None, draft: _Draft) -> LogEntry:
    state = start if before is None else before.state
    ruling = game.apply(state, draft.entry)
    refusal = ruling if isinstance(ruling, Refusal) else None
    return LogEntry(
        draft.key,
        draft.entry,
        draft.reported,
        draft.corrected,
        before,
        start,
        state if isinstance(ruling, Refusal) else ruling.state,
        () if isinstance(ruling, Refusal) else ruling.warnings,
        refusal,
        1 if before is None else before.length + 1,
    )
