"""`companion-table/1`: a table with its players and games, read strictly and checked game by game.

Nothing here uses the database. A game that is not valid is left out with a reason.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Annotated, Any

from msgspec import Meta, Struct, ValidationError, convert, field, to_builtins
from msgspec.structs import asdict, replace

from companion import games
from companion.core.game import GameRules, Person, Refusal
from companion.core.messages import RECORD, Json, Verbatim, quoted
from companion.core.options import with_all_rulings
from companion.exchange import evening_file
from companion.exchange.evening_file import ClubFile, FileSeason
from companion.exchange.file_fields import Fields, Id, LeftOut, Time, invalid_file, read_fields, wrong_field
from companion.games.record import InvalidFile, has_nul
from companion.store.game_log import WrittenRow
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


class FilePerson(Struct, frozen=True):
    name: str
    surname: str = ""

    @property
    def is_usable(self) -> bool:
        return not names_refusal(self.name, surname=self.surname)

    @property
    def person(self) -> Person:
        return Person(tidy_name(self.name), tidy_name(self.surname))


class FilePlayer(FilePerson, frozen=True, kw_only=True):
    id: Id
    is_anonymous: bool = False


class _Row(Fields):
    number: int
    kind: str
    payload: Json = None
    at: Time | None = None
    by: Json = None


class _Moment(Fields):
    started_at: Time | None = None


class _Game(_Moment, kw_only=True, rename={"slug": "game", "venue": "place"}):
    """A game as a file has it: `names` are those when it was made, with a `log` nothing reads the `entries`."""

    id: Id
    slug: str
    seats: Annotated[list[str], Meta(max_length=MAX_PLAYERS)]
    options: dict[str, Json] = field(default_factory=dict)
    names: list[FilePerson] | None = None
    starters: list[int] | None = None
    finished_at: Time | None = None
    abandoned_at: Time | None = None
    venue: str | None = None
    log: list[Json] | None = None
    entries: tuple[Json, ...] = ()


class _Table(Fields, rename={"venue": "place"}):
    """A table as a file has it; its games and evenings are read one by one."""

    id: Id
    name: str
    players: list[FilePlayer]
    games: list[Json]
    opened_at: Time | None = None
    venue: str = ""
    players_may_correct_all: bool = False
    evenings: tuple[Json, ...] = ()
    seasons: tuple[FileSeason, ...] = ()


FileRow = WrittenRow[FilePlayer]


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

    @property
    def options(self) -> dict[str, Json]:
        """The present options."""
        return self.position.options_and_seats.options

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
    """Whether it claims to be a table of this or another version."""
    return type(raw) is dict and str(raw.get("format")).startswith("companion-table/")


def parse(raw: Json, now: datetime) -> TableFile:
    """Each game is checked; `now` replaces missing times.

    :raises InvalidFile: it is not of this format or too large, or the table itself is wrong.
    """
    if type(raw) is not dict or not str(raw.get("format")).startswith(("companion-table/", "companion-record/")):
        raise invalid_file("not-a-table")
    if raw["format"] != FORMAT:
        raise invalid_file("newer-format", format=quoted(raw["format"]))
    table = read_fields(raw, _Table, "format")
    if refused := names_refusal(table.name, place=table.venue):
        raise wrong_field(str(refused.violations[0].field))
    if len(table.players) > MAX_PLAYERS:
        raise invalid_file("too-many-players", n=len(table.players), most=MAX_PLAYERS)
    _ensure_limits(table.games)
    players = {player.id: replace(player, **asdict(player.person)) for player in table.players if player.is_usable}
    if len(players) < len(table.players):
        raise wrong_field("players")
    valid_games: dict[str, FileGame] = {}
    left_out: list[LeftOut] = []
    club = evening_file.parse(table.evenings, table.seasons, players, left_out)
    for number, raw_game in enumerate(table.games, 1):
        try:
            game = _read_game(number, raw_game, players, table.opened_at or now, tidy_name(table.venue))
            if game.id in valid_games:
                raise invalid_file("game-twice")
            valid_games[game.id] = game
        except InvalidFile as error:
            left_out.append(_left_out(number, raw_game, error))
    return TableFile(
        id=table.id,
        name=tidy_name(table.name),
        venue=tidy_name(table.venue),
        opened_at=table.opened_at or now,
        players_may_correct_all=table.players_may_correct_all,
        players=tuple(players.values()),
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


def _read_game(
    number: int, raw: Json, known: Mapping[str, FilePlayer], opened_at: datetime, usual_venue: str
) -> FileGame:
    """:raises InvalidFile: it is not valid."""
    if type(raw) is not dict:
        raise wrong_field("games")
    slug = raw.get("game")
    if type(slug) is str and slug not in games.GAMES:
        raise invalid_file("unknown-game", name=quoted(slug), games=Verbatim(", ".join(games.GAMES)))
    _ensure_size(raw)
    _ensure_characters(raw)
    game = read_fields(raw, _Game, "games")
    if len({*game.seats} & known.keys()) < len(game.seats):
        raise wrong_field("seats")
    players = tuple(known[id] for id in game.seats)
    # The names when the file was made, which may decide who starts.
    people = players if game.names is None else game.names
    if len(people) != len(players) or not all(person.is_usable for person in people):
        raise wrong_field("names")
    rules = games.rules_of(game.slug)
    by_names = rules.starters([person.person for person in people])
    starters = by_names if game.starters is None else game.starters
    if [*starters] != [n for n in range(len(players)) if n in starters] or bool(starters) != bool(by_names):
        raise wrong_field("starters")
    options = with_all_rulings(rules, game.options)
    started_at = game.started_at or opened_at
    log = _log(game, rules, known, started_at)
    rows = [file_row.row for file_row in log]
    try:
        for side in sides_of_settings(rows):  # even if it was undone, because it can be redone
            if len(side.seats) != len(players):
                raise wrong_field("log")
            start_of(rules, len(players), side.options)
        position = at_start(rules, len(players), tuple(starters), options, rows).play(rows)
    except ImpossibleSettings as impossible:
        raise InvalidFile(impossible.refusal.violations, rules.WORDS) from None
    if position.options_and_seats.options != options:
        raise wrong_field("options")
    refused = _refused(position, rows)
    if refused is not None and game.log is None:  # nobody has ever accepted these entries
        raise refused
    named = [known.get(player_id) for side in sides_of_settings(rows) for player_id in side.seats]
    everyone = tuple(dict.fromkeys(filter(None, (*players, *named, *(file_row.by for file_row in log)))))
    venue = usual_venue if game.venue is None else tidy_name(game.venue)
    if names_refusal("-", place=venue):
        raise wrong_field("place")
    played = players, everyone, started_at, log, position
    return FileGame(number, game.id, game.slug, *played, game.abandoned_at, venue, refused)


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


def _ensure_characters(raw: Json) -> None:
    """Refuse what some database or page can't hold: NUL, half a surrogate pair, numbers that are too large."""
    try:
        text = json.dumps(raw, ensure_ascii=False, allow_nan=False)
        text.encode()
    except (ValueError, RecursionError):
        raise invalid_file("characters") from None
    if has_nul(text):
        raise invalid_file("characters")


