"""What a table can do: open, take in people, start games, and report to their logs."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from flask import current_app
from msgspec import Struct
from sqlalchemy import func, insert, select
from sqlalchemy.orm import joinedload

from companion import games
from companion.core.game import Person, Refusal
from companion.core.messages import N_, Json, Literal, Message, Violation
from companion.store import notifications
from companion.store.database import writing
from companion.store.models import HOST, MAX_NAME_LENGTH, AccessLink, Game, LogRow, Player, Table, db
from companion.store.positions import (
    CORRECT,
    REDO,
    REPORT,
    UNDO,
    CorrectionConflict,
    NoSuchLine,
    Position,
    PositionCache,
    Row,
    judge,
)

# No sign looks or sounds like another: no vowels that make words, no 0 O, 1 I L, 2 Z, 5 S, 8 B, U V.
CODE_SIGNS = "ACDEFHJKMNPRTVWXY34679"
MAX_PLAYERS, MAX_GAMES = 100, 1000

WORDS = {
    "no-name": N_("Please enter a name."),
    "name-too-long": N_("A name may have {most} characters at most."),
    "name-signs": N_("A name can't contain control characters."),
    "name-taken": N_("{name} is already at this table. Add a surname to tell them apart."),
    "table-full": N_("This table is full: it has room for {most} names."),
    "games-full": N_("This table is full: it has room for {most} games. Please open a new table."),
    "no-such-game": N_("There is no game {name}."),
    "not-at-table": N_("Everyone in a game must be one of the table's players and have only one seat."),
    "no-such-line": N_("This entry is gone. Someone has changed the log in the meantime."),
    "nothing-to-undo": N_("There is nothing to undo."),
    "nothing-to-redo": N_("There is nothing to redo."),
}


class Accepted(Struct, frozen=True):
    """An entry that stands. `repeated`: it had been reported before, and nothing was written."""

    position: Position
    warnings: tuple[Message, ...] = ()
    repeated: bool = False


class Refused(Struct, frozen=True):
    """An entry that does not stand; `refusal` says why, in the game's WORDS or in those of this module."""

    refusal: Refusal
    position: Position


class Conflict(Struct, frozen=True):
    """Somebody was quicker: `meanwhile` are the rows of the log since the number that was given.

    `seen` is the state that the phone had before it, None where that is not known.
    """

    position: Position
    meanwhile: tuple[LogRow, ...]
    seen: Any = None


Reported = Accepted | Refused | Conflict
Answer = Reported | CorrectionConflict


def open_table(name: str) -> tuple[Table, AccessLink] | Refusal:
    """Return a new table and its host's link, or why the name will not do."""
    name = _neat(name)
    if violations := _check_name(name, "name"):
        return Refusal(tuple(violations))
    table = Table(name=name, code=new_code())
    access_link = AccessLink(table=table, role=HOST)
    with writing():
        db.session.add_all([table, access_link])
    return table, access_link


def add_player(table: Table, name: str, surname: str = "") -> Player | Refusal:
    """Return a new player of the table, or why there cannot be one."""
    name, surname = _neat(name), _neat(surname)
    violations = _check_name(name, "name")
    if surname:
        violations += _check_name(surname, "surname")
    if violations:
        return Refusal(tuple(violations))
    player = Player(table_id=table.id, name=name, surname=surname)
    with writing():
        lock_table(table)
        people = _people(table)
        if _is_taken(people, name, surname):
            return _refusal("name-taken", "name", name=Literal(name))
        if len(people) >= MAX_PLAYERS:
            return _refusal("table-full", "name", most=MAX_PLAYERS)
        db.session.add(player)
        notifications.announce(table.id)
    return player


def set_surname(player: Player, surname: str) -> None:
    """Note a player's surname, if it is one and nobody else's: it decides who starts among names of equal length."""
    surname = _neat(surname)
    if surname == player.surname or _check_name(surname, "surname"):
        return
    with writing():
        lock_table(player.table)
        others = [it for it in _people(player.table) if it.id != player.id]
        if not _is_taken(others, player.name, surname):
            player.surname = surname
            notifications.announce(player.table_id)


def start_game(table: Table, kind: str, players: Sequence[Player], options: Mapping[str, Json]) -> Game | Refusal:
    """Return a new game of the table, the players in seat order, or why it is impossible."""
    if kind not in games.GAMES:
        return _refusal("no-such-game", "kind", name=Literal(kind[:MAX_NAME_LENGTH]))
    ids = {player.id for player in players}
    if len(ids) != len(players) or any(player.table_id != table.id for player in players):
        return _refusal("not-at-table", "players")
    start = games.load(kind).setup([Person(it.name, it.surname) for it in players], options)
    if isinstance(start, Refusal):
        return start
    seats = [{"player": it.id, "name": it.name, "surname": it.surname} for it in players]
    game = Game(table_id=table.id, kind=kind, options=dict(options), seats=seats)
    with writing():
        lock_table(table)
        last = db.session.scalar(select(func.max(Game.n)).where(Game.table_id == table.id)) or 0
        if last >= MAX_GAMES:
            return _refusal("games-full", "kind", most=MAX_GAMES)
        game.n = last + 1
        db.session.add(game)
        notifications.announce(table.id)
    return game


