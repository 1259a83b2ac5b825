"""Phones whose server is killed while they play."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.evening import Evening, button
from tests.browser.taps import look_again, see
from tests.phones import Server


@pytest.fixture
def server(serve: Callable[[], Server]) -> Server:
    """A server that no other test uses."""
    return serve()


def test_phones_outlive_a_server_that_is_killed(phones: Callable[..., Any], server: Server) -> None:
    evening = Evening(phones, "take-that", "Ana", "Luis")
    phone, other = evening.player("Ana"), evening.player("Luis")
    button(phone, {"type": "lay", "card": 32}).click()
    see(other, 1)
    server.kill()
    expect(other.locator("[data-link-sign]")).to_contain_text("reconnecting")
    button(phone, {"type": "lay", "card": 36}).click()
    expect(phone.locator("#unsent li")).to_have_count(1)
    server.start()
    see(phone, 2)
    see(other, 2)
    expect(other.locator("[data-link-sign]")).to_have_text("connected")
    assert evening.record() == [{"type": "lay", "card": 32}, {"type": "lay", "card": 36}]


def test_phones_show_a_backup_that_is_older_than_their_boards(phones: Callable[..., Any], server: Server) -> None:
    evening = Evening(phones, "take-that", "Ana", "Luis")
    phone, other = evening.player("Ana"), evening.player("Luis")
    button(phone, {"type": "lay", "card": 32}).click()
    see(other, 1)
    database = Path(server.environment["COMPANION_INSTANCE"], "companion.sqlite3")
    server.end()
    backup = shutil.copy(database, database.with_name("backup"))
    server.start()
    look_again(phone, other)
    button(phone, {"type": "lay", "card": 36}).click()
    see(phone, 2)
    see(other, 2)
    server.end()
    shutil.copy(backup, database)
    server.start()
    look_again(phone, other)
    see(phone, 1)
    see(other, 1)
