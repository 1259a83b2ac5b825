"""A game record as a table of one game, so that it is imported in the same way."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from uuid import UUID

import msgspec

from companion.core.messages import Json
from companion.exchange import table_file
from companion.exchange.table_file import TableFile
from companion.games import record


def derived_id(*parts: str) -> str:
    """Return an id that is always the same for the same texts, in the form of a UUID of version 4."""
    return str(UUID(bytes=sha256("\0".join(parts).encode()).digest()[:16], version=4))


def read_any(data: bytes, now: datetime, name: str, track: table_file.Track = iter) -> TableFile:
    """Return the table in `data`, or the game record in it as a table called `name`; `track` as in `accept`.

    :raises NotATable: it is neither, or too large.
    """
    if len(data) > table_file.MAX_BYTES:
        raise table_file.NotATable("too-many-bytes", most=table_file.MAX_BYTES // 1024**2)
    try:
        raw = record.decode(data)
    except (ValueError, RecursionError):
        return table_file.read(data, now)  # says why it cannot be read
    is_record = type(raw) is dict and raw.get("format") == record.FORMAT
    return table_file.accept(_as_table(raw, name) if is_record else raw, now, track)


def _as_table(raw: dict[str, Json], name: str) -> Json:
    """Return a record as a table; ids are made from what it says, so that importing it twice changes nothing."""
    people = raw["players"] if type(raw.get("players")) is list else []
    ids = [_player_id(person, people[:seat]) for seat, person in enumerate(people)]
    text = msgspec.json.encode(raw, order="deterministic").decode()
    game = {key: raw[key] for key in ("game", "options", "entries") if key in raw}
    return {
        "format": table_file.FORMAT,
        "id": derived_id("table", text),
        "name": name,
        "players": [
            {**person, "id": id} if type(person) is dict else None for person, id in zip(people, ids, strict=True)
        ],
        "games": [{**game, "id": derived_id("game", text), "seats": ids}],
    }


def _player_id(person: Json, before: Sequence[Json]) -> str:
    """Return the id of a person of a record; who has the name of one `before` is somebody else."""
    return derived_id("player", msgspec.json.encode(person).decode(), str(before.count(person)))