def position(game: Game) -> Position:
    """Return the game as its log says now."""
    shelf: PositionCache = current_app.extensions["companion.shelf"]
    known, stamp = shelf.get(game.id) or (None, "")
    # The last row that was played is read again: if it is another one (a backup was restored), so is the game.
    rows = _rows(game.id, known.number if known else 1)
    if known is not None:
        if rows and rows[0].number == known.number and rows[0].submission == stamp:
            rows = rows[1:]
        else:
            known, rows = None, _rows(game.id, 1)
    if known is not None and not rows:
        return known
    found = (known or _start(game)).play(Row(*row[:3]) for row in rows)
    if rows:
        shelf.put(game.id, found, rows[-1].submission)
    return found


def report(game: Game, access_link: AccessLink | None, entry: Json, number: int, submission: str) -> Reported:
    """Report `entry`, typed when row `number` was the last that the phone had seen."""
    with writing():
        now = _locked(game)
        if repeated := _repeated(game, now, submission):
            return repeated
        if number != now.number and (conflict := resolve_stale(game, now, entry, number)):
            return conflict
        after = now.play((Row(now.number + 1, REPORT, entry),))
        assert after.last is not None
        if after.last.refusal is not None:
            return Refused(after.last.refusal, now)
        _write(game, access_link, Row(after.number, REPORT, entry), submission)
    return _accepted(game, after, submission, after.last.warnings)


def correct(game: Game, access_link: AccessLink | None, changes: Json, number: int, submission: str) -> Answer:
    """Make a correction if all entries after it still stand.

    It may be late if only new entries came in meanwhile: it concerns none of them.
    """
    with writing():
        now = _locked(game)
        if repeated := _repeated(game, now, submission):
            return repeated
        if number != now.number:
            meanwhile = log(game, number)
            if not 0 <= number < now.number or any(row.kind != REPORT for row in meanwhile):
                return Conflict(now, meanwhile)
        try:
            after = judge(now, changes)
        except NoSuchLine:
            return Refused(_refusal("no-such-line", None), now)
        if isinstance(after, Refusal):
            return Refused(after, now)
        if isinstance(after, CorrectionConflict):
            return after
        _write(game, access_link, Row(after.number, CORRECT, changes), submission)
    return _accepted(game, after, submission)


def undo(game: Game, access_link: AccessLink | None, number: int, submission: str) -> Reported:
    """Take back the last row that is not taken back."""
    return _turn_back(game, access_link, UNDO, number, submission)


def redo(game: Game, access_link: AccessLink | None, number: int, submission: str) -> Reported:
    """Bring back what the last undo took back."""
    return _turn_back(game, access_link, REDO, number, submission)


def log(game: Game, after: int = 0) -> tuple[LogRow, ...]:
    """Return the rows of the game's log after the number `after`, in order, with who wrote them."""
    who = joinedload(LogRow.access_link).joinedload(AccessLink.player)
    rows = select(LogRow).where(LogRow.game_id == game.id, LogRow.number > after).order_by(LogRow.number)
    return tuple(db.session.scalars(rows.options(who)))


def row(game: Game, number: int) -> LogRow | None:
    """Return one row of the game's log, None if there is none with this number."""
    return db.session.get(LogRow, (game.id, number))


def new_code() -> str:
    """Return a join code: six signs, none of them like another."""
    return "".join(secrets.choice(CODE_SIGNS) for _ in range(6))


def _turn_back(game: Game, access_link: AccessLink | None, kind: str, number: int, submission: str) -> Reported:
    with writing():
        now = _locked(game)
        if repeated := _repeated(game, now, submission):
            return repeated
        if number != now.number:
            return Conflict(now, log(game, number))
        if not (now.can_undo if kind == UNDO else now.can_redo):
            return Refused(_refusal(f"nothing-to-{kind}", None), now)
        after = now.play((Row(now.number + 1, kind),))
        _write(game, access_link, Row(after.number, kind), submission)
    return _accepted(game, after, submission)


