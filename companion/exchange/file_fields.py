"""The fields of a table file, with the texts of errors."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta, Struct, convert

from companion.core.messages import N_, RECORD, Json, Param, Verbatim, Violation, Words
from companion.games import record
from companion.games.record import InvalidFile

T = TypeVar("T")
Id = Annotated[str, Meta(pattern="(?i)^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")]
Time = Annotated[datetime, Meta(tz=True)]
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
    "unknown-game": N_("There is no game %(name)s. You can use %(games)s."),
    "game-twice": N_("This game is in the file twice."),
    "place-twice": N_("In round %(number)s of the evening “%(name)s” someone has two places."),
    "characters": N_("The game contains characters or numbers that can't be stored."),
    "wrong-row": N_("Row %(number)s of the log is wrong."),
}


class Fields(Struct):
    """What a file says, with times in years that every database and page can show."""

    def __post_init__(self) -> None:
        for name in self.__struct_fields__:
            if isinstance(at := getattr(self, name), datetime) and at.year not in YEARS:
                raise ValueError(f"field `{name}`")


class LeftOut(Struct, frozen=True):
    """A game of the file, or an evening, that is left out: what is known about it, and why."""

    number: int  # of the games or evenings of the file, from 1
    error: InvalidFile
    slug: str = ""
    options: Json = None
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
    """It contains only characters that can be stored and shown.

    :raises InvalidFile: it is not JSON, contains half a surrogate pair, or is nested too deeply.
    """
    try:
        raw = record.decode(data)
    except RecursionError:
        raise invalid_file("too-deep") from None
    except ValueError:
        raise invalid_file("not-json") from None
    return raw


def read_fields(raw: Json, kind: type[T], name: str) -> T:
    """What `raw`, which is in the field `name`, holds.

    :raises InvalidFile: it is of another kind; the error names the field of `raw` that is wrong, if it is one of these.
    """
    try:
        return convert(raw, kind)
    except msgspec.ValidationError as error:
        found = re.search(r"field `(\w+)`|`\$\.(\w+)", str(error))
        raise wrong_field(found[1] or found[2] if found else name) from None


def wrong_field(name: str) -> InvalidFile:
    """The error for a field that is missing or wrong."""
    return invalid_file("wrong-field", name=Verbatim(name))


def invalid_file(id: str, **params: Param) -> InvalidFile:
    """`id` is a key of WORDS."""
    return InvalidFile((Violation(RECORD, id, params),), WORDS)
