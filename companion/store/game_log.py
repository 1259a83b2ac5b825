"""The log of a game in the database: its position, and what is written to it.

Rows are only ever added. Everything that adds one takes the write lock, looks at the log as it is then, and only there
decides whether the row may be written.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from flask import current_app
from msgspec import Struct
from sqlalchemy import Row as ResultRow
from sqlalchemy import insert, or_, select
from sqlalchemy.orm import joinedload

from companion import games
from companion.core.game import Person, Refusal
from companion.core.messages import N_, Json, Message, Violation
from companion.store import notifications
from companion.store.database import lock_row, writing
from companion.store.models import AccessLink, Game, LogRow, db
from companion.store.positions import (
    REDO,
    REPORT,
    UNDO,
    CorrectionConflict,
    NoSuchEntry,
    Position,
    PositionCache,
    Row,
    check_correction,
)

WORDS = {
    "no-such-line": N_("This entry is gone. Someone has changed the log in the meantime."),
    "nothing-to-undo": N_("There is nothing to undo."),
    "nothing-to-redo": N_("There is nothing to redo."),
}


class Accepted(Struct, frozen=True):
    """The row was written. `repeated`: it had been submitted before, and nothing was written."""

    position: Position
    warnings: tuple[Message, ...] = ()
    repeated: bool = False


class Refused(Struct, frozen=True):
    """The entry is not valid; `refusal` says why, in the game's WORDS or in those of this module."""

    position: Position
    refusal: Refusal


class Conflict(Struct, frozen=True):
    """Somebody was quicker: `meanwhile` are the rows since the number that was given.

    `seen` is the state in which the entry was meant, None where that is not known.
    """

    position: Position
    meanwhile: tuple[LogRow, ...]
    entry: Json = None
    seen: Any = None


class Forbidden(Struct, frozen=True):
    """The link may not take back or correct what `author` entered."""

    position: Position
    author: AccessLink | None


Answer = Accepted | Refused | Conflict
EntryReader = Callable[[Any], Json]  # makes an entry of what was typed, in the state of the game


def position(game: Game) -> Position:
    """Return the game as its log says now."""
    return _load(game)[0]


def submit_entry(
    game: Game, access_link: AccessLink | None, entry: Json | EntryReader, number: int, submission: str
) -> Answer:
    """Append `entry` to the log if it is valid; row `number` was the last that the phone had seen."""
    with writing():
        now, written = _locked(game, submission)
        if written is not None:
            return _repeated(now, written)
        entry = entry(now.state) if callable(entry) else entry
        if number != now.number and (answer := resolve_stale(game, now, entry, number)):
            return answer
        after = now.play((Row(now.number + 1, REPORT, entry),))
        logged = after.log[-1]
        if logged.refusal is not None:
            return Refused(now, logged.refusal)
        _write(game, access_link, after.done[-1], submission)
    return _accepted(game, after, submission, logged.warnings)


def correct(
    game: Game, access_link: AccessLink | None, changes: Json, number: int, submission: str
) -> Answer | CorrectionConflict | Forbidden:
    """Append a correction to the log if all entries after it are still valid.

    It may be late if only new entries came in meanwhile: it concerns none of them.
    """
    with writing():
        now, written = _locked(game, submission)
        if written is not None:
            return _repeated(now, written)
        if number != now.number:
            meanwhile = rows(game, number)
            if not 0 <= number < now.number or any(row.kind != REPORT for row in meanwhile):
                return Conflict(now, meanwhile)
        try:
            after = check_correction(now, changes)
        except NoSuchEntry:
            return Refused(now, _refusal("no-such-line"))
        keys = {change.get("line", change.get("before")) for change in changes}
        if forbidden := _forbidden(game, access_link, now, {logged.row for logged in now.log if logged.key in keys}):
            return forbidden
        if isinstance(after, Refusal):
            return Refused(now, after)
        if isinstance(after, CorrectionConflict):
            return after
        _write(game, access_link, after.done[-1], submission)
    return _accepted(game, after, submission)


def undo(game: Game, access_link: AccessLink | None, number: int, submission: str) -> Answer | Forbidden:
    """Take back the last row that is not taken back."""
    return _turn_back(game, access_link, UNDO, number, submission)


def redo(game: Game, access_link: AccessLink | None, number: int, submission: str) -> Answer | Forbidden:
    """Bring back what the last undo took back."""
    return _turn_back(game, access_link, REDO, number, submission)


def rows(game: Game, after: int = 0) -> tuple[LogRow, ...]:
    """Return the rows of the game's log after the number `after`, in order, with who wrote them."""
    chosen = select(LogRow).where(LogRow.game_id == game.id, LogRow.number > after).order_by(LogRow.number)
    return tuple(db.session.scalars(chosen.options(_WITH_AUTHOR)))


def finished_states(game: Game) -> list[Any]:
    """Return the last states of the table's games of this kind before `game` that are over, oldest first."""
    same = select(Game).where(Game.table_id == game.table_id, Game.kind == game.kind, Game.n < game.n)
    positions = [position(earlier) for earlier in db.session.scalars(same.order_by(Game.n))]
    return [earlier.state for earlier in positions if earlier.is_over]


