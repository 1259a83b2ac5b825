"""The effect of a million entries at other tables on an entry and a page: there should be none.

    python -m benchmarks.growth [--rows 1000000]

The same game is played on an empty database and on one that holds this many rows of other games; the two servers take
turns. Exits with 1 if an entry or the play page takes more than 1.2 times as long on the full one.
"""

from __future__ import annotations

import argparse
import sqlite3
import sys
import tempfile
from pathlib import Path
from random import Random
from statistics import median
from uuid import uuid4

from benchmarks.pages import NAMES, Meter, check
from tests.bids import legal
from tests.phones import Phone, Server

AIM = 1.2
ENTRIES = 100  # of each game that is there already
REQUESTS = 150


def main() -> int:
    """Fill one of two databases and play the same game on both."""
    read = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    read.add_argument("--rows", type=int, default=1_000_000)
    asked = read.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        servers = [Server(Path(folder) / name) for name in ("empty", "full")]
        try:
            for server in servers:
                server.start()
            games = [open_game(Phone(server.url)) for server in servers]
            fill(Path(folder) / "full" / "companion.sqlite3", asked.rows)
            return run(servers, games)
        finally:
            for server in servers:
                server.kill()


def open_game(phone: Phone) -> tuple[Phone, str]:
    return phone, phone.start_game(phone.create_table(), NAMES, "bids")


def fill(database: Path, rows: int) -> None:
    """Copy the only table and game of the database until there are this many rows of other games."""
    with sqlite3.connect(database, timeout=60) as connection:
        for name in ("tables", "games"):
            cursor = connection.execute(f"SELECT * FROM {name}")
            columns = [column[0] for column in cursor.description]
            first = dict(zip(columns, cursor.fetchone(), strict=True))
            places = ", ".join("?" * len(columns))
            connection.executemany(
                f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({places})",
                (
                    [copied(name, first, number)[column] for column in columns]
                    for number in range(2, rows // ENTRIES + 2)
                ),
            )
        point = '{"type": "adjust", "seat": 0, "points": 1, "reason": "a round of drinks"}'
        connection.executemany(
            "INSERT INTO log (game_id, number, kind, payload, at, submission) VALUES (?, ?, 'report', ?, ?, ?)",
            (
                (game, number, point, "2026-01-01 20:00:00.000000", f"row-{number}")
                for game in range(2, rows // ENTRIES + 2)
                for number in range(1, ENTRIES + 1)
            ),
        )


def copied(name: str, row: dict[str, object], number: int) -> dict[str, object]:
    """Return a copy of a row of `tables` or `games`, with new ids."""
    own: dict[str, object] = {"id": number, "uuid": str(uuid4())}
    if name == "tables":
        return {**row, **own, "public_id": f"table-{number}", "code": f"{number:06}"}
    return {**row, **own, "table_id": number}


def run(servers: list[Server], games: list[tuple[Phone, str]]) -> int:
    """Play, and print the ratios."""
    entries = legal.play(Random(7), len(NAMES), {"rounds": 6}).record["entries"][:REQUESTS]
    meters = {
        (index, kind): Meter(server.process) for index, server in enumerate(servers) for kind in ("entry", "page")
    }
    for number, entry in enumerate(entries):
        for index, (phone, game) in enumerate(games):
            meters[index, "entry"].measure(lambda: check(phone.submit(game, entry, number)))  # noqa: B023
            meters[index, "page"].measure(lambda: check(phone.get(game)))  # noqa: B023
    good = True
    for kind in ("entry", "page"):
        empty, full = median(meters[0, kind].waits), median(meters[1, kind].waits)
        good &= full <= AIM * empty
        print(f"{kind}: {empty * 1e3:.2f} ms empty, {full * 1e3:.2f} ms full, ratio {full / empty:.2f} (aim: {AIM})")
    for phone, _ in games:
        phone.close()
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
