"""The games: an explicit list. A game is imported when it is needed."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from companion.core.game import Game

# slug -> package: the slug is what records, addresses and the command line say.
GAMES = {
    "bids": "companion.games.bids",
    "the-game": "companion.games.the_game",
    "take-that": "companion.games.take_that",
}
DEFAULT_SLUG = next(iter(GAMES))  # the default of forms and commands


def load(slug: str) -> Game[Any]:
    """Return the game called `slug`.

    :raises KeyError: there is no such game.
    """
    package: Any = import_module(GAMES[slug])
    game: Game[Any] = getattr(package, "GAME", package)
    return game


def titles() -> dict[str, str]:
    """Return the title of every game by its slug, in the order of `GAMES`."""
    return {slug: load(slug).TITLE for slug in GAMES}


def module_in(package: str, slug: str) -> ModuleType | None:
    """Return the module of `package` about the game called `slug`: the one named like the game's own package, if any.

    :raises KeyError: there is no such game.
    """
    return _module(f"{package}.{GAMES[slug].rpartition('.')[2]}")


def declared(slug: str, module: str, name: str, default: Any = None) -> Any:
    """Return what a module of the game's own package declares as `name`, or `default` if there is no such module.

    :raises KeyError: there is no such game.
    """
    found = _module(f"{GAMES[slug]}.{module}")
    return getattr(found, name) if found else default


def _module(name: str) -> ModuleType | None:
    try:
        found = find_spec(name)
    except ModuleNotFoundError:  # the game is a module, not a package
        return None
    return import_module(name) if found else None
