"""Phones that enter points at one game while their server is killed again and again; shared with benchmarks.chaos."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from http.client import HTTPException

from msgspec import Struct
from sqlalchemy import create_engine, select, text

from companion.store.models import StoredRow
from tests.checked import matched
from tests.phones import Phone, Server

PATIENCE = 60  # seconds for a phone to get an answer, through as many starts of the server as it takes


class Outcome(Struct):
    """The results of a storm: figures to print, and what must be empty."""

    answered: int
    sent_again: int
    lost: set[str]
    doubled: set[str]
    unasked: set[str]
    integrity: str


class Sender(threading.Thread):
    """A phone that enters one point after the other, and sends each again until it is answered."""

    def __init__(self, phone: Phone, board: str, name: str, stop: threading.Event) -> None:
        super().__init__()
        self.phone, self.board, self.stop = phone, board, stop
        self.prefix = name
        self.sent: list[str] = []
        self.answered: list[str] = []
        self.sent_again = 0
        self.failure: str | None = None

    def run(self) -> None:
        while not self.stop.is_set() and self.failure is None:
            self.sent.append(f"{self.prefix}-{len(self.sent)}")
            self.enter(self.sent[-1])

    def enter(self, submission: str) -> None:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                page = self.phone.get(f"{self.board}/board").text
                last_row = int(matched(r'name="number" value="(\d+)"', page)[1])
                entry = {"type": "adjust", "seat": 0, "points": 1, "reason": submission}
                status = self.phone.submit(self.board, entry, last_row, submission).status
            except (OSError, HTTPException, AssertionError):  # no answer, or not the board
                self.sent_again += 1
                time.sleep(0.05)
                continue
            if status == 200:
                self.answered.append(submission)
                return
            if status not in (409, 503):
                break
        self.failure = f"{submission} was not answered"


def storm(server: Server, database: str, phones: int, kills: int, seed: int) -> Outcome:
    """Kill `server` this many times while phones enter points, and compare what was answered with what is stored.

    `database` is the URL of the server's database.
    """
    host = Phone(server.url)
    board = host.start_game(host.create_table(), ["Ana", "Luis", "Zoe"], "bids")
    stop, chance, senders = threading.Event(), random.Random(seed), []
    for number in range(phones):
        phone = Phone(server.url)
        phone.cookies, phone.token = dict(host.cookies), host.token
        senders.append(Sender(phone, board, f"phone{number}", stop))
    for sender in senders:
        sender.start()
    for _ in range(kills):
        before = sum(len(sender.answered) for sender in senders)
        until = time.monotonic() + PATIENCE
        while sum(len(sender.answered) for sender in senders) < before + 3 and time.monotonic() < until:
            time.sleep(0.005)
        time.sleep(chance.random() * 0.05)
        server.kill()
        server.start()
    stop.set()
    for sender in senders:
        sender.join(2 * PATIENCE)
        sender.phone.close()
    host.close()
    assert [sender.failure for sender in senders if sender.failure] == []
    return _compare(database, senders)


def _compare(database: str, senders: list[Sender]) -> Outcome:
    engine = create_engine(database)
    with engine.connect() as connection:
        rows = connection.execute(select(StoredRow.submission, StoredRow.payload)).all()
        is_sqlite = engine.dialect.name == "sqlite"
        integrity = connection.execute(text("PRAGMA integrity_check")).scalar_one() if is_sqlite else "ok"
    engine.dispose()
    stored = Counter(submission.partition(":")[0] for submission, _ in rows)
    reasons = Counter(payload["reason"] for _, payload in rows)
    answered = {submission for sender in senders for submission in sender.answered}
    return Outcome(
        answered=len(answered),
        sent_again=sum(sender.sent_again for sender in senders),
        lost=answered - stored.keys(),
        doubled={reason for reason, count in reasons.items() if count > 1},
        unasked=stored.keys() - {submission for sender in senders for submission in sender.sent},
        integrity=integrity,
    )
