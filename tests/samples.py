"""Samples of every game for shared tests: the module `samples` in the game's own folder of tests.

Shared tests collect their cases over `GAMES`, the invented ones included, and never name a game. A test whose
parameter is an invented game finds it among the games of the program (the fixture `invented_game`).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, Protocol

import pytest
from hypothesis.strategies import SearchStrategy
from jinja2 import FileSystemLoader

from companion import games
from companion.app import Companion
from companion.games import rulebooks
from tests import ROOT

# slug -> package: its pages are in the module `web`, its sheets in `sheets`, its templates in `templates/<folder>/`.
INVENTED = {"pebbles": "tests.pebbles"}
GAMES = (*games.GAMES, *INVENTED)
WITH_RULES = (*games.with_rules(), *INVENTED)
# A game for tests that need just any: it is for one player and for several.
ANY = next(slug for slug in games.GAMES if {1, 2, 3, 4} <= {*games.rules_of(slug).PLAYER_COUNTS})
NAMES = ("Ana", "Luis", "Zoë")  # who plays an evening


class Samples(Protocol):
    """The contents of the module `samples` of a game."""

    # Accepted first in a game of `NAMES` with the default options, and in place of the last entry of TO_THE_END.
    FIRST_ENTRY: Mapping[str, Any]
    # Options and entries of a game of `NAMES`, one in progress and one that is over; reasons contain no letters.
    IN_PROGRESS: tuple[Mapping[str, Any], Sequence[Mapping[str, Any]]]
    TO_THE_END: tuple[Mapping[str, Any], Sequence[Mapping[str, Any]]]
    MOST_OPTIONS: Mapping[str, Any]  # those with which its sheets and cards are fullest
    # For each form of a result: its choice in the form, "" if there is none, its fields, and fields of another result.
    RESULT_FORMS: Sequence[tuple[str, Mapping[str, str], Mapping[str, str]]]
    LEGAL_RECORDS: SearchStrategy[dict[str, Any]]  # the records of whole legal games, with all options and house rules

    @staticmethod
    def figures(found: Sequence[tuple[int, Any]]) -> dict[str, Any]:
        """Return a player's figures of this game's own, from the seat and the report of each game.

        A cooperative game also has `groups`: the figures of comparable games, from the record and the report of each.
        """

    def legal_record(self, rng: Random) -> dict[str, Any]:
        """Return the record of a whole legal game."""

    def mistakes(self, state: Any, entries: Sequence[Any]) -> Iterator[tuple[dict[str, Any], str]]:
        """Yield entries that must be refused in `state`, which is the state after `entries`, each with its code."""


class SamplesOfRules(Protocol):
    """What a game with a rule book adds."""

    SITUATIONS: Sequence[Mapping[str, str]]  # a rules question of each kind, all with an answer
    OPEN_SITUATIONS: Sequence[Mapping[str, str]]  # rules questions that something is asked for
    IMPOSSIBLE: Mapping[str, str]  # a rules question that is refused
    # Rules questions on a small phone: the URL that asks, labels to tap, most taps from the home page, the answer.
    DISPUTES: Mapping[str, tuple[str, Sequence[str], int, str]]
    LARGEST_PADS: Sequence[str]  # URLs of the rules questions with most to tap
    SETUPS: int  # how many different ways there are to set it up with the default options
    AFTER_A_ROUND: Sequence[dict[str, Any]]  # entries of a game of `NAMES`: a round, if it has rounds, and some more
    RULES: Mapping[str, int]  # how many rules each family of ids has, without our decisions: "TT" with TT-01 to TT-19
    SOURCES: Sequence[str]  # the chapters of its documents, as printed


def of(slug: str) -> Any:
    """Return the module `samples` of a game."""
    package = INVENTED.get(slug) or games.GAMES[slug]
    return import_module(f"tests.{package.rpartition('.')[2]}.samples")


def folder_of(slug: str) -> Path:
    """Return the folder of an invented game."""
    return ROOT.joinpath(*INVENTED[slug].split("."))


def template_loader(*slugs: str) -> FileSystemLoader:
    """Return what loads the templates of the program and of these invented games."""
    return FileSystemLoader([ROOT / "templates", *(folder_of(slug) / "templates" for slug in slugs)])


@contextmanager
def invented(*slugs: str) -> Iterator[None]:
    """Add invented games to the games of the program for the block: their parts are found where those of others are."""
    rulebooks.all_rules.cache_clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Companion, "jinja_loader", template_loader(*slugs))
        for slug in slugs:
            patch.setitem(games.GAMES, slug, INVENTED[slug])
            for part in ("web", "sheets"):
                name = f"companion.{part}.games.{folder_of(slug).name}"
                patch.setitem(sys.modules, name, import_module(f"{INVENTED[slug]}.{part}"))
        yield
    rulebooks.all_rules.cache_clear()
