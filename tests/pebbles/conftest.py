"""Pebbles among the games, for the tests of this folder: nothing else of the program is told of it."""

from collections.abc import Iterator

import pytest

from companion import games
from companion.games import rulebooks
from companion.web.games import TITLES
from tests.web.conftest import config, visitor

__all__ = ["config", "visitor"]


@pytest.fixture(autouse=True)
def pebbles(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The slug of the game."""
    rulebooks.entries.cache_clear()
    monkeypatch.setitem(games.GAMES, "pebbles", "tests.pebbles")
    monkeypatch.setitem(TITLES, "pebbles", "Pebbles")
    yield "pebbles"
    rulebooks.entries.cache_clear()
