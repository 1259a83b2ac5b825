"""Changes to earlier entries of a game: corrections, a result that replaces entries, other settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from companion.core.game import Refusal
from companion.core.messages import Json
from companion.store import game_log, seating
from companion.store.database import writing
from companion.store.log_writing import (
    Answer,
    Conflict,
    EntryReader,
    Forbidden,
    Refused,
    accept,
    check_authors,
    check_length,
    lock_log,
    refuse,
    repeat,
    write_row,
)
from companion.store.models import AccessLink, Game, Player, people_of
from companion.store.positions import CORRECT, ENTRY, SETTINGS, CorrectionConflict, NoSuchEntry, Position, check_row
from companion.store.submissions import submit_entry


def correct(
    game: Game, link: AccessLink | None, changes: Json, number: int, submission: str
) -> Answer | CorrectionConflict | Forbidden:
    """Append a correction to the log if all entries after it are still valid.

    It may be late if only new entries were added in the meantime, because it concerns none of them.
    """
    with writing():
        position, written = lock_log(game, submission)
        if written is not None:
            return repeat(position, written)
        if conflict := _find_conflict(game, position, number):
            return conflict
        for change in changes if isinstance(changes, list) else ():
            if isinstance(change, dict) and (refusal := check_length(change.get("entry"))):
                return Refused(position, refusal)
        try:
            after = check_row(position, CORRECT, changes)
        except NoSuchEntry:
            return Refused(position, refuse("no-such-line"))
        keys = {change.get("line", change.get("before")) for change in changes}
        if forbidden := check_authors(
            game, link, position, {logged.row for logged in position.log if logged.key in keys}
        ):
            return forbidden
        if isinstance(after, Refusal):
            return Refused(position, after)
        if isinstance(after, CorrectionConflict):
            return after
        write_row(game, link, after.done[-1], submission)
    return accept(game, after, submission)


def replace_by_result(
    game: Game,
    link: AccessLink | None,
    entry: Json | EntryReader,
    starts: Callable[[Position], int | None],
    number: int,
    submission: str,
) -> Answer | CorrectionConflict | Forbidden:
    """Replace the entries from the index that `starts` returns, except for adjustments, with a result.

    It is a correction, so one undo brings them back. Without an index, the result is an ordinary entry.
    """
    position = game_log.position(game)
    first = starts(position)
    if first is None or number != position.number:
        return submit_entry(game, link, entry, number, submission)
    replaced, *others = [logged for logged in position.log[first:] if logged.entry["type"] != "adjust"]
    result = entry(replaced.before) if callable(entry) else entry
    changes: list[Json] = [{"line": replaced.key, "entry": result}]
    changes += [{"line": logged.key, "entry": None} for logged in others]
    return correct(game, link, changes, number, submission)


def change_settings(
    game: Game,
    link: AccessLink | None,
    options: Mapping[str, Json],
    players: Sequence[Player],
    number: int,
    submission: str,
    changes: Sequence[Json] = (),
) -> Answer | CorrectionConflict | Forbidden:
    """Change the options of a game, or the people in its seats, if its entries are still valid then.

    Entries stay with their seats: once there are any, new people are treated as if they had always sat there.

    `changes` are made at the same time, as in a correction; they delete entries that would not be valid. The change may
    be late if only new entries were added in the meantime. Whoever may correct all entries may do this.

    :raises companion.store.positions.ImpossibleSettings: the game cannot be played with these settings.
    """
    with writing():
        position, written = lock_log(game, submission)
        if written is not None:
            return repeat(position, written)
        if conflict := _find_conflict(game, position, number):
            return conflict
        if refused := _refused_seats(game, players):
            return Refused(position, refused)
        before = {"options": dict(game.options), "seats": seating.uuids(game)}
        after = {"options": dict(options), "seats": [player.uuid for player in players]}
        payload = {"from": before, "to": after, "changes": list(changes)}
        if forbidden := check_authors(game, link, position, {logged.row for logged in position.log}):
            return forbidden
        seats = (
            seating.seats_for(game, position, [player.as_seat() for player in players])
            if after["seats"] != before["seats"]
            else game.seats
        )
        try:
            checked = check_row(position.with_people(people_of(seats)), SETTINGS, payload)
        except NoSuchEntry:
            return Refused(position, refuse("no-such-line"))
        if isinstance(checked, Refusal):
            return Refused(position, checked)
        if isinstance(checked, CorrectionConflict):
            return checked
        game.options, game.seats = dict(options), seats
        write_row(game, link, checked.done[-1], submission)
    return accept(game, checked, submission)


def _find_conflict(game: Game, position: Position, number: int) -> Conflict | None:
    """Return the conflict with the rows since `number`; None if these are only new entries."""
    if number == position.number:
        return None
    meanwhile = game_log.rows(game, number)
    if 0 <= number < position.number and all(row.kind == ENTRY for row in meanwhile):
        return None
    return Conflict(position, meanwhile)


def _refused_seats(game: Game, players: Sequence[Player]) -> Refusal | None:
    """Return why these players cannot sit in the game's seats."""
    ids = {player.id for player in players}
    if len(players) != len(game.seats):
        return refuse("other-number")
    if len(ids) < len(players) or any(player.table_id != game.table_id for player in players):
        return refuse("not-at-table")
    return None