def resolve_stale(game: Game, now: Position, entry: Json, number: int) -> Accepted | Conflict | None:
    """Return the answer to an entry that was made for an earlier moment; None if its question is still open."""
    meanwhile = rows(game, number)
    if not 0 <= number < now.number:
        return Conflict(now, meanwhile, entry)
    seen = state_at(game, now, number, meanwhile)
    question = now.game.question(seen, entry)
    if question is not None:
        if question == now.game.question(now.state, entry):
            return None
        for logged in reversed(now.log):
            if max(logged.row, logged.corrected or 0) <= number or logged.entry != entry:
                continue
            if question == now.game.question(logged.before, entry):
                return Accepted(now, logged.warnings, repeated=True)
    return Conflict(now, meanwhile, entry, seen)


def state_at(game: Game, now: Position, number: int, meanwhile: Sequence[LogRow]) -> Any:
    """Return the state after row `number`, which a phone had before it when the rows `meanwhile` came in."""
    if all(row.kind == REPORT for row in meanwhile):
        return now.log[-len(meanwhile)].before  # each of them added an entry
    return _start(game).play(_values(_select(game.id, 1, number))).state


_WITH_AUTHOR = joinedload(LogRow.access_link).joinedload(AccessLink.player)


def _turn_back(
    game: Game, access_link: AccessLink | None, kind: str, number: int, submission: str
) -> Answer | Forbidden:
    with writing():
        now, written = _locked(game, submission)
        if written is not None:
            return _repeated(now, written)
        if number != now.number:
            return Conflict(now, rows(game, number))
        moved = now.done if kind == UNDO else now.undone
        if not moved:
            return Refused(now, _refusal(f"nothing-to-{kind}"))
        if forbidden := _forbidden(game, access_link, now, {moved[-1].number}):
            return forbidden
        row = Row(now.number + 1, kind)
        after = now.play((row,))
        _write(game, access_link, row, submission)
    return _accepted(game, after, submission)


def _forbidden(game: Game, access_link: AccessLink | None, now: Position, numbers: set[int]) -> Forbidden | None:
    """Return whose row among `numbers` the link may not correct, None if it may; the link is read again for that."""
    if access_link is None:  # the program itself
        return None
    # What a host has changed since the request began counts.
    db.session.refresh(access_link)
    db.session.refresh(access_link.table)
    chosen = select(LogRow).where(LogRow.game_id == game.id, LogRow.number.in_(numbers)).options(_WITH_AUTHOR)
    for row in db.session.scalars(chosen):
        if not access_link.may_correct(row.access_link):
            return Forbidden(now, row.access_link)
    return None


def _locked(game: Game, submission: str) -> tuple[Position, int | None]:
    """Return what `_load` does; nobody else writes to the log until the transaction ends."""
    lock_row(Game, game.id)
    return _load(game, submission)


def _load(game: Game, submission: str | None = None) -> tuple[Position, int | None]:
    """Return the game as its log says now, and the number of the row with this submission id if there is one."""
    cache: PositionCache = current_app.extensions["companion.positions"]
    known, stamp = cache.get(game.id) or (None, "")
    first = known.number if known else 1
    found = _select(game.id, first, submission=submission)
    written = next((row.number for row in found if row.submission == submission), None)
    found = [row for row in found if row.number >= first]
    if known is not None:
        # The last row that was played is read again: if it is another one (a backup was restored), so is the game.
        if found and (found[0].number, found[0].submission) == (known.number, stamp):
            found = found[1:]
        else:
            known, found = None, _select(game.id, 1)
    if known is not None and not found:
        return known, written
    after = (known or _start(game)).play(_values(found))
    if found:
        cache.put(game.id, after, found[-1].submission)
    return after, written


def _select(
    game_id: int, first: int, last: int | None = None, submission: str | None = None
) -> Sequence[ResultRow[Any]]:
    """Return number, kind, payload and submission id of the rows from `first` to `last`, and of `submission`."""
    wanted = LogRow.number >= first
    if last is not None:
        wanted &= LogRow.number <= last
    if submission is not None:
        wanted = or_(wanted, LogRow.submission == submission)
    columns = select(LogRow.number, LogRow.kind, LogRow.payload, LogRow.submission)
    return db.session.execute(columns.where(LogRow.game_id == game_id, wanted).order_by(LogRow.number)).all()


def _values(found: Sequence[ResultRow[Any]]) -> list[Row]:
    return [Row(row.number, row.kind, row.payload) for row in found]


def _start(game: Game) -> Position:
    """Return the game before its first entry."""
    rules = games.load(game.kind)
    state = rules.setup([Person(seat["name"], seat["surname"]) for seat in game.seats], game.options)
    assert not isinstance(state, Refusal), "a game that was started can be set up"
    return Position(rules, state)


def _write(game: Game, access_link: AccessLink | None, row: Row, submission: str) -> None:
    author = None if access_link is None else access_link.id
    values = {"game_id": game.id, "number": row.number, "kind": row.kind, "payload": row.payload}
    db.session.execute(insert(LogRow).values(**values, access_link_id=author, submission=submission))
    notifications.announce(game.table_id, game.id, row.number)


def _accepted(game: Game, after: Position, submission: str, warnings: tuple[Message, ...] = ()) -> Accepted:
    cache: PositionCache = current_app.extensions["companion.positions"]
    cache.put(game.id, after, submission)
    return Accepted(after, warnings)


def _repeated(now: Position, written: int) -> Accepted:
    """Return the first answer to the submission that became row `written`."""
    logged = now.find(str(written))
    return Accepted(now, () if logged is None else logged.warnings, repeated=True)


def _refusal(code: str) -> Refusal:
    return Refusal((Violation(code, "RECORD"),))
