"""Writes to the log of a game: entries, undo and redo, corrections, results that replace entries, changed settings.

Rows are only ever added. Each write locks the game, reads its present state, and only then decides whether the row may
be written: whether its entries and all later ones are valid, and whether this link may correct what another one
entered.

The log does not say which round an entry belongs to: that follows from the entries before it. A correction that deletes
or adds an entry could silently turn the result of round 2 into that of round 1, so each entry must stay in its place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import update

from companion.core.game import Refusal
from companion.core.messages import N_, RECORD, Json, Message, Phrase, Violation
from companion.core.options import with_all_rulings
from companion.store import game_log, notifications, refusals
from companion.store.base import db, now
from companion.store.database import writing
from companion.store.differences import Difference
from companion.store.models import AccessLink, Game, Player, StoredRow, can_sit
from companion.store.names import has_control_characters
from companion.store.positions import (
    CORRECT,
    ENTRY,
    REDO,
    SETTINGS,
    UNDO,
    InvalidChange,
    LogEntry,
    LogRow,
    Position,
    read_changes,
    result_changes,
)

WORDS = {
    "no-such-entry": N_("This entry is gone. Someone has changed the history in the meantime."),
    "text-too-long": N_("This can have at most %(most)s characters."),
    "text-characters": N_("This has characters that can't be shown."),
    "nothing-to-undo": N_("There is nothing to undo."),
    "nothing-to-redo": N_("There is nothing to redo."),
    "other-number": N_("The number of players can't be changed in a game that has started."),
    "moves": N_("This entry would move from “%(before)s” to “%(after)s”."),
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
        self.kind = kind
        self.author = author


class CorrectionConflict(Struct, frozen=True):
    """A correction that would make later entries invalid or move them, with all of these in order and their refusals.

    `position` and these entries are those of the game without the correction. Each entry is checked as if the ones
    before it had been left out. `can_move`: all of them would be valid where they would move. `corrected` is the game
    with the correction.
    """

    position: Position
    corrected: Position
    invalidated: tuple[LogEntry, ...]
    can_move: bool = False


SubmissionResult = Accepted | Refused | Conflict
ChangeResult = SubmissionResult | CorrectionConflict | Difference


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
    if outcome := _late_entry(game, position, entries[0], submission.last_row):
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
    return _accept(game, after, rows, submission, after.entries[-1].warnings)


def undo(game: Game, submission: Submission, kind: str = UNDO) -> SubmissionResult:
    """Undo the last row that has not been undone, together with an entry that it implied.

    :raises Forbidden: someone else added it, and the link may not correct that.
    """
    with writing(game):
        position = load_unless_written(game, submission)
        if isinstance(position, Accepted):
            return position
        if submission.last_row != position.last_row:
            return Conflict(position, game_log.rows(game, submission.last_row))
        moved = position.rows_to_move(kind)
        if not moved:
            return _refuse(position, f"nothing-to-{kind}")
        _ensure_may_correct(game, submission, kind, {row.number for row in moved})
        rows = [LogRow(number, kind) for number, _row in enumerate(moved, position.last_row + 1)]
        if moved[-1].kind != SETTINGS:
            return _accept(game, position.play(rows), rows, submission)
        # The rows in the cache may name players who have been merged since.
        after = game_log.replay(game).play(rows)
        seats = game.seats_with(after.options_and_seats.seats)
        # Someone may have been removed or merged since.
        if not can_sit(game.table_id, [seat["player"] for seat in seats]):
            return _refuse(position, "not-at-table")
        game.options, game.seats = dict(after.options_and_seats.options), seats
        return _accept(game, after, rows, submission)


redo = partial(undo, kind=REDO)


def append_correction(
    game: Game, changes: Json, submission: Submission, *, may_move: bool = False, is_sure: bool = True
) -> ChangeResult:
    """Append a correction to the log if all entries after it are still valid, and don't move unless they `may_move`.

    If something that had been decided would be different, it is only written if the submitter `is_sure`; otherwise the
    `Difference` is returned. It may be late if only new entries were added in the meantime, because the correction
    concerns none of these.

    :raises Forbidden: the link may not correct one of these entries.
    """
    with writing(game):
        position = _load_for_change(game, submission)
        if not isinstance(position, Position):
            return position
        try:
            wanted = read_changes(changes)
        except InvalidChange:
            return _refuse(position, "no-such-entry")
        if refusal := next(filter(None, (text_refusal(change.entry) for change in wanted)), None):
            return Refused(position, refusal)
        keys = {change.key or change.before for change in wanted}
        concerned = {logged.row for logged in position.entries if logged.key in keys}
        _ensure_may_correct(game, submission, CORRECT, concerned)
        row = position.next_row(CORRECT, changes)
        return _append_change(game, position, row, submission, may_move=may_move, is_sure=is_sure)


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

    `changes` are made at the same time, as in a correction; they delete entries that would not be valid. Being sure and
    being late mean what they do for a correction. Whoever may correct all entries may do this.

    :raises companion.store.positions.ImpossibleSettings: the game can't be played with these settings.
    :raises Forbidden: the link may not correct all entries.
    """
    with writing(game):
        position = _load_for_change(game, submission)
        if not isinstance(position, Position):
            return position
        if len(players) != len(game.seats):
            return _refuse(position, "other-number")
        if not can_sit(game.table_id, [player.id for player in players]):
            return _refuse(position, "not-at-table")
        _ensure_may_correct(game, submission, SETTINGS, {logged.row for logged in position.entries})
        uuids = [player.uuid for player in players]
        new = {"options": with_all_rulings(position.rules, options), "seats": game.seats_with(uuids)}
        settings = {
            "from": {"options": dict(game.options), "seats": game.player_uuids},
            "to": {"options": new["options"], "seats": uuids},
            "changes": list(changes),
        }
        row = position.next_row(SETTINGS, settings)
        return _append_change(game, position, row, submission, new, is_sure=is_sure)


