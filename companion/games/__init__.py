"""The games of the house: an explicit list. `load` and `part` import what is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from companion.core.game import Game

# slug -> package: the slug is what records, addresses and the command line say.
GAMES = {
    "bids": "companion.games.bids",
    "the-game": "companion.games.the_game",
    "take-that": "companion.games.take_that",
}
FIRST = next(iter(GAMES))  # where a form or a command starts


def load(slug: str) -> Game[Any]:
    """Return the game called `slug`.

    :raises KeyError: there is no such game.
    """
    game: Any = import_module(GAMES[slug])
    return game  # type: ignore[no-any-return]


def part(slug: str, room: str) -> Any:
    """Return what the house's `room` (a package) holds of the game called `slug`: the module named like its package.

    :raises KeyError: there is no such game.
    """
    return import_module(f"{room}.{GAMES[slug].rpartition('.')[2]}")
