"""Fifty phones at ten games at once: afterwards every game is valid, and holds every acknowledged entry once."""

from __future__ import annotations

import json
import random
import re
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, select

from companion.games import record
from companion.store.models import Game, StoredRow
from tests.checked import matched
from tests.phones import Phone, Server

VISITS = 2  # how often each phone looks at a game and enters something, up to three times
PHONES, GAMES = 50, 10


class Visitor(threading.Thread):
    """A phone that makes random entries in one game after the other, and notes what was acknowledged."""

    def __init__(self, phone: Phone, boards: Sequence[str], seed: int) -> None:
        super().__init__()
        self.phone, self.boards = phone, boards
        self.chance = random.Random(seed)
        self.acknowledged: list[tuple[str, str, Any]] = []
        self.statuses: Counter[int] = Counter()
        self.count = 0
        self.seed = seed

    def run(self) -> None:
        for _ in range(VISITS):
            self.visit(self.chance.choice(self.boards))

    def visit(self, board: str) -> None:
        page = self.phone.get(f"{board}/board").text
        last_row = matched(r'name="number" value="(\d+)"', page)[1]
        card = {"pile": self.chance.choice(("up1", "up2", "down1", "down2")), "card": self.chance.randint(2, 99)}
        entry = self.chance.choice(({"type": "end_turn"}, *[{"type": "play", **card}] * 3))
        self.count += 1
        submission = f"phone-{self.seed}-{self.count}"
        if self.chance.random() < 0.1:
            fields = {"number": last_row, "submission": submission}
            self.statuses[self.phone.post(f"{board}/undo", fields, **{"X-Companion-Fragment": "1"}).status] += 1
            return
        # A shaky network: the same entry is sent again, up to three times.
        for _ in range(self.chance.choice((1, 1, 1, 2, 3))):
            status = self.phone.submit(board, entry, int(last_row), submission).status
            self.statuses[status] += 1
            if status == 200:
                self.acknowledged.append((board, submission, entry))


@pytest.mark.slow
@pytest.mark.parametrize("processes", [1, 2], ids=["sqlite", "postgresql"])
def test_a_crowd(
    serve: Callable[..., Server],
    phone: Callable[[Server], Phone],
    request: pytest.FixtureRequest,
    tmp_path: Path,
    processes: int,
) -> None:
    url = request.getfixturevalue("postgres") if processes > 1 else f"sqlite:///{tmp_path}/crowd.sqlite3"
    servers = [serve(DATABASE_URL=url) for _ in range(processes)]
    host = phone(servers[0])
    table = host.create_table()
    boards = [host.start_game(table, ["Ana", "Luis"])]
    ids = re.findall(r'name="player" value="(\d+)"', host.get(f"{table}/new?game=the-game&again=1").text)
    boards += [host.start_game(table, [], player=ids) for _ in range(GAMES - 1)]
    visitors = []
    for seed in range(PHONES):
        visitor = phone(servers[seed % processes])
        visitor.cookies, visitor.token = dict(host.cookies), host.token
        visitors.append(Visitor(visitor, boards, seed))
    for thread in visitors:
        thread.start()
    for thread in visitors:
        thread.join(240)
    assert not any(thread.is_alive() for thread in visitors)
    engine = create_engine(url)
    with engine.connect() as connection:
        rows = connection.execute(select(Game.n, StoredRow.submission, StoredRow.payload).join(Game)).all()
    engine.dispose()
    statuses = sum((thread.statuses for thread in visitors), Counter())
    assert set(statuses) <= {200, 409, 422}, statuses
    assert statuses[200] > GAMES
    for board in boards:
        report = record.build_report(host.get(f"{board}/record.json").text)
        assert report["refusal"] is None
    written = Counter(submission for _, submission, _ in rows)  # further rows of one have ids of their own
    assert set(written.values()) == {1}
    payloads = {(n, json.dumps(payload, sort_keys=True)) for n, _, payload in rows}
    for thread in visitors:
        for board, submission, entry in thread.acknowledged:
            # A phone that enters what another has just entered is told that it was accepted: it is stored once.
            n = int(board.rsplit("/", 1)[1])
            assert written[submission] == 1 or (n, json.dumps(entry, sort_keys=True)) in payloads
