"""Changes to earlier entries of a game: corrections, a result that replaces entries, changed settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.core.game import Refusal
from companion.core.messages import Json
from companion.core.options import with_all_rulings
from companion.store import game_log, seating, submissions
from companion.store.correction_checks import CorrectionConflict, try_row
from companion.store.database import writing
from companion.store.differences import Difference
from companion.store.models import Game, Player
from companion.store.positions import (
    CORRECT,
    ENTRY,
    SETTINGS,
    InvalidChange,
    LogEntry,
    LogRow,
    Position,
    read_changes,
    result_changes,
)
from companion.store.submissions import Accepted, Conflict, Refused, Submission, SubmissionResult

ChangeResult = SubmissionResult | CorrectionConflict | Difference


def append_correction(
    game: Game, changes: Json, submission: Submission, *, may_move: bool = False, is_sure: bool = True
) -> ChangeResult:
    """Append a correction to the log if all entries after it are still valid, and don't move unless they `may_move`.

    If something that had been decided would be different, it is only written if the submitter `is_sure`; otherwise the
    `Difference` is returned. It may be late if only new entries were added in the meantime, because the correction
    concerns none of these.

    :raises companion.store.submissions.Forbidden: the link may not correct one of these entries.
    """
    with writing(game):
        position = _load_for_change(game, submission)
        if not isinstance(position, Position):
            return position
        try:
            wanted_changes = read_changes(changes)
        except InvalidChange:
            return submissions.refuse(position, "no-such-line")
        for change in wanted_changes:
            if refusal := submissions.text_refusal(change.entry):
                return Refused(position, refusal)
        keys = {change.known_key for change in wanted_changes}
        corrected_rows = {logged.row for logged in position.entries if logged.key in keys}
        submissions.ensure_may_correct(game, submission, CORRECT, corrected_rows)
        row = LogRow(position.last_row + 1, CORRECT, changes)
        after = _played(position, row, may_move=may_move, is_sure=is_sure)
        return submissions.accept(game, after, [row], submission) if isinstance(after, Position) else after


def swapped(position: Position, changes: Sequence[Json]) -> list[Json]:
    """Return the changes that also give another entry what the only one of `changes` takes from it; none if impossible.

    The other entry is of the same round and kind, and has the new card, or is of the same trick or turn and has the new
    seat; it gets the former ones.
    """
    if len(changes) != 1 or not isinstance(changes[0], dict) or not isinstance(changes[0].get("entry"), dict):
        return []
    raw, logged = changes[0]["entry"], position.find(changes[0].get("line", ""))
    if logged is None:
        return []
    kind, turn_of = type(position.decode(raw)), position.rules.turn_of
    turn = turn_of(logged.before, logged.entry)
    for other in position.entries:
        its_turn = turn_of(other.before, other.entry)
        if other is logged or turn is None or its_turn is None or its_turn[0] != turn[0]:
            continue
        taken = {
            field: logged.raw[field]
            for field in ("card", "seat")
            if (field == "card" or its_turn == turn)
            and field in logged.raw
            and type(other.entry) is kind
            and raw.get(field) == other.raw.get(field) != logged.raw[field]
        }
        if taken:
            lines = [logged.key, other.key] if "card" in taken else [other.key, logged.key]  # in the order of play
            both = [
                {"line": line, "entry": entry} for line, entry in zip(lines, (raw, {**other.raw, **taken}), strict=True)
            ]
            if isinstance(try_row(position, LogRow(position.last_row + 1, CORRECT, both)), Position):
                return both
    return []


def replace_by_result(
    game: Game, result: Json, replaced: Sequence[LogEntry], submission: Submission
) -> SubmissionResult:
    """Replace these entries of the log with a result.

    It is a correction, so one undo brings them back. Without entries, the result is an ordinary entry.

    :raises companion.store.submissions.Forbidden: the link may not correct one of these entries.
    """
    outcome: ChangeResult
    if replaced and submission.last_row == game_log.position(game).last_row:
        outcome = append_correction(game, result_changes(replaced, result), submission)
        if isinstance(outcome, SubmissionResult):
            return outcome
    else:
        with writing(game):
            outcome = submissions.append_entry(game, result, submission)
        if not replaced or not isinstance(outcome, Refused):
            return outcome
    # What it should replace, or what was entered after that, prevents it: not all of that was shown.
    return Conflict(outcome.position, game_log.rows(game, submission.last_row))


def change_settings(
    game: Game,
    options: Mapping[str, Json],
    players: Sequence[Player],
    submission: Submission,
    changes: Sequence[Json] = (),
    *,
    is_sure: bool = True,
) -> ChangeResult:
    """Change a game's options, or the people in its seats, if its entries would still be valid.

    Entries stay with their seats, and so does who starts, once there are any.

    `changes` are made at the same time, as in a correction; they delete entries that would not be valid. If something
    that had been decided would be different, the submitter must be sure, as for a correction. The change may be late if
    only new entries were added in the meantime. Whoever may correct all entries may do this.

    :raises companion.store.positions.ImpossibleSettings: the game can't be played with these settings.
    :raises companion.store.submissions.Forbidden: the link may not correct all entries.
    """
    with writing(game):
        position = _load_for_change(game, submission)
        if not isinstance(position, Position):
            return position
        if len(players) != len(game.seats):
            return submissions.refuse(position, "other-number")
        if not seating.can_sit(game.table_id, [player.id for player in players]):
            return submissions.refuse(position, "not-at-table")
        rows = {logged.row for logged in position.entries}
        submissions.ensure_may_correct(game, submission, SETTINGS, rows)
        uuids = [player.uuid for player in players]
        seats = seating.seats_by_uuid(game, uuids)
        options = with_all_rulings(position.rules, options)
        settings = {
            "from": {"options": dict(game.options), "seats": seating.uuids(game)},
            "to": {"options": options, "seats": uuids},
            "changes": list(changes),
        }
        row = LogRow(position.last_row + 1, SETTINGS, settings)
        after = _played(position, row, is_sure=is_sure)
        if not isinstance(after, Position):
            return after
        game.options, game.seats = options, seats
        return submissions.accept(game, after, [row], submission)


def _load_for_change(game: Game, submission: Submission) -> Position | Accepted | Conflict:
    """Return a locked game's position, or the result if this submission was already written or is out of date.

    Rows that only add entries are no conflict.
    """
    position = submissions.load_unless_written(game, submission)
    if isinstance(position, Accepted) or submission.last_row == position.last_row:
        return position
    meanwhile = game_log.rows(game, submission.last_row)
    if 0 <= submission.last_row < position.last_row and all(row.kind == ENTRY for row in meanwhile):
        return position
    return Conflict(position, meanwhile)


def _played(
    position: Position, row: LogRow, *, may_move: bool = False, is_sure: bool
) -> Position | Refused | CorrectionConflict | Difference:
    """Return the position after a row, or why it can't be written, or for whoever is not sure what would be decided."""
    try:
        after = try_row(position, row, may_move=may_move)
    except InvalidChange:
        return submissions.refuse(position, "no-such-line")
    if isinstance(after, Position) and not is_sure and (difference := Difference(position, after)).is_decisive:
        return difference
    return Refused(position, after) if isinstance(after, Refusal) else after
