"""Submissions to a game: entries, undo and redo, and what all writes to its log share.

Rows are only ever added. Each write locks the log, reads its present state, and only then decides whether the row may
be written: whether the entry is valid, and whether this link may correct what another one entered.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy import update

from companion.core.game import Refusal
from companion.core.messages import N_, RECORD, Json, Message, Violation
from companion.store import game_log, notifications, refusals, seating
from companion.store.base import db, now
from companion.store.database import writing
from companion.store.models import AccessLink, Game, StoredRow
from companion.store.names import has_control_characters
from companion.store.positions import ENTRY, REDO, SETTINGS, UNDO, LogRow, Position

WORDS = {
    "no-such-line": N_("This entry is gone. Someone has changed the log in the meantime."),
    "text-too-long": N_("This can have at most %(most)s characters."),
    "text-characters": N_("This has characters that can't be shown."),
    "nothing-to-undo": N_("There is nothing to undo."),
    "nothing-to-redo": N_("There is nothing to redo."),
    "other-number": N_("The number of players can't be changed in a game that has started."),
    "not-at-table": refusals.WORDS["not-at-table"],
}

MAX_TEXT_LENGTH = 200  # characters of a text in an entry, such as the reason for an adjustment


class Submission(Struct, frozen=True):
    """A write to the log: who submits it, the number of the last log row that the phone has seen, and an id.

    Without a `link`, the program itself submits it. If it arrives twice with the same id, it is written once.
    """

    link: AccessLink | None
    last_row: int
    id: str


class Accepted(Struct, frozen=True):
    """The row was written. `is_repeated`: it had been submitted before, and nothing was written."""

    position: Position
    warnings: tuple[Message, ...] = ()
    is_repeated: bool = False


class Refused(Struct, frozen=True):
    """The entry is not valid; `refusal` says why, in the game's WORDS or in those of this module."""

    position: Position
    refusal: Refusal


class Conflict(Struct, frozen=True):
    """Someone else got there first: `meanwhile` are the rows since the number that was given.

    `seen` is the state for which the entry was meant, or None if that is not known.
    """

    position: Position
    meanwhile: tuple[StoredRow, ...]
    entry: Json = None
    seen: Any = None


class Forbidden(Exception):
    """The link may not write a row of this `kind`, because it concerns what `author` entered."""

    def __init__(self, kind: str, author: AccessLink | None) -> None:
        super().__init__(kind)
        self.kind = kind
        self.author = author


SubmissionResult = Accepted | Refused | Conflict


def append_entry(game: Game, entry: Json, submission: Submission, first: Json = None) -> SubmissionResult:
    """Append `entry` to the log if it is valid; called within a transaction that has locked the game.

    An entry `first` gets the row before it, unless someone else has just entered that: neither is written without the
    other.
    """
    position = load_unless_written(game, submission)
    if isinstance(position, Accepted):
        return position
    if refusal := text_refusal(entry):
        return Refused(position, refusal)
    entries = [entry] if first is None else [first, entry]
    if outcome := _resolve_stale(game, position, entries[0], submission.last_row):
        if first is None or isinstance(outcome, Conflict):
            return outcome
        if position.last_row != submission.last_row + 1:  # more than the first one was entered since
            return Conflict(position, game_log.rows(game, submission.last_row), entry)
        entries = [entry]
    rows = [LogRow(number, ENTRY, written) for number, written in enumerate(entries, position.last_row + 1)]
    after = position.play(rows)
    for logged in after.entries[-len(rows) :]:
        if logged.refusal is not None:
            return Refused(position, logged.refusal)
    return accept(game, after, rows, submission, after.entries[-1].warnings)


def undo(game: Game, submission: Submission) -> SubmissionResult:
    """Undo the last row that has not been undone, together with an entry that it implied.

    :raises Forbidden: someone else added it, and the link may not correct that.
    """
    return _undo_or_redo(game, UNDO, submission)


def redo(game: Game, submission: Submission) -> SubmissionResult:
    """Redo what was undone last.

    :raises Forbidden: someone else had added it, and the link may not correct that.
    """
    return _undo_or_redo(game, REDO, submission)


def text_refusal(entry: Json) -> Refusal | None:
    """Return why a text in the entry is refused, else None; files may contain longer texts, and any characters."""
    fields = entry.items() if isinstance(entry, dict) else ()
    texts = [(name, value) for name, value in fields if isinstance(value, str)]
    too_long, most = [name for name, value in texts if len(value) > MAX_TEXT_LENGTH], {"most": MAX_TEXT_LENGTH}
    violations = [Violation(RECORD, "text-too-long", most, field=name) for name in too_long]
    odd = [name for name, value in texts if has_control_characters(value)]
    violations += [Violation(RECORD, "text-characters", field=name) for name in odd]
    return Refusal(tuple(violations)) if violations else None