def replace_by_result(
    game: Game, result: Json, replaced: Sequence[LogEntry], submission: Submission
) -> SubmissionResult:
    """Replace these entries of the log with a result.

    It is a correction, so one undo brings them back. Without entries, the result is an ordinary entry.

    :raises Forbidden: the link may not correct one of these entries.
    """
    outcome: ChangeResult
    if replaced and submission.last_row == game_log.position(game).last_row:
        outcome = append_correction(game, result_changes(replaced, result), submission)
        if isinstance(outcome, SubmissionResult):
            return outcome
    else:
        with writing(game):
            outcome = append_entry(game, result, submission)
        if not replaced or not isinstance(outcome, Refused):
            return outcome
    # What it should replace, or what was entered after that, prevents it: not all of that was shown.
    return Conflict(outcome.position, game_log.rows(game, submission.last_row))


def swapped(position: Position, changes: Sequence[Json]) -> list[Json]:
    """The changes that also give another entry what the only one of `changes` takes from it; none if impossible.

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
            keys = [logged.key, other.key] if "card" in taken else [other.key, logged.key]  # in the order of play
            both = [{"line": keys[0], "entry": raw}, {"line": keys[1], "entry": {**other.raw, **taken}}]
            if isinstance(try_row(position, position.next_row(CORRECT, both)), Position):
                return both
    return []


def try_row(position: Position, row: LogRow, *, may_move: bool = False) -> Position | Refusal | CorrectionConflict:
    """The position after the next row, a correction or changed settings, or why these are not possible.

    A `Refusal` says why a corrected entry itself is not valid. Entries that were already invalid are ignored. Unless
    later entries `may_move`, each must stay in its round, and in one trick or turn with the entries that it was with.

    :raises InvalidChange: a change names an entry that does not exist, or is not a change at all.
    :raises ImpossibleSettings: the settings are impossible.
    """
    corrected = position.play((row,))
    known = {logged.key: logged for logged in position.entries}
    violations: list[Violation] = []
    later: dict[str, LogEntry] = {}  # the valid entries that the row does not change, as they were
    for logged in corrected.entries:
        if row.number not in (logged.row, logged.corrected):
            if known[logged.key].refusal is None:
                later[logged.key] = known[logged.key]
        elif logged.refusal is not None:
            violations.extend(logged.refusal.violations)
    if violations:
        return Refusal(tuple(violations))
    checked = corrected.entries if may_move else _checked_places(corrected, later)
    invalidated = tuple(
        replace(later[logged.key], refusal=logged.refusal)
        for logged in checked
        if logged.refusal is not None and logged.key in later
    )
    can_move = all(logged.refusal is None or logged.key not in later for logged in corrected.entries)
    return CorrectionConflict(position, corrected, invalidated, can_move) if invalidated else corrected


def _checked_places(corrected: Position, later: Mapping[str, LogEntry]) -> list[LogEntry]:
    """The corrected entries, where `later` ones that would leave their round, trick or turn are refused.

    A trick or turn may get another number in its round, but not be split, or joined with another.
    """
    rules, entries = corrected.rules, list[LogEntry]()
    places: dict[tuple[int, int], tuple[int, int]] = {}  # numbers of a round and of a trick or turn, then and now
    origins: dict[tuple[int, int], tuple[int, int]] = {}
    for logged in corrected.entries:
        is_same = logged.before is (entries[-1].after if entries else corrected.start)  # nothing was refused until here
        checked = logged if is_same else corrected.apply(entries, logged)
        old = later.get(logged.key)
        if old is not None and checked.refusal is None:
            then, now = rules.turn_of(old.before, old.entry), rules.turn_of(checked.before, checked.entry)
            if then is not None and now is not None:
                if then[0] == now[0] and places.get(then, now) == now and origins.get(now, then) == then:
                    places[then], origins[now] = now, then
                else:
                    headings = (rules.heading(each.before, old.entry) for each in (old, checked))
                    before, after = (Phrase(heading.id, heading.params) for heading in headings)
                    refusal = Refusal((Violation(RECORD, "moves", {"before": before, "after": after}),))
                    checked = replace(checked, after=checked.before, warnings=(), refusal=refusal)
        entries.append(checked)
    return entries


def text_refusal(entry: Json) -> Refusal | None:
    """Why a text in the entry is refused, else None; files may contain longer texts, and any characters."""
    fields = entry.items() if isinstance(entry, dict) else ()
    texts = [(name, value) for name, value in fields if isinstance(value, str)]
    too_long, most = [name for name, value in texts if len(value) > MAX_TEXT_LENGTH], {"most": MAX_TEXT_LENGTH}
    violations = [Violation(RECORD, "text-too-long", most, field=name) for name in too_long]
    odd = [name for name, value in texts if has_control_characters(value)]
    violations += [Violation(RECORD, "text-characters", field=name) for name in odd]
    return Refusal(tuple(violations)) if violations else None


def load_unless_written(game: Game, submission: Submission) -> Position | Accepted:
    """The position of a locked game, or the first result again if this submission has already been written."""
    position, written_row = game_log.load(game, submission.id)
    if written_row is None:
        return position
    logged = position.find(str(written_row))
    return Accepted(position, () if logged is None else logged.warnings, is_repeated=True)


def _ensure_may_correct(game: Game, submission: Submission, kind: str, numbers: set[int]) -> None:
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


def _load_for_change(game: Game, submission: Submission) -> Position | Accepted | Conflict:
    """A locked game's position, or the result if this submission was already written or is out of date.

    Rows that only add entries are no conflict.
    """
    position = load_unless_written(game, submission)
    if isinstance(position, Accepted) or submission.last_row == position.last_row:
        return position
    meanwhile = game_log.rows(game, submission.last_row)
    if 0 <= submission.last_row < position.last_row and all(row.kind == ENTRY for row in meanwhile):
        return position
    return Conflict(position, meanwhile)


def _late_entry(game: Game, position: Position, raw: Json, seen_row: int) -> Accepted | Conflict | None:
    """The result of an entry meant for the state after `seen_row`, or None if its question is still open."""
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
        since = {row.number for row in meanwhile}
        for logged in reversed([each for each in position.entries if since & {each.row, each.corrected}]):
            if logged.entry == entry and question_key == position.rules.question_key(logged.before, entry):
                return Accepted(position, logged.warnings, is_repeated=True)
    return Conflict(position, meanwhile, raw, seen)


def _append_change(
    game: Game,
    position: Position,
    row: LogRow,
    submission: Submission,
    new: Mapping[str, object] = {},
    *,
    may_move: bool = False,
    is_sure: bool,
) -> ChangeResult:
    """Append a row that changes earlier entries, and give the game the `new` options and seats; or say why not."""
    try:
        after = try_row(position, row, may_move=may_move)
    except InvalidChange:
        return _refuse(position, "no-such-entry")
    if isinstance(after, Refusal):
        return Refused(position, after)
    if isinstance(after, CorrectionConflict):
        return after
    if not is_sure and (difference := Difference(position, after)).is_decisive:
        return difference
    for name, value in new.items():
        setattr(game, name, value)
    return _accept(game, after, [row], submission)


def _accept(
    game: Game, after: Position, rows: Sequence[LogRow], submission: Submission, warnings: tuple[Message, ...] = ()
) -> Accepted:
    """Add `rows` to the log, announce them once the transaction is committed, and cache the position after them.

    The first entry decides who starts; if it is undone, the present names do again.
    """
    at, last = now(), rows[-1].number
    ids = {row.number: submission.id if row.number == last else f"{submission.id}:{row.number}" for row in rows}
    game_log.insert_rows([game_log.row_values(game, row, submission.link, at, ids[row.number]) for row in rows])
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


def _refuse(position: Position, id: str) -> Refused:
    return Refused(position, Refusal((Violation(RECORD, id),)))
