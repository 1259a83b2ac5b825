"""`companion-table/1`: a table with its players and games, read strictly and judged game by game.

Nothing here touches the database. A game that does not stand is left out with its reason; the others are there.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from msgspec import Struct

from companion import games
from companion.core.game import Person
from companion.core.messages import N_, Json, Literal, Violation, Words
from companion.exchange.log_rows import WrongRow, check_rows
from companion.games import record
from companion.store.models import MAX_NAME_LENGTH
from companion.store.positions import (
    REPORT,
    SETTINGS,
    ImpossibleSettings,
    NoSuchEntry,
    Position,
    Row,
    set_up,
)
from companion.store.tables import check_name, tidy_name

FORMAT = "companion-table/1"
YEARS = range(1900, 3000)
MAX_BYTES, MAX_GAMES, MAX_ROWS, MAX_PLAYERS = 20 * 1024 * 1024, 1000, 100_000, 100

Track = Callable[[Sequence[Json]], Iterable[Json]]

WORDS: Words = {
    "not-json": N_("This is not JSON: {problem}"),
    "too-deep": N_("The file is nested too deeply."),
    "not-a-table": N_("This is neither a table (companion-table/1) nor a game record (companion-record/1)."),
    "newer-format": N_("This file was written by a newer version of Companion, as {format}."),
    "too-many-bytes": N_("The file is too large: at most {most} MB."),
    "too-many-games": N_("The table has too many games: {n}, at most {most}."),
    "too-many-rows": N_("The table has too many entries: {n}, at most {most}."),
    "too-many-players": N_("The table has too many players: {n}, at most {most}."),
    "wrong-field": N_("The field {name} is missing or wrong."),
    "wrong-player": N_("Player {n} of the table has no id."),
    "wrong-name": N_("Player {n} needs a name that can be shown, with at most {most} characters."),
    "same-id-twice": N_("Two players of the table have the same id."),
    "game-not-object": N_("A game must be a JSON object."),
    "unknown-game": N_("There is no game {name}. You can use {games}."),
    "unknown-seat": N_("A player of this game is not one of the table's players."),
    "seat-twice": N_("The same player is in this game twice."),
    "names-count": N_("There must be one name for each seat."),
    "game-twice": N_("This game is in the file twice."),
    "signs": N_("The game contains characters or numbers that can't be stored."),
    "wrong-row": N_("Row {number} of the log is wrong."),
}


class NotATable(ValueError):
    """The file is no such table at all; `reasons` say why, in the words of this module."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code)
        self.words = WORDS
        self.reasons = (Violation(code, "RECORD", params),)


class FilePlayer(Struct, frozen=True):
    """One of the table's people."""

    id: str
    name: str
    surname: str = ""
    is_anonymous: bool = False


class FileRow(Struct, frozen=True):
    """A row of a game's log: what it says, when it was written, and by which player, None if that is not known."""

    row: Row
    at: datetime
    by: str | None


class FileGame(Struct, frozen=True):
    """A valid game of the file; `number` counts the games of the file from 1."""

    number: int
    id: str
    kind: str
    options: dict[str, Json]
    seats: tuple[str, ...]  # ids of players
    people: tuple[Person, ...]  # as the rules know them
    shown: tuple[Person, ...]  # as lists show them: they may have been renamed since
    started_at: datetime
    log: tuple[FileRow, ...]
    position: Position
    abandoned_at: datetime | None = None


class LeftOut(Struct, frozen=True):
    """A game of the file that is not valid: what is known of it, and why, in `words` about people with `names`."""

    number: int
    kind: str
    started_at: datetime | None
    reasons: tuple[Violation, ...]
    words: Words
    names: tuple[str, ...] = ()
    entry: int | None = None  # the number of the entry, from 1, that is refused


class TableFile(Struct, frozen=True):
    """A table that was read: its people, its valid games, and those left out."""

    id: str
    name: str
    place: str
    opened_at: datetime
    players: tuple[FilePlayer, ...]
    games: tuple[FileGame, ...]
    left_out: tuple[LeftOut, ...]


