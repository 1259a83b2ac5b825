"""Entries per second and core that Companion takes on SQLite, from fifty phones entering cards without a pause.

    python -m benchmarks.crowd [--phones 50] [--seconds 15]

Each phone plays Bids with six players at a table of its own. The rate of a core is calculated from the server's
processor time, because the machine may be busy with other things, and the phones run on it too. Exits with 1 if it is
below 150.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import median
from threading import Thread
from typing import Any

from benchmarks.pages import NAMES, Meter
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
    asked = read.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), {"COMPANION_MAX_TABLES_PER_HOUR": "0"})
        server.start()
        try:
            return play(server, asked.phones, asked.seconds)
        finally:
            server.kill()


def play(server: Server, phones: int, seconds: float) -> int:
    """Let this many phones play for this long; the first entries of each phone do not count."""
    players = []
    for seed in range(phones):
        phone = Phone(server.url)
        game = phone.start_game(phone.create_table(), NAMES, "bids")
        players.append(Player(phone, game, legal.play(Random(seed), len(NAMES), {"rounds": 6}).record["entries"]))
        players[-1].enter(WARM_UP, float("inf"))
        players[-1].waits.clear()
        phone.close()  # the server would do it before all phones have come so far
    meter = Meter(server.process)
    began = time.monotonic()

    def crowd() -> None:
        threads = [Thread(target=player.enter, args=(10_000, began + seconds)) for player in players]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    meter.measure(crowd)
    waits = [wait for player in players for wait in player.waits]
    used = meter.used[0] / len(waits)
    print(
        f"{len(waits)} entries in {time.monotonic() - began:.0f} s from {phones} phones, median wait"
        f" {1e3 * median(waits):.0f} ms; {1e3 * used:.1f} ms of processor time each: {1 / used:.0f} a second and core"
        f" (aim: {AIM})"
    )
    return 0 if 1 / used >= AIM else 1


if __name__ == "__main__":
    sys.exit(main())
