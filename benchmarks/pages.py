"""The cost of an entry and of the play page, as ratios to a bare Flask page on the same server in the same run.

    python -m benchmarks.pages [--requests 300]

The bare application is Flask with Flask-SQLAlchemy on SQLite, served like Companion: one row is inserted and committed
(WAL, synchronous=FULL), or sixty rows are read and listed. An entry is a bid of Bids with six players: checked,
written, and answered with the board. The two servers take turns, request by request, so that other work slows down
both. It measures the median time that a phone waits, to which the aims refer, and the processor time of each server.
Exits with 1 if an entry takes more than 4 times the bare insert, or the play page more than 2.5 times the bare page.
"""

from __future__ import annotations

import argparse
import http.client
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import median
from typing import Any
from urllib.parse import urlencode

from tests.bids import legal
from tests.phones import Phone, Server

AIMS = {"entry": 4, "page": 2.5}
NAMES = ["Ana", "Luis", "Zoë", "Tom", "Eva", "Kim"]


class Bare(Server):
    """The bare application in a process of its own."""

    def command(self) -> list[str]:
        return [sys.executable, "-m", "benchmarks.bare", str(self.port)]


class Meter:
    """The cost of requests to one server: waits, and the processor time of the server."""

    def __init__(self, process: subprocess.Popen[bytes] | None) -> None:
        assert process is not None
        self.path = Path(f"/proc/{process.pid}/schedstat")
        self.waits: list[float] = []
        self.used: list[float] = []

    def measure(self, ask: Any) -> None:
        before, began = self.now(), time.perf_counter()
        ask()
        self.waits.append(time.perf_counter() - began)
        self.used.append(self.now() - before)

    def now(self) -> float:
        """Return the processor time of the server's first thread, in seconds; gevent has no other."""
        return int(self.path.read_text().split()[0]) / 1e9


def main() -> int:
    """Measure both servers in turn and print the ratios."""
    read = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    read.add_argument("--requests", type=int, default=300)
    asked = read.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "bare").mkdir()
        ours, bare = Server(Path(folder) / "ours"), Bare(Path(folder) / "bare")
        try:
            ours.start()
            bare.start()
            return run(ours, bare, asked.requests)
        finally:
            for server in (ours, bare):
                server.kill()


def run(ours: Server, bare: Server, requests: int) -> int:
    phone = Phone(ours.url)
    game = phone.start_game(phone.create_table(), NAMES, "bids")
    entries = legal.play(Random(7), len(NAMES), {"rounds": 6}).record["entries"]
    connection = http.client.HTTPConnection("127.0.0.1", bare.port)
    assert ours.process is not None and bare.process is not None
    meters = {(name, kind): Meter(server.process) for name, server in (("ours", ours), ("bare", bare)) for kind in AIMS}
    for number, entry in enumerate(entries[:requests]):
        meters["ours", "entry"].measure(lambda: check(phone.submit(game, entry, number)))  # noqa: B023
        meters["bare", "entry"].measure(lambda: plain(connection, "POST", urlencode({"text": "a bid"})))
        meters["ours", "page"].measure(lambda: check(phone.get(game)))
        meters["bare", "page"].measure(lambda: plain(connection, "GET", None))
    phone.close()
    good = True
    for kind, aim in AIMS.items():
        mine, other = meters["ours", kind], meters["bare", kind]
        ratio = median(mine.waits) / median(other.waits)
        good &= ratio <= aim
        print(
            f"{kind}: wait {figures(mine.waits, other.waits)} (aim: {aim}); processor {figures(mine.used, other.used)}"
        )
    return 0 if good else 1


def figures(mine: list[float], other: list[float]) -> str:
    """Return two medians in milliseconds, and their ratio."""
    return f"{median(mine) * 1e3:.2f} ms against {median(other) * 1e3:.2f}, ratio {median(mine) / median(other):.2f}"


def check(answer: Any) -> None:
    assert answer.status == 200, answer.text


def plain(connection: http.client.HTTPConnection, method: str, body: str | None) -> None:
    headers = {"Content-Type": "application/x-www-form-urlencoded"} if body else {}
    connection.request(method, "/", body, headers)
    response = connection.getresponse()
    assert (response.status, bool(response.read())) == (200, True)


if __name__ == "__main__":
    sys.exit(main())
