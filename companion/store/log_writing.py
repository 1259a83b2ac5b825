"""Writing to the log of a game: the steps that all writes share, and their answers.

Rows are only ever added. Each write locks the log, reads its present state, and only then decides whether the row may
be written: whether the entry is valid, and whether this link may correct what another one entered.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct
from sqlalchemy import bindparam, insert, select
from sqlalchemy.orm.attributes import set_committed_value

from companion.core.game import Refusal
from companion.core.messages import N_, RECORD, Json, Message, Violation
from companion.store import game_log, notifications
from companion.store.log_rows import ENTRY, Row
from companion.store.models import AccessLink, Game, LogRow, db
from companion.store.positions import Position

# Built once, from the tables: the mapped classes would take three times as long.
_GAMES = db.metadata.tables["games"]
_LOCK_GAME = (
    select(_GAMES.c.options, _GAMES.c.seats, _GAMES.c.abandoned_at)
    .where(_GAMES.c.id == bindparam("id"))
    .with_for_update()  # on SQLite the write transaction is the lock
)
_INSERT_ROW = insert(db.metadata.tables["log"])

WORDS = {
    "no-such-line": N_("This entry is gone. Someone has changed the log in the meantime."),
    "text-too-long": N_("This can have at most {most} characters."),
    "group-incomplete": N_("Something is missing. Please fill in everything that is needed."),
    "nothing-to-undo": N_("There is nothing to undo."),
    "nothing-to-redo": N_("There is nothing to redo."),
    "other-number": N_("The number of players can't be changed in a game that has started."),
    "not-at-table": N_("Everyone in a game must be one of the table's players and have only one seat."),
}

MAX_TEXT_LENGTH = 200  # of a text in an entry, such as the reason for an adjustment


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
    """Someone else was faster: `meanwhile` are the rows since the number that was given.

    `seen` is the state for which the entry was meant, or None if that is not known.
    """

    position: Position
    meanwhile: tuple[LogRow, ...]
    entry: Json = None
    seen: Any = None


class Forbidden(Struct, frozen=True):
    """The link may not undo or correct what `author` entered."""

    position: Position
    author: AccessLink | None


Answer = Accepted | Refused | Conflict
EntryReader = Callable[[Any], Json]  # makes an entry from what was typed, for the state of the game


def check_length(entry: Json) -> Refusal | None:
    """Return a refusal if a text in the entry is too long, else None; files may contain longer texts."""
    fields = entry.items() if isinstance(entry, dict) else ()
    fields_too_long = [name for name, value in fields if isinstance(value, str) and len(value) > MAX_TEXT_LENGTH]
    violations = [Violation(RECORD, "text-too-long", {"most": MAX_TEXT_LENGTH}, field=name) for name in fields_too_long]
    return Refusal(tuple(violations)) if violations else None


def check_authors(game: Game, link: AccessLink | None, position: Position, numbers: set[int]) -> Forbidden | None:
    """Return the author of a row among `numbers` that the link may not correct, or None if it may correct all."""
    if link is None:  # the program itself
        return None
    # A host may have changed roles since the request began.
    db.session.refresh(link)
    db.session.refresh(link.table)
    for author in game_log.authors(game, numbers).values():
        if not link.may_correct(author):
            return Forbidden(position, author)
    return None


def lock_game(game: Game) -> None:
    """Lock a game, and with it its log, until the transaction ends."""
    # Someone may have changed the game since the request began.
    for name, value in db.session.connection().execute(_LOCK_GAME, {"id": game.id}).mappings().one().items():
        set_committed_value(game, name, value)


def load(game: Game, submission: str) -> Position | Accepted:
    """Return the position of a locked game, or the first answer again if this submission has already been written."""
    position, written = game_log.load(game, submission)
    if written is None:
        return position
    logged = position.find(str(written))
    return Accepted(position, () if logged is None else logged.warnings, repeated=True)


def accept(
    game: Game,
    link: AccessLink | None,
    after: Position,
    row: Row,
    submission: str,
    warnings: tuple[Message, ...] = (),
) -> Accepted:
    """Add `row` to the log, announce it once the transaction is committed, and cache the position after it."""
    author = None if link is None else link.id
    values = {"game_id": game.id, "number": row.number, "kind": row.kind, "payload": row.payload}
    db.session.connection().execute(_INSERT_ROW, values | {"grant_id": author, "submission": submission})
    if row.kind == ENTRY and game.abandoned_at is not None:
        game.abandoned_at = None  # it goes on
    notifications.announce(game.table_id, game.id, row.number)
    game_log.remember(game, after, submission)
    return Accepted(after, warnings)


def refuse(position: Position, code: str) -> Refused:
    """Return an answer with the single violation `code`, a key of WORDS."""
    return Refused(position, Refusal((Violation(RECORD, code),)))
