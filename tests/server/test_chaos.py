"""The server's promises while it is killed and while its disk is full: nothing that was answered is lost."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.phones import Phone, Server
from tests.server.chaos import storm

KILLS = 6  # benchmarks.chaos kills as often as one likes


@pytest.mark.slow
def test_nothing_is_lost_or_doubled_through_many_kills(serve: Callable[[], Server], tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/instance/companion.sqlite3"
    outcome = storm(serve(), database, phones=3, kills=KILLS, seed=2026)
    assert (outcome.lost, outcome.doubled, outcome.unasked, outcome.integrity) == (set(), set(), set(), "ok")
    assert outcome.answered >= 3 * KILLS
    assert outcome.sent_again > 0, "no kill was noticed"


class LimitedServer(Server):
    """A server whose files cannot grow beyond a size, as on a full disk."""

    blocks: int | str = 1100  # of 512 bytes

    def command(self) -> list[str]:
        return ["sh", "-c", f'ulimit -f {self.blocks}; exec "$@"', "sh", *super().command()]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no limit of a file's size")
def test_a_full_disk_is_reported_in_a_sentence_and_loses_nothing(
    tmp_path: Path, phone: Callable[[Server], Phone]
) -> None:
    server = LimitedServer(tmp_path)
    try:
        server.start()
        host = phone(server)
        game = host.start_game(host.create_table(), ["Ana", "Luis", "Zoe"], "bids")
        row = 0
        for row in range(3_000):
            entry = {"type": "adjust", "seat": 0, "points": 1, "reason": "x" * 150}
            answer = host.submit(game, entry, row, f"row-{row}")
            if answer.status != 200:
                break
        assert answer.status == 503, "the disk was never full"
        assert answer.headers["Retry-After"]
        assert "Traceback" not in answer.text and "saved is safe" in answer.text
        assert host.get(game).status == 200, "what was saved can still be read"
        host.close()
        assert server.end() == 0
        server.blocks = "unlimited"
        server.start()
        assert host.submit(game, entry, row, f"row-{row}").status == 200
        assert host.get(f"{game}/record.json").text.count('"reason"') == row + 1
    finally:
        server.kill()
