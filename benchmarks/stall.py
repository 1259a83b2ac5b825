"""How long people at other tables wait while somebody does what takes longest, with as much as is allowed.

    python -m benchmarks.stall [NAME ...]

Starts `companion serve` on an empty SQLite database with two workers. One phone enters cards at a table, another loads
a page, each every 20 ms and from a process of its own. Meanwhile one thing after the other is done at other tables: a
file of 1,000 games with 100,000 rows is imported and exported, a game has a log of 10,000 rows, and so on; or only the
things that are named. It prints how long each took, in seconds, and the 99th percentile and the largest of both phones'
waits meanwhile, in milliseconds; `nothing` is for comparison. Exits with 1 if one of them is more than 60 or 250 ms.
"""

from __future__ import annotations

import http.client
import json
import multiprocessing
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count, repeat
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

from tests import ROOT
from tests.bids import legal
from tests.checked import matched
from tests.phones import Answer, Phone, Server

GAMES, ROWS, LONG_GAME, PHONES = 1000, 100_000, 10_000, 25
P99, LARGEST = 60, 250  # ms
INTERVAL = 0.02  # s
PDF = "/print/evening.pdf?game=bids&sheets=booklet&sheets=score&sheets=setup"
NEEDED = ("read", "import")  # what others need
Wait = tuple[float, float]  # when it began in seconds, and how long it was in ms
QUESTION = "/rules?game=bids&players=6&specials=thief&ruleset=bga&centre=K3&bids=Y7+R3+B4+G9+R4+R13&steal=-"
EXPORTS = ("table", "records", "games-csv", "rounds-csv", "bgsplay")
LONG_PAGES = ("log", "settings", "score.pdf", "otherwise", "afterwards", "scores")
NAMES = ("Ana", "Luis", "Zoë", "Marianne")
OPTIONS = {"rounds": 1}


def table_file(name: str, logs: Sequence[Sequence[Any]]) -> bytes:
    """Return a table of Bids as a file, with these entries in its games."""
    players = [{"id": str(uuid4()), "name": name} for name in NAMES]
    ids = [player["id"] for player in players]
    games = [
        {
            "id": str(uuid4()),
            "game": "bids",
            "options": OPTIONS,
            "seats": ids,
            "started_at": f"2026-01-{n % 28 + 1:02d}T19:00:00Z",
            "log": [
                {"number": number, "kind": "report", "payload": entry, "at": "2026-02-01T20:00:00Z", "by": ids[0]}
                for number, entry in enumerate(log, 1)
            ],
        }
        for n, log in enumerate(logs)
    ]
    table = {"format": "companion-table/1", "id": str(uuid4()), "name": name, "players": players, "games": games}
    return json.dumps(table).encode()


