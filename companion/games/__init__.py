"""The games: an explicit list. A game and its parts are imported when they are needed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from companion.core.game import GameRules, Kind
from companion.core.messages import Json


def folder_of(slug: str) -> str:
    """The name of the folders and modules of a game: of its package, templates, pages and sheets."""
    return slug.replace("-", "_")


# slug -> package: the slug is what records, URLs and the command line say, and the name of all folders of the game.
GAMES = {slug: f"companion.games.{folder_of(slug)}" for slug in ("bids", "the-game", "take-that", "any-game")}
DEFAULT_SLUG = next(iter(GAMES))  # the default of forms and commands


def rules_of(slug: str) -> GameRules[Any]:
    """The rules of the game called `slug`.

    :raises KeyError: there is no such game.
    """
    return part_of(slug, ".game", "GAME")


def titles() -> dict[str, str]:
    return {slug: rules_of(slug).TITLE for slug in GAMES}


def kind_of(slug: str, options: Mapping[str, Json]) -> Kind:
    return rules_of(slug).kind(options)


def with_names() -> list[str]:
    """The slugs of the games that players name."""
    return [slug for slug in GAMES if rules_of(slug).KIND_OPTIONS]


def has_rules(slug: str) -> bool:
    """Whether there is a game with this slug that has a rule book and answers to rules questions."""
    return slug in GAMES and part_of(slug, ".questions", "QUESTIONS") is not None


def with_rules() -> list[str]:
    return [*filter(has_rules, GAMES)]


def part_of(slug: str, module: str, name: str, default: Any = None) -> Any:
    """What `module` declares as `name` for the game called `slug`, or `default` if there is no such module.

    A module like ".book" is in the game's own package. A package like "companion.web.games" has a module for each game,
    with the same name as the game's own package.

    :raises KeyError: there is no such game.
    """
    path = f"{GAMES[slug]}{module}" if module.startswith(".") else f"{module}.{folder_of(slug)}"
    part = _module(path)
    return getattr(part, name) if part else default


@cache
def _module(path: str) -> ModuleType | None:
    """The module, or None if there is no such module; every page asks for several."""
    return import_module(path) if find_spec(path) else None
