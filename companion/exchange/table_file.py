"""`companion-table/1`: a table with its players and games, read strictly and checked game by game.

Nothing here uses the database. A game that is not valid is left out with a reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from msgspec import Struct

from companion import games
from companion.core.messages import Json, Literal
from companion.exchange.file_fields import (
    NotATable,
    field,
    full_name,
    is_person,
    not_a_table,
    read_id,
    read_time,
    required,
    wrong_field,
)
from companion.exchange.file_games import FileGame, FilePlayer, read_game
from companion.store.models import MAX_NAME_LENGTH
from companion.store.names import tidy_name, violations_of_name
from companion.store.tables import MAX_GAMES, MAX_PLAYERS

FORMAT = "companion-table/1"
MAX_ROWS = 100_000  # of all logs in a file

Track = Callable[[Sequence[Json]], Iterable[Json]]


class LeftOut(Struct, frozen=True):
    """A game of the file that is not valid: what is known about it, and why it is not."""

    number: int
    slug: str
    started_at: datetime | None
    names: tuple[str, ...]
    error: NotATable


class TableFile(Struct, frozen=True):
    """A table that was read: its people, its valid games, and those left out."""

    id: str
    name: str
    location: str
    opened_at: datetime
    players: tuple[FilePlayer, ...]
    games: tuple[FileGame, ...]
    left_out: tuple[LeftOut, ...]


def is_table(raw: Json) -> bool:
    """Return whether a JSON value claims to be a table of this or another version."""
    return type(raw) is dict and str(raw.get("format")).startswith("companion-table/")


def parse(raw: Json, now: datetime, track: Track = iter) -> TableFile:
    """Return the table that the decoded JSON value `raw` holds, with each game checked; `now` replaces missing times.

    `track` iterates over the games and can show the progress of the check.

    :raises NotATable: it is not of this format or too large, or the table itself is wrong.
    """
    if type(raw) is not dict or not str(raw.get("format")).startswith(("companion-table/", "companion-record/")):
        raise not_a_table("not-a-table")
    if raw["format"] != FORMAT:
        raise not_a_table("newer-format", format=Literal(str(raw["format"])[:40]))
    id = required(read_id(raw.get("id")), "id")
    name, location = field(raw, "name", str), field(raw, "place", str, "")
    if violations_of_name(name):
        raise wrong_field("name")
    if location and violations_of_name(location):
        raise wrong_field("place")
    opened_at = required(read_time(raw.get("opened_at", now)), "opened_at")
    players, listed = _players(field(raw, "players", list)), field(raw, "games", list)
    _ensure_limits(listed)
    accepted: list[FileGame] = []
    left_out: list[LeftOut] = []
    known = {player.id: player for player in players}
    for number, raw_game in enumerate(track(listed), 1):
        try:
            game = read_game(number, raw_game, known, opened_at)
            if any(game.id == other.id for other in accepted):
                raise not_a_table("game-twice")
            accepted.append(game)
        except NotATable as error:
            left_out.append(_left_out(number, raw_game, error))
    return TableFile(
        id=id,
        name=tidy_name(name),
        location=tidy_name(location),
        opened_at=opened_at,
        players=players,
        games=tuple(accepted),
        left_out=tuple(left_out),
    )


def _ensure_limits(listed: Sequence[Json]) -> None:
    if len(listed) > MAX_GAMES:
        raise not_a_table("too-many-games", n=len(listed), most=MAX_GAMES)
    rows = 0
    for raw_game in listed:
        rows += max((len(raw_game[part]) for part in ("log", "entries") if _is_list(raw_game, part)), default=0)
    if rows > MAX_ROWS:
        raise not_a_table("too-many-rows", n=rows, most=MAX_ROWS)


def _is_list(raw_game: Json, part: str) -> bool:
    return type(raw_game) is dict and type(raw_game.get(part)) is list


def _players(raw: list[Json]) -> tuple[FilePlayer, ...]:
    if len(raw) > MAX_PLAYERS:
        raise not_a_table("too-many-players", n=len(raw), most=MAX_PLAYERS)
    players = []
    for number, player in enumerate(raw, 1):
        id = read_id(player.get("id")) if type(player) is dict else None
        if id is None:
            raise not_a_table("wrong-player", n=number)
        if not is_person(player):
            raise not_a_table("wrong-name", n=number, most=MAX_NAME_LENGTH)
        players.append(FilePlayer(id, *full_name(player), player.get("is_anonymous") is True))
    if len({player.id for player in players}) < len(players):
        raise not_a_table("same-id-twice")
    return tuple(players)


def _left_out(number: int, raw: Json, error: NotATable) -> LeftOut:
    fields = raw if type(raw) is dict else {}
    slug, names = fields.get("game"), fields.get("names")
    known = slug if type(slug) is str and slug in games.GAMES else ""
    people = tuple(name["name"] for name in names) if type(names) is list and all(map(is_person, names)) else ()
    return LeftOut(number, known, read_time(fields.get("started_at")), people, error)
