"""A sample evening to look around in: made-up people, an evening with a correction and a theft, and four before it.

There are as many games of each kind as every average, record and rating needs.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from importlib.resources import files

import msgspec
from msgspec.structs import replace

from companion.exchange import table_file, table_import
from companion.exchange.record_file import derived_id
from companion.exchange.table_file import FileGame, TableFile
from companion.exchange.table_import import Imported
from companion.games.record import Record
from companion.store.base import new_uuid
from companion.store.database import writing


def open_sample(name: str, now: datetime) -> Imported:
    """Open a table called `name` with the sample evening, which ended shortly before `now`."""
    file = _read(now)
    latest = max(row.at for game in file.games for row in game.log)
    imported = table_import.carry_out(table_import.plan(_fresh(file, name, now - timedelta(minutes=10) - latest), None))
    with writing():
        imported.table.is_sample = True
    return imported


def last_games(now: datetime) -> list[Record]:
    """The record of the last game of each kind."""
    records = {}
    for game in _read(now).games:
        people, position = tuple(player.person for player in game.seats), game.position
        options = position.options_and_seats.options
        records[game.slug] = Record(position.rules, position.start, people, options, position.record_entries)
    return [*records.values()]


def _read(now: datetime) -> TableFile:
    data = files("companion.exchange").joinpath("sample_evening.json").read_bytes()
    return table_file.parse(msgspec.json.decode(data), now)


def _fresh(file: TableFile, name: str, later: timedelta) -> TableFile:
    """With new ids, so that everyone can open one, and moved to another time."""
    uuid = new_uuid()
    players = {player: replace(player, id=derived_id(uuid, player.id)) for player in file.players}

    def moved(game: FileGame) -> FileGame:
        log = (replace(row, at=row.at + later, by=row.by and players[row.by]) for row in game.log)
        seats = tuple(players[player] for player in game.seats)
        at = game.started_at + later
        return replace(game, id=derived_id(uuid, game.id), seats=seats, started_at=at, log=tuple(log))

    opened_at, games = file.opened_at + later, tuple(map(moved, file.games))
    return replace(file, id=uuid, name=name, opened_at=opened_at, players=tuple(players.values()), games=games)
