"""A game in a table file, checked to the end of its log."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct

from companion import games
from companion.core.game import Person
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
from companion.store.log_rows import ENTRY, SETTINGS, NoSuchEntry, Row, first_wrong_row
from companion.store.positions import ImpossibleSettings, Position, set_up


class FilePlayer(Struct, frozen=True):
    """One of the table's people."""

    id: str
    name: str
    surname: str = ""
    is_anonymous: bool = False


class FileRow(Struct, frozen=True):
    """A row of a game's log: what it says, when it was written, and by which player, or None if that is not known."""

    row: Row
    at: datetime
    by: str | None


class FileGame(Struct, frozen=True):
    """A valid game of the file; `number` counts the games of the file from 1."""

    number: int
    id: str
    slug: str
    options: dict[str, Json]
    seats: tuple[str, ...]  # ids of players
    people: tuple[Person, ...]  # as the rules know them
    shown: tuple[Person, ...]  # as lists show them: they may have been renamed since
    started_at: datetime
    log: tuple[FileRow, ...]
    position: Position
    abandoned_at: datetime | None = None


def read_game(number: int, raw: Json, known: Mapping[str, FilePlayer], opened_at: datetime) -> FileGame:
    """Return a game of the file, played to the end of its log.

    :raises NotATable: it is not valid.
    """
    if type(raw) is not dict:
        raise not_a_table("game-not-object")
    slug = field(raw, "game", str)
    if slug not in games.GAMES:
        raise not_a_table("unknown-game", name=Literal(slug[:40]), games=Literal(", ".join(games.GAMES)))
    id, options = required(read_id(raw.get("id")), "id"), field(raw, "options", dict, {})
    _ensure_characters(raw)
    seats, people = _seats(raw, known)
    started_at = required(read_time(raw.get("started_at", opened_at)), "started_at")
    finished_at = started_at
    if raw.get("finished_at") is not None:
        finished_at = required(read_time(raw["finished_at"]), "finished_at")
    log = _log(raw, known, started_at, finished_at)
    shown = _shown(raw.get("names"), people)
    position = _play(slug, people, options, [item.row for item in log])
    abandoned_at = None if raw.get("abandoned_at") is None else read_time(raw["abandoned_at"]) or started_at
    return FileGame(
        number=number,
        id=id,
        slug=slug,
        options=options,
        seats=seats,
        people=people,
        shown=shown,
        started_at=started_at,
        log=log,
        position=position,
        abandoned_at=abandoned_at,
    )


def _ensure_characters(raw: Json) -> None:
    """Refuse what some database or page can't hold: NUL, half a surrogate pair, numbers that are too large."""
    try:
        text = json.dumps(raw, ensure_ascii=False, allow_nan=False)
        text.encode()
    except (ValueError, RecursionError):
        raise not_a_table("characters") from None
    if "\\u0000" in text:
        raise not_a_table("characters")


def _seats(raw: Json, known: Mapping[str, FilePlayer]) -> tuple[tuple[str, ...], tuple[Person, ...]]:
    ids = [read_id(seat) for seat in field(raw, "seats", list)]
    if any(id not in known for id in ids):
        raise not_a_table("unknown-seat")
    if len(set(ids)) < len(ids):
        raise not_a_table("seat-twice")
    players = [known[str(id)] for id in ids]
    names = raw.get("names", [{"name": player.name, "surname": player.surname} for player in players])
    if type(names) is not list or len(names) != len(players) or not all(map(is_person, names)):
        raise not_a_table("names-count")
    return tuple(player.id for player in players), tuple(Person(*full_name(name)) for name in names)


def _shown(names: Json, people: tuple[Person, ...]) -> tuple[Person, ...]:
    """Return the names under which the people of a game are shown; they differ if someone was renamed."""
    shown: list[Any] = [name.get("shown") for name in names] if type(names) is list else [None] * len(people)
    return tuple(
        Person(*full_name(other)) if is_person(other) else person for person, other in zip(people, shown, strict=True)
    )


def _log(
    raw: Json, known: Mapping[str, FilePlayer], started_at: datetime, finished_at: datetime
) -> tuple[FileRow, ...]:
    """Return the log of a game; a list of entries becomes rows of kind `report`."""
    if "log" not in raw:
        rows = [Row(number, ENTRY, entry) for number, entry in enumerate(field(raw, "entries", list), 1)]
        return tuple(FileRow(row, finished_at if row.number == len(rows) else started_at, None) for row in rows)
    written: list[FileRow] = []
    for number, raw_row in enumerate(field(raw, "log", list), 1):
        is_row = type(raw_row) is dict and type(raw_row.get("kind")) is str and raw_row.get("number") == number
        at = read_time(raw_row.get("at", started_at)) if is_row else None
        if at is None or type(raw_row["number"]) is not int:
            raise not_a_table("wrong-row", number=number)
        by = read_id(raw_row.get("by"))
        written.append(FileRow(Row(number, raw_row["kind"], raw_row.get("payload")), at, by if by in known else None))
    if (wrong_row := first_wrong_row([item.row for item in written])) is not None:
        raise not_a_table("wrong-row", number=wrong_row)
    return tuple(written)


def _play(slug: str, people: Sequence[Person], options: Mapping[str, Json], rows: Sequence[Row]) -> Position:
    rules = games.load(slug)
    changed = next((row for row in rows if row.kind == SETTINGS), None)
    first = options if changed is None else changed.payload["from"]["options"]
    try:
        start = set_up(rules, people, first)
        position = Position(rules, start, people=tuple(people), first_options=first).play(rows)
    except ImpossibleSettings as impossible:
        raise NotATable(impossible.refusal.violations, rules.WORDS) from None
    except NoSuchEntry:
        raise not_a_table("wrong-row", number=len(rows)) from None
    if position.options != options:
        raise wrong_field("options")
    for number, logged in enumerate(position.log, 1):
        if logged.refusal is not None:
            raise NotATable(logged.refusal.violations, rules.WORDS, number)
    return position