def _log(
    game: _Game, rules: GameRules[Any], known: Mapping[str, FilePlayer], started_at: datetime
) -> tuple[FileRow, ...]:
    """A list of entries becomes rows of kind `report`, and settings have all house rules."""
    if game.log is None:
        rows = [LogRow(number, ENTRY, entry) for number, entry in enumerate(game.entries, 1)]
        finished_at = game.finished_at or started_at
        return tuple(FileRow(row, finished_at if row.number == len(rows) else started_at, None) for row in rows)
    log: list[FileRow] = []
    for number, raw in enumerate(game.log, 1):
        try:
            row = convert(raw, _Row)
        except ValidationError:
            raise invalid_file("wrong-row", number=number) from None
        if row.number != number:
            raise invalid_file("wrong-row", number=number)
        log.append(FileRow(LogRow(number, row.kind, row.payload), row.at or started_at, known.get(str(row.by))))
    if (wrong_row := first_wrong_row([file_row.row for file_row in log])) is not None:
        raise invalid_file("wrong-row", number=wrong_row)
    return tuple(replace(file_row, row=_with_all_rulings(file_row.row, rules)) for file_row in log)


def _with_all_rulings(row: LogRow, rules: GameRules[Any]) -> LogRow:
    if row.kind != SETTINGS:
        return row
    sides = (replace(side, options=with_all_rulings(rules, side.options)) for side in row.settings_change.sides)
    before, after = map(to_builtins, sides)
    return replace(row, payload={**row.payload, "from": before, "to": after})


def _refused(position: Position, rows: Sequence[LogRow]) -> InvalidFile | None:
    """Why the first entry that is no longer valid is refused; None if all are valid.

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
    """With what can be read of it."""
    fields = raw if type(raw) is dict else {}
    slug, started_at, names = fields.get("game"), None, list[FilePerson]()
    with suppress(ValidationError):
        started_at = convert(fields, _Moment).started_at
        names = convert(fields.get("names", ()), list[FilePerson])
    known_names = tuple(person.person.name for person in names if person.is_usable)
    return LeftOut(
        number, error, slug if slug in [*games.GAMES] else "", fields.get("options"), started_at, known_names
    )
