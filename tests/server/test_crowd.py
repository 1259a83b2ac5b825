"""Fifty phones at ten games at once: afterwards every game is valid, and holds every acknowledged entry once."""

from __future__ import annotations

import json
import os
import random
import re
import sqlite3
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import psycopg
import pytest

from companion import games
from companion.games import record
from tests.checked import accepts, matched, replayed
from tests.phones import Phone, Server

# How often each phone looks at a game and enters something, up to three times; 100 take minutes.
VISITS = int(os.environ.get("COMPANION_CROWD_VISITS", "2"))
PHONES, GAMES = 50, 10
RULES = games.rules_of("the-game")
ROWS = "SELECT games.n, log.submission, log.payload FROM log JOIN games ON games.id = log.game_id"


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
        entry = self.some_entry(json.loads(self.phone.get(f"{board}/record.json").text))
        self.count += 1
        submission = f"phone-{self.seed}-{self.count}"
        if entry is None or self.chance.random() < 0.1:
            fields = {"number": last_row, "submission": submission}
            self.statuses[self.phone.post(f"{board}/undo", fields, **{"X-Companion-Fragment": "1"}).status] += 1
            return
        # A shaky network: the same entry is sent again, up to three times.
        for _ in range(self.chance.choice((1, 1, 1, 2, 3))):
            status = self.phone.submit(board, entry, int(last_row), submission).status
            self.statuses[status] += 1
            if status == 200:
                self.acknowledged.append((board, submission, entry))

    def some_entry(self, raw: dict[str, Any]) -> Any:
        """Return an entry that the game would accept, or None if it is over."""
        read = record.parse(raw)
        state = replayed(RULES, read.state, read.entries).state
        if RULES.prompt(state) is None:
            return None
        piles = [
            {"type": "play", "pile": pile, "card": self.chance.randint(2, 99)}
            for pile in ("up1", "up2", "down1", "down2") * 20
        ]
        for entry in [*([{"type": "end_turn"}] if self.chance.random() < 0.5 else []), *piles, {"type": "end_turn"}]:
            if accepts(RULES, state, entry):
                return entry
        return None


def crowd(take: Callable[[Server], Phone], servers: Sequence[Server]) -> tuple[Phone, list[str], list[Visitor]]:
    host = take(servers[0])
    table = host.create_table()
    boards = [host.start_game(table, ["Ana", "Luis"]) if n == 0 else another(host, table) for n in range(GAMES)]
    visitors = []
    for seed in range(PHONES):
        phone = take(servers[seed % len(servers)])
        phone.cookies, phone.token = dict(host.cookies), host.token
        visitors.append(Visitor(phone, boards, seed))
    for visitor in visitors:
        visitor.start()
    for visitor in visitors:
        visitor.join(240)
    assert not any(visitor.is_alive() for visitor in visitors)
    return host, boards, visitors


def another(host: Phone, table: str) -> str:
    page = host.get(f"{table}/new?game=the-game&again=1").text
    ids = re.findall(r'name="player" value="(\d+)"', page)
    host.post_pairs(f"{table}/new", [("game", "the-game"), ("do", "start"), *(("player", id_) for id_ in ids)])
    return host.path


def check(
    host: Phone, boards: Sequence[str], visitors: Sequence[Visitor], rows: Sequence[tuple[int, str, Any]]
) -> None:
    statuses = sum((visitor.statuses for visitor in visitors), Counter())
    assert set(statuses) <= {200, 409, 422}, statuses
    assert statuses[200] > GAMES
    for board in boards:
        report = record.build_report(host.get(f"{board}/record.json").text)
        assert report["refusal"] is None
    written = Counter(submission for _, submission, _ in rows)  # further rows of one have ids of their own
    assert set(written.values()) == {1}
    payloads = {(n, json.dumps(payload, sort_keys=True)) for n, _, payload in rows}
    for visitor in visitors:
        for board, submission, entry in visitor.acknowledged:
            # A phone that enters what another has just entered is told that it was accepted: it is stored once.
            n = int(board.rsplit("/", 1)[1])
            assert written[submission] == 1 or (n, json.dumps(entry, sort_keys=True)) in payloads


@pytest.mark.slow
def test_a_crowd_on_sqlite(serve: Callable[..., Server], phone: Callable[[Server], Phone]) -> None:
    server = serve()
    host, boards, visitors = crowd(phone, [server])
    database = sqlite3.connect(f"{server.environment['COMPANION_INSTANCE']}/companion.sqlite3")
    rows = [(n, submission, json.loads(payload)) for n, submission, payload in database.execute(ROWS)]
    database.close()
    check(host, boards, visitors, rows)


@pytest.mark.slow
def test_a_crowd_on_postgres_with_two_processes(
    serve: Callable[..., Server], phone: Callable[[Server], Phone], postgres: str
) -> None:
    servers = [serve(DATABASE_URL=postgres), serve(DATABASE_URL=postgres)]
    host, boards, visitors = crowd(phone, servers)
    with psycopg.connect(postgres.replace("+psycopg", "")) as database:
        rows = database.execute(ROWS).fetchall()
    check(host, boards, visitors, rows)