def full_table(name: str) -> bytes:
    """Return a table with as many games and rows as a file may have; each game is over."""
    played = [legal.play(Random(seed), len(NAMES), OPTIONS).entries for seed in range(20)]
    return table_file(name, [with_adjustments(ROWS // GAMES, played[n % len(played)]) for n in range(GAMES)])


def with_adjustments(rows: int, entries: Sequence[Any] = ()) -> list[Any]:
    """Return the entries of a game after as many adjustments as make `rows` together; every two add up to 0."""
    adjust = {"type": "adjust", "seat": 0, "reason": "a round of drinks"}
    return [*({**adjust, "points": 1 if row % 2 else -1} for row in range(rows - len(entries))), *entries]


def enter(phone: Phone) -> Iterator[Callable[[], Answer]]:
    """Yield, again and again, what enters the next card; games are started in between."""
    for seed in count():
        game = phone.start_game(phone.create_table("Other"), list(NAMES), "bids", rounds="10")
        for row, entry in enumerate(legal.play(Random(seed), len(NAMES), {"rounds": 10}).entries):
            yield partial(phone.submit, game, entry, row)


def load(phone: Phone) -> Iterator[Callable[[], Answer]]:
    """Yield, again and again, what loads the page of a table."""
    return repeat(partial(phone.get, phone.create_table("Other")))


class Refused(Exception):
    """The server answered with this status."""


class Host:
    """Someone at other tables who asks for what takes long."""

    def __init__(self, server: Server, folder: Path) -> None:
        self.phone, self.server, self.folder = Phone(server.url), server, folder
        self.phone.post("/language")  # for the token of forms
        self.long = (
            self.imported(
                table_file("Long", [with_adjustments(LONG_GAME, legal.play(Random(0), len(NAMES), OPTIONS).entries)])
            )
            + "/1"
        )
        self.sent = self.table = ""

    def ask(self, path: str, body: bytes | None = None, media_type: str = "") -> bytes:
        """Return the answer to a request, where it leads to."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.phone.cookies.items())
        headers = {"Cookie": cookies, "X-CSRFToken": self.phone.token, "Content-Type": media_type}
        connection = http.client.HTTPConnection(self.phone.host, timeout=600)
        connection.request("GET" if body is None else "POST", path, body, headers)
        response = connection.getresponse()
        for cookie in response.headers.get_all("Set-Cookie") or ():
            name, _, value = cookie.partition(";")[0].partition("=")
            self.phone.cookies[name] = value
        content, location = response.read(), response.headers["Location"]
        connection.close()
        if response.status not in (200, 303):
            raise Refused(response.status)
        return location.encode() if location else content

    def upload(self, data: bytes) -> str:
        """Send a file to import, and return the form that confirms it."""
        head = b'--limit\r\nContent-Disposition: form-data; name="file"; filename="a.json"\r\n\r\n'
        body = head + data + b"\r\n--limit--\r\n"
        page = self.ask("/import", body, "multipart/form-data; boundary=limit").decode()
        return "token=" + matched(r'name="token" value="([^"]+)"', page)[1]

    def post(self, path: str, form: str) -> str:
        return self.ask(path, form.encode(), "application/x-www-form-urlencoded").decode()

    def imported(self, data: bytes) -> str:
        return self.post("/import", self.upload(data))

    def command(self, *arguments: str) -> None:
        command = [sys.executable, "-m", "companion", *arguments]
        subprocess.run(command, cwd=ROOT, env=self.server.environment, stdout=subprocess.DEVNULL, check=True)

    def works(self) -> Iterator[tuple[str, Callable[[], object]]]:
        """Yield everything that takes long, with its name: each is done before the next is asked for."""
        full, other = full_table("Full"), self.folder / "other.json"
        other.write_bytes(full_table("Other full"))
        yield "nothing", lambda: time.sleep(10)
        yield "read", lambda: setattr(self, "sent", self.upload(full))
        yield "import", lambda: setattr(self, "table", self.post("/import", self.sent))
        yield "statistics", lambda: self.ask(f"{self.table}/statistics")
        yield "history", lambda: self.ask(f"{self.table}/history")
        for name in EXPORTS:
            yield name, lambda: self.ask(f"{self.table}/files/{name}")  # noqa: B023 - called before the next
        for name in LONG_PAGES:
            yield name, lambda: self.ask(f"{self.long}/{name}")  # noqa: B023
        yield "question", lambda: self.ask(QUESTION)
        with ThreadPoolExecutor(PHONES) as phones:
            yield "pdf", lambda: list(phones.map(self.ask, [PDF] * PHONES))
        yield "erase", lambda: self.post(f"{self.table}/delete", "sure=y")
        yield "command", lambda: self.command("import", str(other))
        yield "backup", lambda: self.command("backup", str(self.folder / "copy"))


def main() -> int:
    """Print how long each work took, and how long the others waited meanwhile."""
    wanted = sys.argv[1:]
    if {"-h", "--help"} & {*wanted}:
        print(__doc__)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        # One host asks for more than the allowance of a minute.
        server = Server(Path(folder) / "instance", {"COMPANION_WORKERS": "2", "COMPANION_MAX_COSTS_PER_MINUTE": "0"})
        server.start()
        try:
            spans, waits = measure(server, Path(folder), wanted)
        finally:
            server.end()
    good = True
    for name, began, ended, status in spans:
        found = [sorted(wait for at, wait in phone if began <= at <= ended) for phone in waits]
        results = []
        for kind, sorted_waits in zip(("entry", "page"), found, strict=True):
            p99, most = (sorted_waits[int(len(sorted_waits) * 0.99)], sorted_waits[-1]) if sorted_waits else (0, 0)
            good &= p99 <= P99 and most <= LARGEST
            results.append(f"{kind} p99 {p99:5.0f}, largest {most:5.0f} ms")
        print(f"{name:12} {ended - began:6.1f} s   " + "   ".join(results) + status)
    return 0 if good else 1


def measure(
    server: Server, folder: Path, wanted: Sequence[str]
) -> tuple[list[tuple[str, float, float, str]], list[Sequence[Wait]]]:
    """Return when each work began and ended and whether it was refused, and how long the two phones waited when."""
    host, stop, spans = Host(server, folder), multiprocessing.Event(), []
    results: list[multiprocessing.Queue[Any]] = [multiprocessing.Queue() for _ in (enter, load)]
    others = [
        multiprocessing.Process(target=keep_trying, args=(do, server.url, stop, result), daemon=True)
        for do, result in zip((enter, load), results, strict=True)
    ]
    for other, result in zip(others, results, strict=True):
        other.start()
        result.get()  # has begun
    for name, work in host.works():
        if not wanted or name in ("nothing", *wanted, *NEEDED):
            time.sleep(1)
            began = time.monotonic()
            try:
                work()
                status = ""
            except Refused as refused:
                status = f"   status {refused}"
            spans.append((name, began, time.monotonic(), status))
    stop.set()
    waits = [result.get() for result in results]
    return spans, waits


def keep_trying(do: Callable[[Phone], Iterator[Callable[[], Answer]]], url: str, stop: Any, result: Any) -> None:
    """Do something every 20 ms until `stop`, and put when each time began, and how long it took, into `result`."""
    waits: list[Wait] = []
    tries = do(Phone(url))
    for ask in tries:
        if not waits:
            result.put("begun")
        if stop.is_set():
            break
        began = time.monotonic()
        answer = ask()
        took = time.monotonic() - began
        assert answer.status == 200, answer.text
        waits.append((began, took * 1000))
        time.sleep(max(0.0, INTERVAL - took))
    result.put(waits)


if __name__ == "__main__":
    sys.exit(main())
