"""What the server promises while it is killed and while its disk is full: nothing that was answered is lost."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.phones import Phone, Server
from tests.shell.chaos import storm

KILLS = int(os.environ.get("COMPANION_KILLS", "8"))
ROOM = 1_200  # blocks of 512 bytes that a file may have on the full disk


def test_nothing_is_lost_or_doubled_through_many_kills(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start()
    try:
        outcome = storm(server, tmp_path / "companion.sqlite3", phones=3, kills=KILLS, seed=2026)
    finally:
        server.kill()
    assert (outcome.lost, outcome.doubled, outcome.unasked, outcome.integrity) == (set(), set(), set(), "ok")
    assert outcome.answered >= 3 * KILLS
    assert outcome.sent_again > 0, "no kill was noticed"


class CrampedServer(Server):
    """A server whose files cannot grow beyond a size, as on a full disk."""

    is_cramped = True

    def command(self) -> list[str]:
        command = super().command()
        return ["sh", "-c", f'ulimit -f {ROOM}; exec "$@"', "sh", *command] if self.is_cramped else command


@pytest.mark.skipif(sys.platform == "win32", reason="there is no limit of a file's size")
def test_a_full_disk_is_told_in_a_sentence_and_loses_nothing(tmp_path: Path, phone: Callable[[Server], Phone]) -> None:
    server = CrampedServer(tmp_path)
    server.start()
    try:
        host = phone(server)
        game = host.start_game(host.open_table(), ["Ana", "Luis", "Zoe"], "bids")
        row = 0
        for row in range(3_000):
            entry = {"type": "adjust", "seat": 0, "points": 1, "reason": "x" * 150}
            answer = host.report(game, entry, row, f"row-{row}")
            if answer.status != 200:
                break
        assert answer.status == 503, "the disk was never full"
        assert answer.headers["Retry-After"]
        assert "Traceback" not in answer.text and "saved is safe" in answer.text
        assert host.get(game).status == 200, "what was saved can still be read"
        host.close()
        server.end()
        server.is_cramped = False
        server.start()
        assert host.report(game, entry, row, f"row-{row}").status == 200
        assert host.get(f"{game}/record.json").text.count('"reason"') == row + 1
    finally:
        server.kill()