def ensure_may_correct(game: Game, submission: Submission, kind: str, numbers: set[int]) -> None:
    """Make sure that the link may correct all rows with these numbers, which the new row of this `kind` concerns.

    :raises Forbidden: it may not correct one of them.
    """
    if (link := submission.link) is None:
        return
    # A host may have changed roles since the request began.
    db.session.refresh(link)
    db.session.refresh(link.table)
    for author in game_log.authors(game, numbers).values():
        if not link.may_correct(author):
            raise Forbidden(kind, author)


def load_unless_written(game: Game, submission: Submission) -> Position | Accepted:
    """Return the position of a locked game, or the first result again if this submission has already been written."""
    position, written_row = game_log.load(game, submission.id)
    if written_row is None:
        return position
    logged = position.find(str(written_row))
    return Accepted(position, () if logged is None else logged.warnings, is_repeated=True)


def accept(
    game: Game, after: Position, rows: Sequence[LogRow], submission: Submission, warnings: tuple[Message, ...] = ()
) -> Accepted:
    """Add `rows` to the log, announce them once the transaction is committed, and cache the position after them.

    The first entry decides who starts; if it is undone, the present names do again.
    """
    ids = [f"{submission.id}:{count}" for count in range(1, len(rows))] + [submission.id]
    at = now()
    game_log.insert_rows(
        [game_log.row_values(game, row, submission.link, at, id) for row, id in zip(rows, ids, strict=True)]
    )
    if not after.entries or game.starters is None:
        after = after.with_starters(after.rules.starters(game.people))
        decided = list(after.starters) if after.entries else None
        if decided != game.starters:  # by a statement, which is announced to the pages of this game only
            db.session.execute(update(Game).where(Game.id == game.id).values(starters=decided))
    if rows[-1].kind == ENTRY and game.abandoned_at is not None:
        game.abandoned_at = None  # the game is resumed
    notifications.announce(game.table_id, game.id)
    game_log.remember(game, after, submission.id)
    return Accepted(after, warnings)


def refuse(position: Position, id: str) -> Refused:
    """Return the refusal with the single violation `id`, a key of WORDS."""
    return Refused(position, Refusal((Violation(RECORD, id),)))


def _resolve_stale(game: Game, position: Position, raw: Json, seen_row: int) -> Accepted | Conflict | None:
    """Return the result of an entry meant for the state after `seen_row`, or None if its question is still open."""
    if seen_row == position.last_row:
        return None
    meanwhile = game_log.rows(game, seen_row)
    if not 0 <= seen_row < position.last_row:
        return Conflict(position, meanwhile, raw)
    is_simple = all(row.kind == ENTRY for row in meanwhile)  # each row added an entry
    seen = position.entries[-len(meanwhile)].before if is_simple else game_log.replay(game, seen_row).state
    question_key = position.rules.question_key(seen, entry := position.decode(raw))
    if question_key is not None:
        if question_key == position.rules.question_key(position.state, entry):
            return None
        for logged in reversed(position.entries):
            if max(logged.row, logged.corrected or 0) <= seen_row or logged.entry != entry:
                continue
            if question_key == position.rules.question_key(logged.before, entry):
                return Accepted(position, logged.warnings, is_repeated=True)
    return Conflict(position, meanwhile, raw, seen)


def _undo_or_redo(game: Game, kind: str, submission: Submission) -> SubmissionResult:
    with writing(game):
        position = load_unless_written(game, submission)
        if isinstance(position, Accepted):
            return position
        if submission.last_row != position.last_row:
            return Conflict(position, game_log.rows(game, submission.last_row))
        moved = position.rows_to_move(kind)
        if not moved:
            return refuse(position, f"nothing-to-{kind}")
        ensure_may_correct(game, submission, kind, {row.number for row in moved})
        rows = [LogRow(number, kind) for number, _row in enumerate(moved, position.last_row + 1)]
        if moved[-1].kind != SETTINGS:
            return accept(game, position.play(rows), rows, submission)
        # The rows in the cache may name players who have been merged since.
        after = game_log.replay(game).play(rows)
        seats = seating.seats_by_uuid(game, after.options_and_seats.seats)
        # Someone may have been removed or merged since.
        if not seating.can_sit(game.table_id, [seat["player"] for seat in seats]):
            return refuse(position, "not-at-table")
        game.options, game.seats = dict(after.options_and_seats.options), seats
        return accept(game, after, rows, submission)
