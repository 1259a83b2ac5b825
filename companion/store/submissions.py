"""What is written to the log of a game: entries, corrections, settings, undo and redo, and what is answered to them.

Rows are only ever added. Whatever adds one takes the write lock, looks at the log as it is then, and only there decides
whether the row may be written: whether the entry is valid, and whether this link may correct that one's entry.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy import insert

from companion.core.game import Refusal
from companion.core.messages import N_, Json, Message, Violation
from companion.store import game_log, notifications, seating
from companion.store.database import lock_row, writing
from companion.store.models import AccessLink, Game, LogRow, Player, db, people_of
from companion.store.positions import (
    REDO,
    REPORT,
    SETTINGS,
    UNDO,
    CorrectionConflict,
    NoSuchEntry,
    Position,
    Row,
    check_correction,
    check_row,
)

WORDS = {
    "no-such-line": N_("This entry is gone. Someone has changed the log in the meantime."),
    "text-too-long": N_("This may have {most} characters at most."),
    "group-incomplete": N_("Something is missing. Please fill in everything that is needed."),
    "nothing-to-undo": N_("There is nothing to undo."),
    "nothing-to-redo": N_("There is nothing to redo."),
    "other-number": N_("The number of players can't be changed in a game that has started."),
    "not-at-table": N_("Everyone in a game must be one of the table's players and have only one seat."),
}


MAX_TEXT_LENGTH = 200  # of what is typed into an entry, such as the reason for points agreed


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


def submit_entry(
    game: Game, access_link: AccessLink | None, entry: Json | EntryReader, number: int, submission: str
) -> Answer:
    """Append `entry` to the log if it is valid; row `number` was the last that the phone had seen."""
    with writing():
        now, written = _locked(game, submission)
        if written is not None:
            return _repeated(now, written)
        entry = entry(now.state) if callable(entry) else entry
        if refusal := _too_long(entry):
            return Refused(now, refusal)
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
            meanwhile = game_log.rows(game, number)
            if not 0 <= number < now.number or any(row.kind != REPORT for row in meanwhile):
                return Conflict(now, meanwhile)
        for change in changes if isinstance(changes, list) else ():
            if isinstance(change, dict) and (refusal := _too_long(change.get("entry"))):
                return Refused(now, refusal)
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


def set_aside(
    game: Game,
    access_link: AccessLink | None,
    entry: Json | EntryReader,
    starts: Callable[[Position], int | None],
    number: int,
    submission: str,
) -> Answer | CorrectionConflict | Forbidden:
    """Put a result in the place of the entries from the index that `starts` returns: all but points agreed.

    They are set aside by a correction: one undo brings them back. Without an index the result is an entry like others.
    """
    now = game_log.position(game)
    first = starts(now)
    if first is None or number != now.number:
        return submit_entry(game, access_link, entry, number, submission)
    replaced, *others = [logged for logged in now.log[first:] if logged.entry["type"] != "adjust"]
    result = entry(replaced.before) if callable(entry) else entry
    changes: list[Json] = [{"line": replaced.key, "entry": result}]
    changes += [{"line": logged.key, "entry": None} for logged in others]
    return correct(game, access_link, changes, number, submission)


def change_settings(
    game: Game,
    access_link: AccessLink | None,
    options: Mapping[str, Json],
    players: Sequence[Player],
    number: int,
    submission: str,
    changes: Sequence[Json] = (),
) -> Answer | CorrectionConflict | Forbidden:
    """Give a game other options, or its seats other people, if its entries are still valid then.

    Entries stay with their seats: once there are any, other people are those who have sat there all the time.

    `changes` are made at the same time, as in a correction: they take out what would not be valid. It may be late if
    only new entries came in meanwhile. Whoever may correct all entries may do this.

    :raises companion.store.positions.ImpossibleSettings: the game cannot be played so.
    """
    with writing():
        now, written = _locked(game, submission)
        if written is not None:
            return _repeated(now, written)
        if number != now.number:
            meanwhile = game_log.rows(game, number)
            if not 0 <= number < now.number or any(row.kind != REPORT for row in meanwhile):
                return Conflict(now, meanwhile)
        if refused := _refused_seats(game, players):
            return Refused(now, refused)
        before = {"options": dict(game.options), "seats": seating.uuids(game)}
        after = {"options": dict(options), "seats": [player.uuid for player in players]}
        payload = {"from": before, "to": after, "changes": list(changes)}
        if forbidden := _forbidden(game, access_link, now, {logged.row for logged in now.log}):
            return forbidden
        seats = (
            seating.seats_for(game, now, list(map(seating.seated, players)))
            if after["seats"] != before["seats"]
            else game.seats
        )
        try:
            checked = check_row(now.with_people(people_of(seats)), SETTINGS, payload)
        except NoSuchEntry:
            return Refused(now, _refusal("no-such-line"))
        if isinstance(checked, Refusal):
            return Refused(now, checked)
        if isinstance(checked, CorrectionConflict):
            return checked
        game.options, game.seats = dict(options), seats
        _write(game, access_link, checked.done[-1], submission)
    return _accepted(game, checked, submission)


def undo(game: Game, access_link: AccessLink | None, number: int, submission: str) -> Answer | Forbidden:
    """Take back the last row that is not taken back."""
    return _turn_back(game, access_link, UNDO, number, submission)


def redo(game: Game, access_link: AccessLink | None, number: int, submission: str) -> Answer | Forbidden:
    """Bring back what the last undo took back."""
    return _turn_back(game, access_link, REDO, number, submission)


def resolve_stale(game: Game, now: Position, entry: Json, number: int) -> Accepted | Conflict | None:
    """Return the answer to an entry that was made for an earlier moment; None if its question is still open."""
    meanwhile = game_log.rows(game, number)
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
    return game_log.position_at(game, number).state


def _turn_back(
    game: Game, access_link: AccessLink | None, kind: str, number: int, submission: str
) -> Answer | Forbidden:
    with writing():
        now, written = _locked(game, submission)
        if written is not None:
            return _repeated(now, written)
        if number != now.number:
            return Conflict(now, game_log.rows(game, number))
        moved = now.done if kind == UNDO else now.undone
        if not moved:
            return Refused(now, _refusal(f"nothing-to-{kind}"))
        if forbidden := _forbidden(game, access_link, now, {moved[-1].number}):
            return forbidden
        row = Row(now.number + 1, kind)
        if moved[-1].kind == SETTINGS:
            # Read again: two entries of a person may have become one since the position was kept.
            (changed,) = game_log.rows(game, moved[-1].number - 1)[:1]
            side = changed.payload["from" if kind == UNDO else "to"]
            game.options = dict(side["options"])
            if side["seats"] != seating.uuids(game):
                game.seats = seating.seats_for(game, now, seating.players_of(game, side["seats"]))
                now = now.with_people(game.people)
        after = now.play((row,))
        _write(game, access_link, row, submission)
    return _accepted(game, after, submission)


def _refused_seats(game: Game, players: Sequence[Player]) -> Refusal | None:
    """Return why these players cannot sit in the game's seats."""
    ids = {player.id for player in players}
    if len(players) != len(game.seats):
        return _refusal("other-number")
    if len(ids) < len(players) or any(player.table_id != game.table_id for player in players):
        return _refusal("not-at-table")
    return None


