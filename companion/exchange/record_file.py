"""Reads game records as a table of their games, so that they are imported in the same way."""

from __future__ import annotations

from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from io import BytesIO
from uuid import UUID

import msgspec

from companion.core.messages import Json
from companion.exchange import table_file
from companion.exchange.file_fields import decode, ensure_size, invalid_file
from companion.exchange.table_file import TableFile
from companion.games import record
from companion.games.record import InvalidFile
from companion.store.tables import MAX_GAMES, MAX_PLAYERS


def derived_id(*parts: str) -> str:
    """In the form of a version 4 UUID, always the same for the same texts."""
    return str(UUID(bytes=sha256("\0".join(parts).encode()).digest()[:16], version=4))


def read_any(data: bytes, now: datetime, name: str) -> TableFile:
    """The table in `data`, or the game records in it, one or one per line, as a table called `name`.

    :raises InvalidFile: it is neither, or too large.
    """
    ensure_size(data)
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):  # written through a shell of Windows
        data = data.decode("utf-16", "replace").encode()
    data = data.removeprefix(BOM_UTF8)
    if data.startswith(b"SQLite format 3\0"):
        raise invalid_file("backup")
    head = data.partition(b"\n")[0]
    if head[:1].isalpha() and (b"," in head or b";" in head):  # CSV
        raise invalid_file("for-others")
    try:
        raw = decode(data)
    except InvalidFile:
        records = _records(data)
        if not records:
            raise
        return table_file.parse(_as_table(records, name), now)
    if type(raw) is dict and {"plays", "userInfo"} <= raw.keys():  # of BG Stats
        raise invalid_file("for-others")
    return table_file.parse(_as_table([raw], name) if _is_record(raw) else raw, now)


def _records(data: bytes) -> list[dict[str, Json]]:
    """The records in `data`, one per line as exported, or none if a line is something else.

    :raises InvalidFile: there are too many.
    """
    records: list[dict[str, Json]] = []
    for line in BytesIO(data):
        if not line.strip():
            continue
        try:
            records.append(decode(line))
        except InvalidFile:
            return []
        if not _is_record(records[-1]):
            return []
        if len(records) > MAX_GAMES:
            raise invalid_file("too-many-games", n=max(len(records), data.count(b"\n")), most=MAX_GAMES)
    return records


def _is_record(raw: Json) -> bool:
    return type(raw) is dict and raw.get("format") == record.FORMAT


def _as_table(records: Sequence[dict[str, Json]], name: str) -> Json:
    """Ids are derived from contents, so that importing twice changes nothing.

    :raises InvalidFile: one has too many players.
    """
    players: dict[str, Json] = {}
    texts: Counter[str] = Counter()
    games: list[Json] = []
    for raw in records:
        people = raw["players"] if type(raw.get("players")) is list else []
        if len(people) > MAX_PLAYERS:
            raise invalid_file("too-many-players", n=len(people), most=MAX_PLAYERS)
        ids: list[str] = []
        namesakes: Counter[str] = Counter()
        for person in people:
            said = msgspec.json.encode(person).decode()
            ids.append(derived_id("player", said, str(namesakes[said])))
            namesakes[said] += 1
            players.setdefault(ids[-1], {**(person if type(person) is dict else {}), "id": ids[-1]})
        text = msgspec.json.encode(raw, order="deterministic").decode()
        again = [str(texts[text])] if texts[text] else []  # two games may be identical
        texts[text] += 1
        game = {key: raw[key] for key in ("game", "options", "entries") if key in raw}
        games.append({**game, "id": derived_id("game", text, *again), "seats": ids})
    return {
        "format": table_file.FORMAT,
        "id": derived_id("table", *texts),
        "name": name,
        "players": [*players.values()],
        "games": games,
    }
