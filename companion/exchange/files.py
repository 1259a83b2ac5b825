"""The files that a table is downloaded as."""

from __future__ import annotations

import msgspec

from companion.exchange import bg_stats, csv_files
from companion.exchange.played import games_of
from companion.exchange.table_export import table_json
from companion.games import record
from companion.store import game_log
from companion.store.models import Table


def table(table: Table) -> bytes:
    """Return the whole table as `companion-table/1`."""
    return msgspec.json.encode(table_json(table)) + b"\n"


def records(table: Table) -> bytes:
    """Return the records of all games that were not deleted, one a line."""
    lines = []
    for game in table.games:
        if game.deleted_at is None:
            written = record.write(game.kind, game.options, game.people, game_log.position(game).entries)
            lines.append(msgspec.json.encode(written) + b"\n")
    return b"".join(lines)


def games_csv(table: Table) -> bytes:
    """Return a row for each game and player."""
    return csv_files.games_csv(games_of(table))


def rounds_csv(table: Table) -> bytes:
    """Return a row for each round and player."""
    return csv_files.rounds_csv(games_of(table))


def bgsplay(table: Table) -> bytes:
    """Return the finished games for BG Stats."""
    return bg_stats.file(table, [item for item in games_of(table) if item.game.abandoned_at is None])
