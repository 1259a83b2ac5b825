"""What a game declares about its figures, or what holds for games that declare nothing."""

from __future__ import annotations

from typing import Any

from companion import games
from companion.core import figures


def declared(slug: str, name: str) -> Any:
    """Return `name` of the game's own `figures` module, else that of `core.figures`, None if neither has it.

    :raises KeyError: there is no such game.
    """
    return getattr(games.chapter(slug, "figures"), name, getattr(figures, name, None))
