"""Submissions to a game: entries, undo and redo."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.core.messages import Json
from companion.store import game_log, seating
from companion.store.database import writing
from companion.store.log_rows import ENTRY, REDO, SETTINGS, UNDO, Row
from companion.store.log_writing import (
    Accepted,
    Answer,
    Conflict,
    EntryReader,
    Forbidden,
    Refused,
    accept,
    check_authors,
    check_length,
    load,
    lock_game,
    refuse,
)
from companion.store.models import AccessLink, Game, LogRow
from companion.store.positions import Position


def submit_entry(
    game: Game, link: AccessLink | None, entry: Json | EntryReader, number: int, submission: str
) -> Answer:
    """Append `entry` to the log if it is valid; row `number` is the last one that the phone has seen."""
    with writing():
        lock_game(game)
        return append_entry(game, link, entry, number, submission)


def append_entry(
    game: Game, link: AccessLink | None, entry: Json | EntryReader, number: int, submission: str
) -> Answer:
    """Submit an entry as `submit_entry` does, within a transaction that has locked the game."""
    position = load(game, submission)
    if isinstance(position, Accepted):
        return position
    entry = entry(position.state) if callable(entry) else entry
    if refusal := check_length(entry):
        return Refused(position, refusal)
    if number != position.number and (answer := resolve_stale(game, position, entry, number)):
        return answer
    after = position.play((Row(position.number + 1, ENTRY, entry),))
    logged = after.log[-1]
    if logged.refusal is not None:
        return Refused(position, logged.refusal)
    return accept(game, link, after, after.done[-1], submission, logged.warnings)


def undo(game: Game, link: AccessLink | None, number: int, submission: str) -> Answer | Forbidden:
    """Undo the last row that has not been undone."""
    return _turn_back(game, link, UNDO, number, submission)


def redo(game: Game, link: AccessLink | None, number: int, submission: str) -> Answer | Forbidden:
    """Redo what was undone last."""
    return _turn_back(game, link, REDO, number, submission)


def resolve_stale(game: Game, position: Position, entry: Json, number: int) -> Accepted | Conflict | None:
    """Return the answer to an entry that was made for an earlier state, or None if its question is still open."""
    meanwhile = game_log.rows(game, number)
    if not 0 <= number < position.number:
        return Conflict(position, meanwhile, entry)
    seen = state_at(game, position, number, meanwhile)
    question = position.game.question(seen, entry)
    if question is not None:
        if question == position.game.question(position.state, entry):
            return None
        for logged in reversed(position.log):
            if max(logged.row, logged.corrected or 0) <= number or logged.entry != entry:
                continue
            if question == position.game.question(logged.before, entry):
                return Accepted(position, logged.warnings, repeated=True)
    return Conflict(position, meanwhile, entry, seen)


def state_at(game: Game, position: Position, number: int, meanwhile: Sequence[LogRow]) -> Any:
    """Return the state after row `number`, which a phone showed when the rows `meanwhile` were added."""
    if all(row.kind == ENTRY for row in meanwhile):
        return position.log[-len(meanwhile)].before  # each row added an entry
    return game_log.position_at(game, number).state


def _turn_back(game: Game, link: AccessLink | None, kind: str, number: int, submission: str) -> Answer | Forbidden:
    with writing():
        lock_game(game)
        position = load(game, submission)
        if isinstance(position, Accepted):
            return position
        if number != position.number:
            return Conflict(position, game_log.rows(game, number))
        moved = position.done if kind == UNDO else position.undone
        if not moved:
            return refuse(position, f"nothing-to-{kind}")
        if forbidden := check_authors(game, link, position, {moved[-1].number}):
            return forbidden
        row = Row(position.number + 1, kind)
        if moved[-1].kind == SETTINGS:
            # Read again: two players may have been merged since the position was cached.
            (changed,) = game_log.rows(game, moved[-1].number - 1)[:1]
            side = changed.payload["from" if kind == UNDO else "to"]
            game.options = dict(side["options"])
            if side["seats"] != seating.uuids(game):
                game.seats = seating.seats_for(game, position, seating.seats_of(game, side["seats"]))
                position = position.with_people(game.people)
        return accept(game, link, position.play((row,)), row, submission)
