"""A long run of what tests/server/test_chaos.py does briefly: killed servers, events and streams.

    python -m benchmarks.chaos [--kills 200] [--events 10000] [--streams 3000] [--postgresql]

Uses SQLite, or a PostgreSQL server of its own. Four phones enter points while `companion serve` is killed; then streams
are opened and closed, and open pages are sent many changes. Exits with 1 if anything that was answered is lost or
doubled, the database is damaged, a stream is not released, a page missed the last change, or the server's memory grew
by more than a quarter in the second half.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from companion.web.play.stream import HEARTBEAT
from tests import postgresql
from tests.phones import Phone, Server, Stream
from tests.server.chaos import storm

MOST_GROWTH = 1.25
PAGES = 20


def main() -> int:
    """Do all three, and print the results."""
    read = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    read.add_argument("--kills", type=int, default=200)
    read.add_argument("--events", type=int, default=10_000)
    read.add_argument("--streams", type=int, default=3_000)
    read.add_argument("--seed", type=int, default=1)
    read.add_argument("--postgresql", action="store_true")
    asked = read.parse_args()
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        url = f"sqlite:///{folder}/companion.sqlite3"
        if asked.postgresql:
            url = stack.enter_context(postgresql.database(stack.enter_context(postgresql.cluster())))
        # A closed stream is noticed when the next heartbeats can't be sent.
        limits = {"COMPANION_MAX_STREAMS": str(5 * asked.streams)}
        server = Server(Path(folder), {**limits, "DATABASE_URL": url})
        stack.callback(server.kill)
        server.start()
        good = kill(server, url, asked.kills, asked.seed)
        good &= open_and_close(server, asked.streams)
        good &= send(server, asked.events)
    return 0 if good else 1


def kill(server: Server, url: str, kills: int, seed: int) -> bool:
    """Kill the server while phones enter points, and return whether nothing that was answered is lost or doubled."""
    outcome = storm(server, url, phones=4, kills=kills, seed=seed)
    print(
        f"{kills} kills: {outcome.answered} entries answered, {outcome.sent_again} requests sent again, "
        f"{len(outcome.lost)} lost, {len(outcome.doubled)} doubled, integrity {outcome.integrity}"
    )
    return not (outcome.lost or outcome.doubled or outcome.unasked) and outcome.integrity == "ok"


def open_and_close(server: Server, streams: int) -> bool:
    """Open and close streams one after the other, and return whether memory levels off and all were accepted."""
    phone = Phone(server.url)
    game = phone.start_game(phone.create_table(), ["Ana", "Luis"])
    memory = []
    for half in range(2):
        for _ in range(streams // 2):
            stream = phone.stream(game)
            assert next(stream)[0] == "hello", "a stream was refused"
            stream.close()
        time.sleep(3 * HEARTBEAT)
        memory.append(resident(server))
        print(f"{(half + 1) * (streams // 2)} streams opened and closed: {memory[-1]} kB of memory")
    phone.close()
    return memory[1] <= MOST_GROWTH * memory[0]


def send(server: Server, events: int) -> bool:
    """Send many changes to open pages, and return whether each saw the last one and memory levels off."""
    phone = Phone(server.url)
    game = phone.start_game(phone.create_table(), ["Ana", "Luis", "Zoe"], "bids")
    pages = [phone.stream(game) for _ in range(PAGES)]
    memory = []
    entries = events // PAGES
    for row in range(entries):
        entry = {"type": "adjust", "seat": 0, "points": 1 if row % 2 else -1, "reason": "a round of drinks"}
        assert phone.submit(game, entry, row, f"row-{row}").status == 200
        if row in (entries // 2, entries - 1):
            memory.append(resident(server))
    missed = sum(not shows(page, entries) for page in pages)
    print(
        f"{entries} changes to {PAGES} pages: {missed} missed the last one, {memory[0]} and {memory[-1]} kB of memory"
    )
    phone.close()
    return not missed and memory[-1] <= MOST_GROWTH * memory[0]


def shows(page: Stream, last: int) -> bool:
    """Return whether a page is sent the row `last` within ten seconds."""
    until = time.monotonic() + 10
    for name, number, _ in page:
        if name == "board" and int(number.split("-")[0]) == last:
            return True
        if time.monotonic() > until:
            return False
    return False


def resident(server: Server) -> int:
    """Return the memory of the server in kB; Linux only."""
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")))


if __name__ == "__main__":
    sys.exit(main())