class _Wrong(Exception):
    """A game is not valid."""

    def __init__(self, reasons: Sequence[Violation], words: Words = WORDS, entry: int | None = None) -> None:
        super().__init__()
        self.reasons = tuple(reasons)
        self.words = words
        self.entry = entry


def decode(data: bytes) -> Json:
    """Return the JSON value in `data`, which holds only signs that can be stored and shown.

    :raises ValueError: this is no JSON, or it holds half a sign of two.
    :raises RecursionError: it is nested too deep.
    """
    raw = record.decode(data)
    if b"\\ud" in data.lower():
        json.dumps(raw, ensure_ascii=False).encode()
    return raw


def is_table(raw: Json) -> bool:
    """Tell whether a JSON value claims to be a table of this or another version."""
    return type(raw) is dict and str(raw.get("format")).startswith("companion-table/")


def read(data: bytes, now: datetime) -> TableFile:
    """Return the table in `data` (JSON, UTF-8), each of its games judged; `now` stands for times that are missing.

    :raises NotATable: not JSON, not of this format or too large, or the table itself is wrong.
    """
    if len(data) > MAX_BYTES:
        raise NotATable("too-many-bytes", most=MAX_BYTES // 1024**2)
    try:
        return accept(decode(data), now)
    except RecursionError:
        raise NotATable("too-deep") from None
    except ValueError as error:
        if isinstance(error, NotATable):
            raise
        raise NotATable("not-json", problem=Literal(str(error))) from None


def accept(raw: Json, now: datetime, track: Track = iter) -> TableFile:
    """Return the table that the decoded JSON value `raw` holds; raises like `read`.

    `track` hands out the games one by one, and so can show how far the check has come.
    """
    if type(raw) is not dict or not str(raw.get("format")).startswith(("companion-table/", "companion-record/")):
        raise NotATable("not-a-table")
    if raw["format"] != FORMAT:
        raise NotATable("newer-format", format=Literal(str(raw["format"])[:40]))
    id, name, place = _uuid(raw.get("id")), raw.get("name"), raw.get("place", "")
    if id is None:
        raise NotATable("wrong-field", name=Literal("id"))
    if type(name) is not str or check_name(name):
        raise NotATable("wrong-field", name=Literal("name"))
    if type(place) is not str or (place and check_name(place)):
        raise NotATable("wrong-field", name=Literal("place"))
    opened_at = _time(raw.get("opened_at", now))
    if opened_at is None:
        raise NotATable("wrong-field", name=Literal("opened_at"))
    players, listed = _players(raw.get("players")), raw.get("games")
    if type(listed) is not list:
        raise NotATable("wrong-field", name=Literal("games"))
    _check_limits(listed)
    accepted: list[FileGame] = []
    left_out: list[LeftOut] = []
    known = {player.id: player for player in players}
    for number, one in enumerate(track(listed), 1):
        try:
            game = _game(number, one, known, opened_at)
            if any(game.id == other.id for other in accepted):
                raise _wrong("game-twice")
            accepted.append(game)
        except _Wrong as wrong:
            left_out.append(_left_out(number, one, wrong))
    return TableFile(id, tidy_name(name), tidy_name(place), opened_at, players, tuple(accepted), tuple(left_out))


def _check_limits(listed: Sequence[Json]) -> None:
    if len(listed) > MAX_GAMES:
        raise NotATable("too-many-games", n=len(listed), most=MAX_GAMES)
    rows = 0
    for one in listed:
        rows += max((len(one[part]) for part in ("log", "entries") if _is_list(one, part)), default=0)
    if rows > MAX_ROWS:
        raise NotATable("too-many-rows", n=rows, most=MAX_ROWS)


def _is_list(one: Json, part: str) -> bool:
    return type(one) is dict and type(one.get(part)) is list


def _players(raw: Json) -> tuple[FilePlayer, ...]:
    if type(raw) is not list:
        raise NotATable("wrong-field", name=Literal("players"))
    if len(raw) > MAX_PLAYERS:
        raise NotATable("too-many-players", n=len(raw), most=MAX_PLAYERS)
    players = []
    for number, one in enumerate(raw, 1):
        id = _uuid(one.get("id")) if type(one) is dict else None
        if id is None:
            raise NotATable("wrong-player", n=number)
        if not _is_person(one):
            raise NotATable("wrong-name", n=number, most=MAX_NAME_LENGTH)
        players.append(FilePlayer(id, *_name(one), one.get("is_anonymous") is True))
    if len({player.id for player in players}) < len(players):
        raise NotATable("same-id-twice")
    return tuple(players)


def _is_person(raw: Json) -> bool:
    if type(raw) is not dict or type(raw.get("name")) is not str or type(raw.get("surname") or "") is not str:
        return False
    return not check_name(raw["name"]) and not (raw.get("surname") and check_name(raw["surname"]))


def _name(raw: dict[str, Json]) -> tuple[str, str]:
    return tidy_name(raw["name"]), tidy_name(raw.get("surname") or "")


def _game(number: int, raw: Json, known: Mapping[str, FilePlayer], opened_at: datetime) -> FileGame:
    """Return a game of the file, played to the end of its log.

    :raises _Wrong: it does not stand.
    """
    if type(raw) is not dict:
        raise _wrong("game-not-object")
    kind, options, id = raw.get("game"), raw.get("options", {}), _uuid(raw.get("id"))
    if type(kind) is not str:
        raise _wrong("wrong-field", name=Literal("game"))
    if kind not in games.GAMES:
        raise _wrong("unknown-game", name=Literal(kind[:40]), games=Literal(", ".join(games.GAMES)))
    if id is None:
        raise _wrong("wrong-field", name=Literal("id"))
    if type(options) is not dict:
        raise _wrong("wrong-field", name=Literal("options"))
    _check_signs(raw)
    seats, people = _seats(raw, known)
    started_at = _time(raw.get("started_at", opened_at))
    finished_at = started_at if raw.get("finished_at") is None else _time(raw["finished_at"])
    if started_at is None or finished_at is None:
        raise _wrong("wrong-field", name=Literal("started_at" if started_at is None else "finished_at"))
    log = _log(raw, known, started_at, finished_at)
    shown = _shown(raw.get("names"), people)
    position = _play(kind, people, options, [item.row for item in log])
    abandoned_at = None if raw.get("abandoned_at") is None else _time(raw["abandoned_at"]) or started_at
    return FileGame(number, id, kind, options, seats, people, shown, started_at, log, position, abandoned_at)


def _check_signs(raw: Json) -> None:
    """Refuse what some database or page cannot hold: NUL, half a sign of two, numbers beyond all measure."""
    try:
        text = json.dumps(raw, ensure_ascii=False, allow_nan=False)
        text.encode()
    except (ValueError, RecursionError):
        raise _wrong("signs") from None
    if "\\u0000" in text:
        raise _wrong("signs")


def _seats(raw: Json, known: Mapping[str, FilePlayer]) -> tuple[tuple[str, ...], tuple[Person, ...]]:
    seats = raw.get("seats")
    if type(seats) is not list:
        raise _wrong("wrong-field", name=Literal("seats"))
    ids = [_uuid(seat) for seat in seats]
    if any(id not in known for id in ids):
        raise _wrong("unknown-seat")
    if len(set(ids)) < len(ids):
        raise _wrong("seat-twice")
    players = [known[str(id)] for id in ids]
    names = raw.get("names", [{"name": player.name, "surname": player.surname} for player in players])
    if type(names) is not list or len(names) != len(players) or not all(map(_is_person, names)):
        raise _wrong("names-count")
    return tuple(player.id for player in players), tuple(Person(*_name(name)) for name in names)


def _shown(names: Json, people: tuple[Person, ...]) -> tuple[Person, ...]:
    """Return under which names the people of a game are shown: with others where they were renamed."""
    shown: list[Any] = [name.get("shown") for name in names] if type(names) is list else [None] * len(people)
    return tuple(
        Person(*_name(other)) if _is_person(other) else person for person, other in zip(people, shown, strict=True)
    )


def _log(
    raw: Json, known: Mapping[str, FilePlayer], started_at: datetime, finished_at: datetime
) -> tuple[FileRow, ...]:
    """Return the log of a game; entries alone become reports."""
    if "log" not in raw:
        entries = raw.get("entries")
        if type(entries) is not list:
            raise _wrong("wrong-field", name=Literal("entries"))
        rows = [Row(number, REPORT, entry) for number, entry in enumerate(entries, 1)]
        return tuple(FileRow(row, finished_at if row.number == len(rows) else started_at, None) for row in rows)
    if type(raw["log"]) is not list:
        raise _wrong("wrong-field", name=Literal("log"))
    written: list[FileRow] = []
    for number, one in enumerate(raw["log"], 1):
        is_row = type(one) is dict and type(one.get("kind")) is str and one.get("number") == number
        at = _time(one.get("at", started_at)) if is_row else None
        if at is None or type(one["number"]) is not int:
            raise _wrong("wrong-row", number=number)
        by = _uuid(one.get("by"))
        written.append(FileRow(Row(number, one["kind"], one.get("payload")), at, by if by in known else None))
    try:
        check_rows([item.row for item in written])
    except WrongRow as wrong:
        raise _wrong("wrong-row", number=wrong.number) from None
    return tuple(written)


def _play(kind: str, people: Sequence[Person], options: Mapping[str, Json], rows: Sequence[Row]) -> Position:
    rules = games.load(kind)
    changed = next((row for row in rows if row.kind == SETTINGS), None)
    first = options if changed is None else changed.payload["from"]["options"]
    try:
        start = set_up(rules, people, first)
        position = Position(rules, start, people=tuple(people), first_options=first).play(rows)
    except ImpossibleSettings as impossible:
        raise _Wrong(impossible.refusal.violations, rules.WORDS) from None
    except NoSuchEntry:
        raise _wrong("wrong-row", number=len(rows)) from None
    if position.options != options:
        raise _wrong("wrong-field", name=Literal("options"))
    for number, logged in enumerate(position.log, 1):
        if logged.refusal is not None:
            raise _Wrong(logged.refusal.violations, rules.WORDS, number)
    return position


def _left_out(number: int, raw: Json, wrong: _Wrong) -> LeftOut:
    fields = raw if type(raw) is dict else {}
    kind, names = fields.get("game"), fields.get("names")
    known = kind if type(kind) is str and kind in games.GAMES else ""
    people = tuple(name["name"] for name in names) if type(names) is list and all(map(_is_person, names)) else ()
    return LeftOut(number, known, _time(fields.get("started_at")), wrong.reasons, wrong.words, people, wrong.entry)


def _uuid(raw: Json) -> str | None:
    """Return an id in its one spelling, None if it is none."""
    try:
        return str(UUID(raw)) if type(raw) is str and len(raw) == 36 else None
    except ValueError:
        return None


def _time(raw: Any) -> datetime | None:
    """Return a moment in UTC, None if it is none, says no time zone, or lies outside the years that people play in."""
    if isinstance(raw, datetime):
        return raw
    try:
        found = datetime.fromisoformat(raw) if type(raw) is str and len(raw) <= 40 else None
        at = None if found is None or found.tzinfo is None else found.astimezone(UTC)
        return at if at is not None and at.year in YEARS else None
    except (ValueError, OverflowError):
        return None


def _wrong(code: str, **params: Any) -> _Wrong:
    return _Wrong((Violation(code, "RECORD", params),))
