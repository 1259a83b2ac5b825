"""The pages of the games: a module for each game that needs more than the pages of added-up rounds."""

from __future__ import annotations

from functools import cache

from flask_babel import gettext

from companion import games
from companion.web.game_pages import GamePages
from companion.web.rounds import RoundPages


@cache
def load(slug: str) -> GamePages:
    """Return the pages of the game called `slug`.

    :raises KeyError: there is no such game.
    """
    game, module = games.load(slug), games.part(slug, __name__)
    pages: type[GamePages] = RoundPages if module is None else module.Pages
    return pages(game)


def about(slug: str) -> str:
    """Return in a few words what kind of game it is."""
    return gettext(games.load(slug).ABOUT)


def folder(slug: str) -> str:
    """Return the folder of a game's templates."""
    return slug.replace("-", "_")
