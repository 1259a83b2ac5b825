"""Strict reading of the fields of a table file, with the texts of errors."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, TypeVar
from uuid import UUID

from msgspec import Struct

from companion.core.game import Person
from companion.core.messages import N_, RECORD, Json, Verbatim, Violation, Words
from companion.games import record
from companion.games.record import InvalidFile
from companion.store.names import names_refusal, tidy_name

T = TypeVar("T")
YEARS = range(1900, 3000)
MAX_BYTES = 20 * 1024 * 1024

WORDS: Words = {
    "not-json": N_("This file is damaged, or wasn't written by Companion."),
    "backup": N_("This is a backup of a whole server, which only “companion restore” puts back."),
    "for-others": N_(
        "This file is for other programs. To bring a table here, choose “The whole table” where you downloaded it."
    ),
    "too-deep": N_("This file can't be read."),
    "not-a-table": N_("This is neither a table (companion-table/1) nor a game record (companion-record/1)."),
    "newer-format": N_("This file was written by a newer version of Companion, as %(format)s."),
    "too-many-bytes": N_("The file is too large: at most %(most)s MB."),
    "too-many-games": N_("The table has too many games: %(n)s, at most %(most)s."),
    "too-many-rows": N_("The table has too many entries: %(n)s, at most %(most)s."),
    "too-many-rows-in-game": N_("The game has too many entries: %(n)s, at most %(most)s."),
    "too-many-players": N_("The table has too many players: %(n)s, at most %(most)s."),
    "wrong-field": N_("The field %(name)s is missing or wrong."),
    "wrong-player": N_("Player %(n)s of the table has no id."),
    "wrong-name": N_("Player %(n)s needs a name that can be shown, with at most %(most)s characters."),
    "same-id-twice": N_("Two players of the table have the same id."),
    "game-not-object": N_("A game must be a JSON object."),
    "unknown-game": N_("There is no game %(name)s. You can use %(games)s."),
    "unknown-seat": N_("A player of this game isn't one of the table's players."),
    "seat-twice": N_("The same player is in this game twice."),
    "names-count": N_("There must be one name for each seat."),
    "game-twice": N_("This game is in the file twice."),
    "place-twice": N_("In round %(number)s of the evening “%(name)s” someone has two places."),
    "characters": N_("The game contains characters or numbers that can't be stored."),
    "wrong-row": N_("Row %(number)s of the log is wrong."),
}


class LeftOut(Struct, frozen=True):
    """A game of the file, or an evening, that is left out: what is known about it, and why."""

    number: int  # of the games or evenings of the file, from 1
    error: InvalidFile
    slug: str = ""
    started_at: datetime | None = None
    names: tuple[str, ...] = ()
    evening: str | None = None  # its name, or "" if it has none that is right; None for a game


def ensure_size(data: bytes) -> None:
    """Make sure that `data` is not too large for a file.

    :raises InvalidFile: it is too large.
    """
    if len(data) > MAX_BYTES:
        raise invalid_file("too-many-bytes", most=MAX_BYTES // 1024**2)


def decode(data: bytes) -> Json:
    """Return the JSON value in `data`, which contains only characters that can be stored and shown.

    :raises InvalidFile: it is not JSON, contains half a surrogate pair, or is nested too deeply.
    """
    try:
        raw = record.decode(data)
    except RecursionError:
        raise invalid_file("too-deep") from None
    except ValueError:
        raise invalid_file("not-json") from None
    return raw


def read_id(raw: Json) -> str | None:
    """Return an id in its canonical spelling, or None if it is not valid."""
    try:
        return str(UUID(raw)) if type(raw) is str and len(raw) == 36 else None
    except ValueError:
        return None


def read_time(raw: Any) -> datetime | None:
    """Return a time in UTC, or None if it is not valid, has no time zone, or is in an implausible year."""
    if isinstance(raw, datetime):
        return raw
    try:
        moment = datetime.fromisoformat(raw) if type(raw) is str and len(raw) <= 40 else None
        at = None if moment is None or moment.tzinfo is None else moment.astimezone(UTC)
        return at if at is not None and at.year in YEARS else None
    except (ValueError, OverflowError):
        return None


def field(raw: dict[str, Json], name: str, kind: type, missing: Json = None) -> Any:
    """Return a field of this type, or `missing` if it is not there.

    :raises InvalidFile: it has another type.
    """
    value = raw.get(name, missing)
    if type(value) is not kind:
        raise wrong_field(name)
    return value


def required(value: T | None, name: str) -> T:
    """Return the value of the required field `name` of a file.

    :raises InvalidFile: it is missing.
    """
    if value is None:
        raise wrong_field(name)
    return value


def wrong_field(name: str) -> InvalidFile:
    """Return the error for a field that is missing or wrong."""
    return invalid_file("wrong-field", name=Verbatim(name))


def invalid_file(id: str, **params: Any) -> InvalidFile:
    """Return the error for the reason `id`, a key of WORDS."""
    return InvalidFile((Violation(RECORD, id, params),), WORDS)


def read_person(raw: Json) -> Person | None:
    """Return the person whose `name`, and perhaps `surname`, a value holds, or None if these are not valid."""
    fields = raw if type(raw) is dict else {}
    name, surname = fields.get("name"), fields.get("surname") or ""
    if type(name) is not str or type(surname) is not str or names_refusal(name, surname=surname):
        return None
    return Person(tidy_name(name), tidy_name(surname))