def _too_long(entry: Json) -> Refusal | None:
    """Return the refusal of an entry with a text that is too long: files may hold such entries, the table may not."""
    fields = entry.items() if isinstance(entry, dict) else ()
    too_long = [name for name, value in fields if isinstance(value, str) and len(value) > MAX_TEXT_LENGTH]
    violations = [Violation("text-too-long", "RECORD", {"most": MAX_TEXT_LENGTH}, name) for name in too_long]
    return Refusal(tuple(violations)) if violations else None


def _forbidden(game: Game, access_link: AccessLink | None, now: Position, numbers: set[int]) -> Forbidden | None:
    """Return whose row among `numbers` the link may not correct, None if it may; the link is read again for that."""
    if access_link is None:  # the program itself
        return None
    # What a host has changed since the request began counts.
    db.session.refresh(access_link)
    db.session.refresh(access_link.table)
    for author in game_log.authors(game, numbers):
        if not access_link.may_correct(author):
            return Forbidden(now, author)
    return None


def _locked(game: Game, submission: str) -> tuple[Position, int | None]:
    """Return what `game_log.load` does, after the game; nobody else writes to the log until the transaction ends."""
    lock_row(Game, game.id)
    db.session.refresh(game, ("options", "seats"))  # somebody may have changed them since the request began
    return game_log.load(game, submission)


def _write(game: Game, access_link: AccessLink | None, row: Row, submission: str) -> None:
    author = None if access_link is None else access_link.id
    values = {"game_id": game.id, "number": row.number, "kind": row.kind, "payload": row.payload}
    db.session.execute(insert(LogRow).values(**values, access_link_id=author, submission=submission))
    if row.kind == REPORT:
        game.abandoned_at = None  # it goes on
    notifications.announce(game.table_id, game.id, row.number)


def _accepted(game: Game, after: Position, submission: str, warnings: tuple[Message, ...] = ()) -> Accepted:
    game_log.remember(game, after, submission)
    return Accepted(after, warnings)


def _repeated(now: Position, written: int) -> Accepted:
    """Return the first answer to the submission that became row `written`."""
    logged = now.find(str(written))
    return Accepted(now, () if logged is None else logged.warnings, repeated=True)


def _refusal(code: str) -> Refusal:
    return Refusal((Violation(code, "RECORD"),))
