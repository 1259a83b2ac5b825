"""The time until open pages show an entry, and the time that an entry takes meanwhile.

    python -m benchmarks.live [--pages 200] [--entries 100] [--pause 0.1] [--game bids]

Starts `companion serve` on an empty SQLite database and 127.0.0.1, opens the pages in one process and makes the entries
from another. It measures, in milliseconds, the time from sending an entry until a page has read the event with it (or
with a later one), and until the entry is answered. Exits with 1 if a page missed the last entry or was sent one twice,
or if an aim is missed: a page shows an entry within 50 ms with up to 200 pages, or 100 ms with up to 1000 (99th
percentile), and an entry is answered within 25 ms (95th percentile).
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import os
import re
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.phones import Phone, Server

MOST_PAGES, MOST_ENTRIES = 2000, 500
NUMBER = re.compile(rb"\nid: (\d+)-")


class Page(asyncio.Protocol):
    """An open page that notes when it has read which entry."""

    def __init__(self, request: bytes) -> None:
        self.request = request
        self.tail = b""
        self.seen: list[tuple[int, float]] = []

    def connection_made(self, transport: Any) -> None:
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        now = time.monotonic()
        text = self.tail + data
        for found in NUMBER.finditer(text):
            self.seen.append((int(found[1]), now))
        # An id that is cut in two by the network is read with the next piece.
        end = max(text.rfind(b"\n"), 0)
        self.tail = text[end:] if len(text) - end < 40 else b""


async def watch(port: int, request: bytes, pages: int, last: int, ready: Any, patience: float) -> list[Any]:
    loop = asyncio.get_running_loop()
    found = []
    for first in range(0, pages, 50):
        opened = (
            loop.create_connection(lambda: Page(request), "127.0.0.1", port)
            for _ in range(first, min(first + 50, pages))
        )
        found += [page for _, page in await asyncio.gather(*opened)]
    while not all(page.seen for page in found):
        await asyncio.sleep(0.05)
    ready.set()
    until = time.monotonic() + patience
    while time.monotonic() < until and not all(page.seen[-1][0] >= last for page in found):
        await asyncio.sleep(0.05)
    return [page.seen for page in found]


def watching(port: int, request: bytes, pages: int, last: int, ready: Any, patience: float, result: Any) -> None:
    result.put(asyncio.run(watch(port, request, pages, last, ready, patience)))


def entry(game: str, row: int) -> dict[str, object]:
    """Return the entry for a row of the log; there is one for every number."""
    if game == "the-game":
        turn, place = divmod(row - 1, 3)
        return {"type": "end_turn"} if place == 2 else {"type": "play", "pile": "up1", "card": 2 + 2 * turn + place}
    return {"type": "adjust", "seat": 0, "points": 1 if row % 2 else -1, "reason": "a round of drinks"}


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] * 1000


def main() -> int:
    read = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    read.add_argument("--pages", type=int, default=200)
    read.add_argument("--entries", type=int, default=100)
    read.add_argument("--pause", type=float, default=0.1, help="seconds between two entries")
    read.add_argument("--game", default="bids", choices=("bids", "the-game"))
    asked = read.parse_args()
    pages, entries = min(asked.pages, MOST_PAGES), min(asked.entries, MOST_ENTRIES)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), {"COMPANION_MAX_STREAMS": str(5 * MOST_PAGES)})
        server.start()
        try:
            sent, took, seen = run(server, asked.game, pages, entries, asked.pause)
        finally:
            server.end()
    return print_results(pages, entries, sent, took, seen)


def run(server: Server, game: str, pages: int, entries: int, pause: float) -> tuple[list[float], list[float], Any]:
    phone = Phone(server.url)
    names = ["Ana", "Luis", "Zoë", "Tom", "Eva", "Kim"][: 2 if game == "the-game" else 6]
    board = phone.start_game(phone.create_table(), names, game)
    cookie = "; ".join(f"{name}={value}" for name, value in phone.cookies.items())
    request = f"GET {board}/events HTTP/1.1\r\nHost: {phone.host}\r\nCookie: {cookie}\r\n\r\n".encode()
    ready = multiprocessing.Event()
    result: multiprocessing.Queue[Any] = multiprocessing.Queue()
    what = (server.port, request, pages, entries, ready, entries * (pause + 0.2) + 20, result)
    watcher = multiprocessing.Process(target=watching, args=what)
    watcher.start()
    ready.wait(60)
    time.sleep(1)
    sent, took = [], []
    before = used(server)
    for row in range(1, entries + 1):
        sent.append(time.monotonic())
        answer = phone.submit(board, entry(game, row), row - 1)
        took.append(time.monotonic() - sent[-1])
        assert answer.status == 200, answer.text
        time.sleep(pause)
    print(f"the server used {(used(server) - before) / entries * 1000:.1f} ms of processor time for each entry")
    seen = result.get(timeout=60)
    watcher.join()
    phone.close()
    return sent, took, seen


def used(server: Server) -> float:
    """Return the processor time of the server so far, in seconds; Linux only, 0 elsewhere."""
    assert server.process is not None
    stat = Path(f"/proc/{server.process.pid}/stat")
    if not stat.exists():
        return 0.0
    fields = stat.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def print_results(pages: int, entries: int, sent: list[float], took: list[float], seen: Any) -> int:
    delays, lost, twice = [], 0, 0
    for page in seen:
        rows = [number for number, _ in page]
        lost += rows[-1] < entries
        twice += len(set(rows)) < len(rows)
        moments = iter(page)
        number, when = next(moments)
        for row in range(1, entries + 1):
            while number < row:
                number, when = next(moments, (entries, float("inf")))
            delays.append(when - sent[row - 1])
    shown = percentile(delays, 0.99)
    answered = percentile(took, 0.95)
    aim = 50 if pages <= 200 else 100
    print(f"{pages} pages, {entries} entries: {lost} pages missed the last entry, {twice} were sent one twice")
    print(f"shown    p50 {percentile(delays, 0.5):6.1f} ms   p99 {shown:6.1f} ms   (aim: {aim})")
    print(f"answered p50 {percentile(took, 0.5):6.1f} ms   p95 {answered:6.1f} ms   (aim: 25)")
    return 0 if not lost and not twice and shown <= aim and answered <= 25 else 1


if __name__ == "__main__":
    sys.exit(main())
