"""`companion-table/1`: a table with its players and games, read strictly and checked game by game.

Nothing here uses the database. A game that is not valid is left out with a reason.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from companion import games
from companion.core.game import GameRules, Person, Refusal
from companion.core.messages import RECORD, Json, Verbatim
from companion.core.options import with_all_rulings
from companion.exchange import evening_file
from companion.exchange.evening_file import ClubFile
from companion.exchange.file_fields import (
    LeftOut,
    field,
    invalid_file,
    read_id,
    read_person,
    read_time,
    required,
    wrong_field,
)
from companion.games.record import InvalidFile, has_nul
from companion.store.models import MAX_NAME_LENGTH
from companion.store.names import names_refusal, tidy_name
from companion.store.positions import (
    ENTRY,
    SETTINGS,
    ImpossibleSettings,
    LogRow,
    Position,
    at_start,
    entries_of,
    first_wrong_row,
    sides_of_settings,
    start_of,
    with_ids,
)
from companion.store.tables import MAX_GAMES, MAX_PLAYERS

FORMAT = "companion-table/1"
MAX_FILE_ROWS = 100_000  # rows of all logs in a file
MAX_GAME_ROWS = 10_000  # rows of one log, and the changes in them
NOT_NOW = frozenset(
    {"before-too-late", "cards-laid", "game-over", "no-round-complete"}
)  # refusals of no rule, but of a state


class FilePlayer(Struct, frozen=True):
    id: str
    name: str
    surname: str = ""
    is_anonymous: bool = False


class FileRow(Struct, frozen=True):
    """A row of a log in the file, with its time, and the player who wrote it if known."""

    row: LogRow
    at: datetime
    by: FilePlayer | None


class FileGame(Struct, frozen=True):
    """A valid game of the file; `number` counts the games of the file from 1, `people` are all whom its log names.

    `refused` is why the first entry that is no longer valid, if any, counts for nothing.
    """

    number: int
    id: str
    slug: str
    seats: tuple[FilePlayer, ...]
    people: tuple[FilePlayer, ...]
    started_at: datetime
    log: tuple[FileRow, ...]
    position: Position
    abandoned_at: datetime | None = None
    venue: str = ""
    refused: InvalidFile | None = None

    def rows(self, uuids: Mapping[str, str]) -> Iterator[LogRow]:
        """Yield the rows of the log with the `uuids` of the people, by their ids in the file."""
        for row in (file_row.row for file_row in self.log):
            yield replace(row, payload=with_ids(row.payload, uuids)) if row.kind == SETTINGS else row


class TableFile(Struct, frozen=True):
    """A table that was read: its settings and people, its valid games and evenings, and those left out."""

    id: str
    name: str
    venue: str
    opened_at: datetime
    players_may_correct_all: bool
    players: tuple[FilePlayer, ...]
    games: tuple[FileGame, ...]
    left_out: tuple[LeftOut, ...]
    club: ClubFile = ClubFile()


def is_table(raw: Json) -> bool:
    """Return whether a JSON value claims to be a table of this or another version."""
    return type(raw) is dict and str(raw.get("format")).startswith("companion-table/")


def parse(raw: Json, now: datetime) -> TableFile:
    """Return the table that the decoded JSON value `raw` holds, with each game checked; `now` replaces missing times.

    :raises InvalidFile: it is not of this format or too large, or the table itself is wrong.
    """
    if type(raw) is not dict or not str(raw.get("format")).startswith(("companion-table/", "companion-record/")):
        raise invalid_file("not-a-table")
    if raw["format"] != FORMAT:
        raise invalid_file("newer-format", format=Verbatim(str(raw["format"])[:40]))
    uuid = required(read_id(raw.get("id")), "id")
    name, venue = field(raw, "name", str), field(raw, "place", str, "")
    if refused := names_refusal(name, place=venue):
        raise wrong_field(str(refused.violations[0].field))
    opened_at = required(read_time(raw.get("opened_at", now)), "opened_at")
    players_may_correct_all = field(raw, "players_may_correct_all", bool, False)
    players, raw_games = _players(field(raw, "players", list)), field(raw, "games", list)
    _ensure_limits(raw_games)
    valid_games: dict[str, FileGame] = {}
    left_out: list[LeftOut] = []
    club = evening_file.parse(raw, {player.id for player in players}, left_out)
    players_by_id = {player.id: player for player in players}
    for number, raw_game in enumerate(raw_games, 1):
        try:
            game = _read_game(number, raw_game, players_by_id, opened_at, tidy_name(venue))
            if game.id in valid_games:
                raise invalid_file("game-twice")
            valid_games[game.id] = game
        except InvalidFile as error:
            left_out.append(_left_out(number, raw_game, error))
    return TableFile(
        id=uuid,
        name=tidy_name(name),
        venue=tidy_name(venue),
        opened_at=opened_at,
        players_may_correct_all=players_may_correct_all,
        players=players,
        games=tuple(valid_games.values()),
        left_out=tuple(left_out),
        club=club,
    )


def _ensure_limits(raw_games: Sequence[Json]) -> None:
    if len(raw_games) > MAX_GAMES:
        raise invalid_file("too-many-games", n=len(raw_games), most=MAX_GAMES)
    rows = 0
    for raw_game in raw_games:
        parts = (raw_game.get("log"), raw_game.get("entries")) if type(raw_game) is dict else ()
        rows += max((len(part) for part in parts if type(part) is list), default=0)
    if rows > MAX_FILE_ROWS:
        raise invalid_file("too-many-rows", n=rows, most=MAX_FILE_ROWS)


def _players(raw: list[Json]) -> tuple[FilePlayer, ...]:
    if len(raw) > MAX_PLAYERS:
        raise invalid_file("too-many-players", n=len(raw), most=MAX_PLAYERS)
    players = []
    for number, player in enumerate(raw, 1):
        uuid, person = read_id(player.get("id")) if type(player) is dict else None, read_person(player)
        if uuid is None:
            raise invalid_file("wrong-player", n=number)
        if person is None:
            raise invalid_file("wrong-name", n=number, most=MAX_NAME_LENGTH)
        players.append(FilePlayer(uuid, person.name, person.surname, player.get("is_anonymous") is True))
    if len({player.id for player in players}) < len(players):
        raise invalid_file("same-id-twice")
    return tuple(players)


def _read_game(
    number: int, raw: Json, known: Mapping[str, FilePlayer], opened_at: datetime, usual_venue: str
) -> FileGame:
    """Return a game of the file, played to the end of its log.

    :raises InvalidFile: it is not valid.
    """
    if type(raw) is not dict:
        raise invalid_file("game-not-object")
    slug = field(raw, "game", str)
    if slug not in games.GAMES:
        raise invalid_file("unknown-game", name=Verbatim(slug[:40]), games=Verbatim(", ".join(games.GAMES)))
    uuid, options = required(read_id(raw.get("id")), "id"), field(raw, "options", dict, {})
    _ensure_size(raw)
    _ensure_characters(raw)
    players = _players_in_seats(raw, known)
    rules = games.rules_of(slug)
    options = with_all_rulings(rules, options)
    starters = _starters(raw, rules.starters(_names(raw, players)), len(players))
    started_at = required(read_time(raw.get("started_at", opened_at)), "started_at")
    finished_at = started_at
    if raw.get("finished_at") is not None:
        finished_at = required(read_time(raw["finished_at"]), "finished_at")
    log = _log(raw, rules, known, started_at, finished_at)
    rows = [file_row.row for file_row in log]
    position = _play(rules, len(players), starters, options, rows)
    refused = _refused(position, rows)
    if refused is not None and "log" not in raw:  # nobody has ever accepted these entries
        raise refused
    named = [known.get(player_id) for side in sides_of_settings(rows) for player_id in side.seats]
    abandoned_at = None if raw.get("abandoned_at") is None else read_time(raw["abandoned_at"]) or started_at
    everyone = tuple(dict.fromkeys(filter(None, (*players, *named, *(file_row.by for file_row in log)))))
    venue = field(raw, "place", str, usual_venue)
    if names_refusal("-", place=venue):
        raise wrong_field("place")
    played = tuple(players), everyone, started_at, log, position
    return FileGame(number, uuid, slug, *played, abandoned_at, tidy_name(venue), refused)


def _ensure_size(raw: dict[str, Json]) -> None:
    """Refuse a game whose log would take long to check; a correction of many entries counts for as many rows."""
    log = raw.get("log", raw.get("entries"))
    rows = log if type(log) is list else []
    count = len(rows)
    for row in rows:
        payload = row.get("payload") if type(row) is dict else None
        changes = payload.get("changes") if type(payload) is dict else payload
        count += len(changes) if type(changes) is list else 0
    if count > MAX_GAME_ROWS:
        raise invalid_file("too-many-rows-in-game", n=count, most=MAX_GAME_ROWS)
    if len(field(raw, "seats", list)) > MAX_PLAYERS:
        raise wrong_field("seats")


def _ensure_characters(raw: Json) -> None:
    """Refuse what some database or page can't hold: NUL, half a surrogate pair, numbers that are too large."""
    try:
        text = json.dumps(raw, ensure_ascii=False, allow_nan=False)
        text.encode()
    except (ValueError, RecursionError):
        raise invalid_file("characters") from None
    if has_nul(text):
        raise invalid_file("characters")


