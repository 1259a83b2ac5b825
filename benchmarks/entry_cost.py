"""The cost of an entry in round 99 of a game of Bids, against one in round 1 of the same game.

    python -m benchmarks.entry_cost

A whole game of 99 rounds with six players is entered card by card, as phones do: each entry is checked, written to
SQLite and answered with the board. What is measured is the processor time of this process, without waiting for the
disk. Exits with 1 if an entry in round 99 costs more than 1.5 times one in round 1.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
import time
from random import Random
from statistics import median
from typing import Any

from flask_migrate import upgrade

from companion.app import create_app
from companion.store.base import db
from tests.bids import legal

ROUNDS = 99
AIM = 1.5


def main() -> int:
    """Enter the whole game, and print what an entry costs in the first and the last round."""
    entries = legal.play(Random(99), 6, {"rounds": ROUNDS, "specials": ["shuffle", "lowest"]}).record["entries"]
    rounds = rounds_of(entries)
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"INSTANCE": folder, "WTF_CSRF_ENABLED": False})
        with app.app_context():
            upgrade()
        costs = enter_all(app.test_client(), entries)
        with app.app_context():
            db.engine.dispose()
    first = median(cost for cost, number in zip(costs, rounds, strict=True) if number == 1)
    last = median(cost for cost, number in zip(costs, rounds, strict=True) if number == ROUNDS)
    print(f"{len(entries)} entries in {ROUNDS} rounds; processor time of an entry, median of a round:")
    print(
        f"round 1: {first * 1e3:.2f} ms   round {ROUNDS}: {last * 1e3:.2f} ms   ratio {last / first:.2f} (aim: {AIM})"
    )
    return 0 if last <= AIM * first else 1


def rounds_of(entries: list[dict[str, Any]]) -> list[int]:
    """Return the round of each entry; a round has ten tricks of six bids."""
    bids, found = 0, []
    for entry in entries:
        found.append(bids // 60 + 1)
        bids += entry["type"] == "bid"
    return found


def enter_all(phone: Any, entries: list[dict[str, Any]]) -> list[float]:
    """Enter `entries` in a new game, and return what each cost in seconds."""
    location = phone.post("/tables", data={"name": "Long evening"}).headers["Location"]
    table = location.removesuffix("/new")  # what follows first is the choice of the first game
    ids: list[str] = []
    for name in ("Ana", "Luis", "Zoë", "Tom", "Eva", "Kim"):
        fields = {"game": "bids", "do": "new", "new-name": name, "player": ids}
        ids = re.findall(r'name="player" value="(\d+)"', phone.post(f"{table}/new", data=fields).text)
    fields = {"game": "bids", "do": "start", "player": ids, "rounds": str(ROUNDS), "specials": ["shuffle", "lowest"]}
    game = phone.post(f"{table}/new", data=fields).headers["Location"]
    costs = []
    for number, entry in enumerate(entries):
        fields = {"entry": json.dumps(entry), "number": str(number), "submission": f"row-{number}"}
        began = time.process_time()
        answer = phone.post(f"{game}/entries", data=fields, headers={"X-Companion-Fragment": "1"})
        costs.append(time.process_time() - began)
        assert answer.status_code == 200, answer.text
    return costs


if __name__ == "__main__":
    sys.exit(main())
