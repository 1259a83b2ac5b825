"""A table of the database as `companion-table/1`, and its games as records."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

import msgspec
from msgspec.structs import asdict

from companion.core.messages import Json
from companion.exchange import evening_file
from companion.exchange.table_file import FORMAT
from companion.games import record
from companion.store import game_log
from companion.store.game_log import WrittenRow
from companion.store.models import Game, Table
from companion.store.positions import Position


def file(table: Table) -> bytes:
    """As `companion-table/1`."""
    return msgspec.json.encode(table_json(table)) + b"\n"


def records(table: Table) -> bytes:
    """Those of all games, one per line."""
    game_records = (
        record.write(game.slug, game.options, game.people, position.entries_for(game.people))
        for game, position, _log in game_log.of_table(table)
    )
    return b"".join(msgspec.json.encode(record_json) + b"\n" for record_json in game_records)


def table_json(table: Table) -> dict[str, Json]:
    """Everything except links and codes; deleted games are left out."""
    uuids = {player.id: player.uuid for player in table.players}
    return {
        "format": FORMAT,
        "id": table.uuid,
        "name": table.name,
        **({"place": table.venue} if table.venue else {}),
        "opened_at": utc_text(table.opened_at),
        **({"players_may_correct_all": True} if table.players_may_correct_all else {}),
        "players": [
            {"id": player.uuid, **asdict(player.person), **({"is_anonymous": True} if player.is_anonymous else {})}
            for player in table.players
        ],
        **evening_file.club_json(table),
        "games": [_game(*logged, uuids) for logged in game_log.of_table(table)],
    }


def file_name(table: Table, extension: str) -> str:
    """Safe on every system, whatever the table's name."""
    decomposed = unicodedata.normalize("NFKD", table.name.casefold())
    plain = "".join(character for character in decomposed if not unicodedata.combining(character))
    name = re.sub("[^a-z0-9]+", "-", plain).strip("-")
    return f"{name or 'table'}.{extension}"


def utc_text(at: datetime) -> str:
    """In the notation of the format: to the second, in UTC."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _game(game: Game, position: Position, log: Sequence[WrittenRow[int]], uuids: Mapping[int, str]) -> dict[str, Json]:
    finished_at = game_log.end_of(game.started_at, position, log)
    return {
        "id": game.uuid,
        "game": game.slug,
        "options": game.options,
        "seats": [uuids[seat["player"]] for seat in game.seats],
        "names": [*map(asdict, game.people)],
        **({} if position.starters == position.rules.starters(game.people) else {"starters": position.starters}),
        **({} if game.venue == game.table.venue else {"place": game.venue}),
        "started_at": utc_text(game.started_at),
        "finished_at": None if finished_at is None else utc_text(finished_at),
        **({"abandoned_at": utc_text(game.abandoned_at)} if game.abandoned_at else {}),
        "log": [{**asdict(each.row), "at": utc_text(each.at), "by": uuids.get(each.by or 0)} for each in log],
        "entries": position.entries_for(game.people),
    }