def resolve_stale(game: Game, now: Position, entry: Json, number: int) -> Accepted | Conflict | None:
    """Return the answer to an entry that was typed for an earlier moment; None if its question is still open."""
    meanwhile = log(game, number)
    if not 0 <= number < now.number:
        return Conflict(now, meanwhile)
    seen = state_at(game, now, number, meanwhile)
    question = now.game.question(seen, entry)
    if question is None:
        return Conflict(now, meanwhile, seen)
    if question == now.game.question(now.state, entry):
        return None
    for line in now.backwards():
        if max(line.reported, line.corrected or 0) <= number:
            continue
        if line.entry == entry and question == now.game.question(line.judged_in, entry):
            return Accepted(now, line.warnings, repeated=True)
    return Conflict(now, meanwhile, seen)


def state_at(game: Game, now: Position, number: int, meanwhile: Sequence[LogRow]) -> Any:
    """Return the state after row `number`, which a phone had before it when the rows `meanwhile` came in."""
    if all(row.kind == REPORT for row in meanwhile):
        line = now.last
        for _ in meanwhile:
            assert line is not None, "each report brought in a line"
            line = line.before
        return now.start if line is None else line.state
    return _start(game).play(Row(*row[:3]) for row in _rows(game.id, 1, number)).state


def _repeated(game: Game, now: Position, submission: str) -> Accepted | None:
    """Return the first answer to a submission that was accepted before, None if there was none."""
    row = select(LogRow.number).where(LogRow.game_id == game.id, LogRow.submission == submission)
    number = db.session.scalar(row)
    if number is None:
        return None
    line = now.line(str(number))
    return Accepted(now, () if line is None else line.warnings, repeated=True)


def finished(game: Game) -> list[Any]:
    """Return the last states of the table's games of this kind before `game` that are over, oldest first."""
    same = select(Game).where(Game.table_id == game.table_id, Game.kind == game.kind, Game.n < game.n)
    positions = [position(earlier) for earlier in db.session.scalars(same.order_by(Game.n))]
    return [it.state for it in positions if it.game.prompt(it.state) is None]


def _locked(game: Game) -> Position:
    """Return the game as it is; nobody else writes to its log until the transaction ends."""
    db.session.execute(select(Game.id).where(Game.id == game.id).with_for_update())
    return position(game)


def lock_table(table: Table) -> None:
    """See to it that nobody else adds to the table until the transaction ends."""
    db.session.execute(select(Table.id).where(Table.id == table.id).with_for_update())


def _people(table: Table) -> Sequence[Player]:
    return db.session.scalars(select(Player).where(Player.table_id == table.id)).all()


def _is_taken(people: Sequence[Player], name: str, surname: str) -> bool:
    wanted = name.casefold(), surname.casefold()
    return any((it.name.casefold(), it.surname.casefold()) == wanted for it in people)


def _start(game: Game) -> Position:
    """Return the game before its first entry."""
    rules = games.load(game.kind)
    state = rules.setup([Person(seat["name"], seat["surname"]) for seat in game.seats], game.options)
    assert not isinstance(state, Refusal), "a game that was started can be set up"
    return Position(rules, state)


def _rows(game_id: int, first: int, last: int | None = None) -> Sequence[Any]:
    """Return number, kind, payload and submission of the rows from `first` to `last`."""
    columns = select(LogRow.number, LogRow.kind, LogRow.payload, LogRow.submission)
    chosen = columns.where(LogRow.game_id == game_id, LogRow.number >= first).order_by(LogRow.number)
    return db.session.execute(chosen if last is None else chosen.where(LogRow.number <= last)).all()


def _write(game: Game, access_link: AccessLink | None, row: Row, submission: str) -> None:
    who = None if access_link is None else access_link.id
    values = {"game_id": game.id, "number": row.number, "kind": row.kind, "payload": row.payload}
    db.session.execute(insert(LogRow).values(**values, access_link_id=who, submission=submission))
    notifications.announce(game.table_id, game.id, row.number)


def _accepted(game: Game, after: Position, submission: str, warnings: tuple[Message, ...] = ()) -> Accepted:
    shelf: PositionCache = current_app.extensions["companion.shelf"]
    shelf.put(game.id, after, submission)
    return Accepted(after, warnings)


def _neat(name: str) -> str:
    """Return a name with its blanks and its letters in one form."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def _check_name(name: str, field: str) -> list[Violation]:
    if not name:
        return [Violation("no-name", "RECORD", {}, field)]
    if len(name) > MAX_NAME_LENGTH:
        return [Violation("name-too-long", "RECORD", {"most": MAX_NAME_LENGTH}, field)]
    if any(unicodedata.category(sign) in ("Cc", "Cs") for sign in name):
        return [Violation("name-signs", "RECORD", {}, field)]
    return []


def _refusal(code: str, field: str | None, **params: int | Literal) -> Refusal:
    return Refusal((Violation(code, "RECORD", params, field),))
