"""The pages of the games: a module for each game that needs more than the pages of added-up rounds."""

from __future__ import annotations

from typing import Any

from companion import games
from companion.core.translator import Translator
from companion.web.game_pages import GamePages, Reader
from companion.web.round_pages import RoundPages


def load_pages(slug: str, state: Any, translator: Translator, reader: Reader) -> GamePages:
    """Return the pages of the game called `slug` in this state, for the `reader`, in the language of `translator`."""
    pages: type[GamePages] = games.part_of(slug, __name__, "Pages", RoundPages)
    return pages(games.rules_of(slug), state, translator, reader)


def template_folder(slug: str) -> str:
    """Return the folder of a game's templates."""
    return slug.replace("-", "_")
