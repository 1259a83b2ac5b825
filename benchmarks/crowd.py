"""Entries per second and core that Companion takes, from fifty phones entering cards without a pause.

    python -m benchmarks.crowd [--phones 50] [--seconds 15] [--postgresql] [--processes 1]

Each phone plays Bids with six players at a table of its own, on SQLite or on a PostgreSQL server of its own with its
default settings, with one or several processes. The rate of a core is calculated from the processor time of Companion's
processes, because the machine may be busy with other things, and the phones run on it too. Exits with 1 if an entry
that was answered is not in the database, or if the rate on SQLite is below 150.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from random import Random
from statistics import median, quantiles
from threading import Thread
from typing import Any

import sqlalchemy

from benchmarks.pages import NAMES, Meter
from tests import postgresql
from tests.bids import legal
from tests.phones import Phone, Server

AIM = 150
WARM_UP = 20  # entries of each phone, after which all templates are compiled


class Player:
    """A phone that enters a game and notes how long each entry took."""

    def __init__(self, phone: Phone, game: str, entries: list[Any]) -> None:
        self.phone, self.game, self.entries = phone, game, entries
        self.number = 0
        self.waits: list[float] = []

    def enter(self, last: int, until: float) -> None:
        """Make the next entries, up to the entry `last` or until a point in time."""
        while time.monotonic() < until and self.number < min(last, len(self.entries)):
            began = time.monotonic()
            answer = self.phone.submit(self.game, self.entries[self.number], self.number)
            assert answer.status == 200, answer.text
            self.waits.append(time.monotonic() - began)
            self.number += 1


def main() -> int:
    """Let the phones play, and print how many entries they made."""
    read = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    read.add_argument("--phones", type=int, default=50)
    read.add_argument("--seconds", type=float, default=15)
    read.add_argument("--postgresql", action="store_true")
    read.add_argument("--processes", type=int, default=1, help="more than one only with --postgresql")
    asked = read.parse_args()
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        url = f"sqlite:///{folder}/companion.sqlite3"
        if asked.postgresql:
            url = stack.enter_context(postgresql.database(stack.enter_context(postgresql.cluster())))
        servers = [Server(Path(folder), {"DATABASE_URL": url}) for _ in range(asked.processes)]
        for server in servers:
            stack.callback(server.kill)
            server.start()
        rate = play(servers, asked.phones, asked.seconds, url)
    return 0 if rate >= (0 if asked.postgresql else AIM) else 1


def play(servers: Sequence[Server], phones: int, seconds: float, url: str) -> float:
    """Let this many phones play for this long, and return the rate of a core; the first entries do not count."""
    players = []
    for seed in range(phones):
        phone = Phone(servers[seed % len(servers)].url)
        game = phone.start_game(phone.create_table(), NAMES, "bids")
        players.append(Player(phone, game, legal.play(Random(seed), len(NAMES), {"rounds": 6}).record["entries"]))
        players[-1].enter(WARM_UP, float("inf"))
        players[-1].waits.clear()
        phone.close()  # the server would do it before all phones have come so far
    meters = [Meter(server.process) for server in servers]
    began = time.monotonic()

    def crowd() -> None:
        threads = [Thread(target=player.enter, args=(10_000, began + seconds)) for player in players]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    used = measured(meters, crowd)
    waits = [wait for player in players for wait in player.waits]
    rate = len(waits) / used
    print(
        f"{len(waits)} entries in {time.monotonic() - began:.0f} s from {phones} phones, waits"
        f" {1e3 * median(waits):.0f} ms (median) and {1e3 * quantiles(waits, n=100)[-1]:.0f} ms (99th percentile);"
        f" {1e3 * used / len(waits):.1f} ms of processor time each: {rate:.0f} a second and core"
    )
    with sqlalchemy.create_engine(url).connect() as connection:
        rows = connection.scalar(sqlalchemy.text("SELECT count(*) FROM log"))
    assert rows == sum(player.number for player in players), "every entry that was answered is in the database, once"
    return rate


def measured(meters: Sequence[Meter], do: Callable[[], None]) -> float:
    """Do something, and return the seconds of processor time that the servers needed for it."""
    before = sum(meter.now() for meter in meters)
    do()
    return sum(meter.now() for meter in meters) - before


if __name__ == "__main__":
    sys.exit(main())
