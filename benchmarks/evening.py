"""A club's evening with sixty phones: what their pages and the big screen cost while fifteen tables play.

    python -m benchmarks.evening [--phones 60] [--entries 150] [--pause 0.1]

Starts `companion serve` on an empty SQLite database, seats everyone through the pages, and starts all games. Then each
phone asks for the page of the evening every ten seconds, and the big screen every four, as their script does, while
entries are made at one table after the other. Exits with 1 if an answer was wrong, or if the aim of `benchmarks.live`
is missed: an entry is answered within 25 ms (95th percentile).
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
import threading
import time
from pathlib import Path
from random import Random

from benchmarks.live import entry, percentile, used
from tests.phones import Phone, Server

PHONE, SCREEN = 10.0, 4.0  # seconds, as in their pages
GAME = "bids"
SETTINGS = {
    "game": GAME,
    "evening-name": "Evening",
    "evening-day": "2026-11-20",
    "evening-form": "rounds",
    "evening-finalists": "4",
    "evening-points": "fair",
    "do": "save",
}


class Asking(threading.Thread):
    """A phone or a big screen that asks every so many seconds until `stop`."""

    def __init__(self, phone: Phone, path: str, stop: threading.Event, every: float, wait: float = 0) -> None:
        super().__init__(daemon=True)
        self.phone, self.path, self.stop, self.every, self.wait = phone, path, stop, every, wait
        self.took: list[float] = []
        self.statuses: dict[int, int] = {}

    def run(self) -> None:
        tag = ""
        self.stop.wait(self.wait)
        while not self.stop.is_set():
            began = time.monotonic()
            answer = self.phone.get(self.path, **({"If-None-Match": tag} if tag else {}))
            self.took.append(time.monotonic() - began)
            self.statuses[answer.status] = self.statuses.get(answer.status, 0) + 1
            tag = answer.headers.get("ETag", tag)
            self.stop.wait(self.every)


def main() -> int:
    read = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    read.add_argument("--phones", type=int, default=60)
    read.add_argument("--entries", type=int, default=150)
    read.add_argument("--pause", type=float, default=0.1, help="seconds between two entries")
    asked = read.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), {"COMPANION_WORKERS": "1"})
        server.start()
        try:
            return measure(server, min(asked.phones, 99), asked.entries, asked.pause)
        finally:
            server.end()


def measure(server: Server, count: int, entries: int, pause: float) -> int:
    host = Phone(server.url)
    table = host.create_table()
    options = host.get(f"{table}/evenings/new?game={GAME}").text
    chosen = re.findall(r'<input checked[^>]* name="([^"]+)"[^>]* value="([^"]*)"', options)
    chosen += re.findall(r'<input id="[^"]+" name="([^"]+)" value="([^"]*)" inputmode="numeric"', options)
    host.post_pairs(f"{table}/evenings/new", [pair for pair in chosen if pair[0] not in SETTINGS] + [*SETTINGS.items()])
    evening = host.path
    names = ", ".join(f"Member{chr(65 + n // 26)}{chr(97 + n % 26)}" for n in range(count))
    people = host.post(f"{evening}/here", {"do": "new", "new-name": names}).text
    ids = re.findall(r'name="go" value="(\d+)"', people)
    assert len(ids) == count, (len(ids), people[:500])
    began = time.monotonic()
    host.post(f"{evening}/rounds", {"do": "draw", "number": "1"})
    print(f"{count} people were seated in {time.monotonic() - began:.2f} s, the page included")
    host.post(f"{evening}/rounds/1", {"do": "publish"})
    links = host.get(f"{table}/people").text
    code = re.sub(r"\s", "", re.findall(r'class="code"[^>]*>([^<]+)<', links)[0])
    phones = [Phone(server.url) for _ in ids]
    for phone, player in zip(phones, ids, strict=True):
        phone.post(f"/j/{code}", {"player": player})
    games = []
    for at in range(1, len(re.findall(r'name="table" value="1\.\d+"', host.get(evening).text)) + 1):
        host.post(f"{evening}/start", {"table": f"1.{at}"})
        games.append(host.path)
    games = sorted(set(games))
    stop, random = threading.Event(), Random(1)
    asking = [Asking(phone, f"{evening}/board", stop, PHONE, random.uniform(0, PHONE)) for phone in phones]
    asking.append(Asking(Phone(server.url), f"{evening}/board?view=screen", stop, SCREEN))
    asking[-1].phone.cookies = dict(host.cookies)
    quiet = used(server)
    for each in asking:
        each.start()
    time.sleep(2 * PHONE)
    asked = sum(len(each.took) for each in asking)
    cost = (used(server) - quiet) / max(asked, 1) * 1000
    took = []
    for number in range(entries):
        game, row = games[number % len(games)], number // len(games) + 1
        sent = time.monotonic()
        answer = host.submit(game, entry(GAME, row), row - 1)
        took.append(time.monotonic() - sent)
        assert answer.status == 200, answer.text
        time.sleep(pause)
    stop.set()
    for each in asking:
        each.join(10)
    waited = [seconds for each in asking for seconds in each.took]
    statuses = {status: sum(each.statuses.get(status, 0) for each in asking) for status in (200, 304)}
    is_right = sum(statuses.values()) == len(waited)
    answered = percentile(took, 0.95)
    print(
        f"{len(phones)} phones and a big screen, {len(games)} games: {statuses}, {cost:.1f} ms of processor time each"
    )
    print(f"asked    p50 {percentile(waited, 0.5):6.1f} ms   p95 {percentile(waited, 0.95):6.1f} ms")
    print(f"answered p50 {percentile(took, 0.5):6.1f} ms   p95 {answered:6.1f} ms   (aim: 25)")
    return 0 if is_right and answered <= 25 else 1


if __name__ == "__main__":
    sys.exit(main())