def _players_in_seats(raw: dict[str, Json], known: Mapping[str, FilePlayer]) -> list[FilePlayer]:
    ids = [read_id(seat) for seat in field(raw, "seats", list)]
    if any(player_id not in known for player_id in ids):
        raise invalid_file("unknown-seat")
    if len(set(ids)) < len(ids):
        raise invalid_file("seat-twice")
    return [known[str(player_id)] for player_id in ids]


def _names(raw: dict[str, Json], players: Sequence[FilePlayer]) -> tuple[Person, ...]:
    """Return the names of the players when the file was made, which may decide who starts."""
    names = field(raw, "names", list, [{"name": player.name, "surname": player.surname} for player in players])
    people = tuple(filter(None, map(read_person, names[: len(players) + 1])))
    if not len(people) == len(names) == len(players):
        raise invalid_file("names-count")
    return people


def _starters(raw: dict[str, Json], by_names: tuple[int, ...], player_count: int) -> tuple[int, ...]:
    """Return the seats that may start because of names: as was decided, or else `by_names`."""
    starters = field(raw, "starters", list, [*by_names])
    seats = [seat for seat in range(player_count) if seat in starters]
    if starters != seats or any(type(seat) is not int for seat in starters) or bool(seats) != bool(by_names):
        raise wrong_field("starters")
    return tuple(seats)


def _log(
    raw: Json, rules: GameRules[Any], known: Mapping[str, FilePlayer], started_at: datetime, finished_at: datetime
) -> tuple[FileRow, ...]:
    """Return a game's log; a list of entries becomes rows of kind `report`, and settings have all house rules."""
    if "log" not in raw:
        rows = [LogRow(number, ENTRY, entry) for number, entry in enumerate(field(raw, "entries", list), 1)]
        return tuple(FileRow(row, finished_at if row.number == len(rows) else started_at, None) for row in rows)
    log: list[FileRow] = []
    for number, raw_row in enumerate(field(raw, "log", list), 1):
        is_row = type(raw_row) is dict and type(raw_row.get("kind")) is str and raw_row.get("number") == number
        at = read_time(raw_row.get("at", started_at)) if is_row else None
        if at is None or type(raw_row["number"]) is not int:
            raise invalid_file("wrong-row", number=number)
        by = known.get(read_id(raw_row.get("by")) or "")
        log.append(FileRow(LogRow(number, raw_row["kind"], raw_row.get("payload")), at, by))
    if (wrong_row := first_wrong_row([file_row.row for file_row in log])) is not None:
        raise invalid_file("wrong-row", number=wrong_row)
    return tuple(replace(file_row, row=_with_all_rulings(file_row.row, rules)) for file_row in log)


def _with_all_rulings(row: LogRow, rules: GameRules[Any]) -> LogRow:
    if row.kind != SETTINGS:
        return row
    sides = (replace(side, options=with_all_rulings(rules, side.options)) for side in row.settings_change.sides)
    before, after = map(to_builtins, sides)
    return replace(row, payload={**row.payload, "from": before, "to": after})


def _play(
    rules: GameRules[Any],
    player_count: int,
    starters: tuple[int, ...],
    options: Mapping[str, Json],
    rows: Sequence[LogRow],
) -> Position:
    try:
        for side in sides_of_settings(rows):  # even if it was undone, because it can be redone
            if len(side.seats) != player_count:
                raise wrong_field("log")
            start_of(rules, player_count, side.options)
        position = at_start(rules, player_count, starters, options, rows).play(rows)
    except ImpossibleSettings as impossible:
        raise InvalidFile(impossible.refusal.violations, rules.WORDS) from None
    if position.options_and_seats.options != options:
        raise wrong_field("options")
    return position


def _refused(position: Position, rows: Sequence[LogRow]) -> InvalidFile | None:
    """Return why the first entry that is no longer valid is refused, or None if all are valid.

    It was valid when it was entered, or is only in a log that was written elsewhere. What no rule was ever about can't
    be shown, so every entry must at least be of a known type with the right fields, also one that has been undone.

    :raises InvalidFile: one is not.
    """
    rules, first = position.rules, None
    for number, logged in enumerate(position.entries, 1):
        if logged.refusal is not None:
            refused = InvalidFile(logged.refusal.violations, rules.WORDS, number)
            if _has_wrong_shape(logged.refusal):
                raise refused
            first = first or refused
    right = {id(logged.raw) for logged in position.entries}
    for row in rows:
        for raw in entries_of(row):
            if id(raw) not in right and _has_wrong_shape(rules.apply_json(position.start, raw)):
                raise invalid_file("wrong-row", number=row.number)
    return first


def _has_wrong_shape(applied: object) -> bool:
    violations = applied.violations if isinstance(applied, Refusal) else ()
    return any(violation.rule == RECORD and violation.id not in NOT_NOW for violation in violations)


def _left_out(number: int, raw: Json, error: InvalidFile) -> LeftOut:
    fields = raw if type(raw) is dict else {}
    slug, names = fields.get("game"), fields.get("names")
    known_slug = slug if type(slug) is str and slug in games.GAMES else ""
    people = [*map(read_person, names[:MAX_PLAYERS])] if type(names) is list else []
    known_names = () if None in people else tuple(person.name for person in people if person is not None)
    return LeftOut(number, error, known_slug, read_time(fields.get("started_at")), known_names)
