"""The rule books: a rule found by its id, its citation, and the chapters of a game's book."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from itertools import groupby

from msgspec import Struct

from companion.chapters import Rule
from companion.games import GAMES
from companion.rules import N_

RULED = N_("Our ruling on {source}")


class Entry(Struct, frozen=True):
    """A rule with the game in whose book it stands."""

    game: str
    rule: Rule
    is_ruling: bool

    @property
    def anchor(self) -> str:
        """Return where the rule stands: the path below the address of the books."""
        return f"{self.game}#{self.rule.id}"


class Chapter(Struct, frozen=True):
    """A chapter of a game's book: its rules as printed, then the rulings about it."""

    title: str
    rules: tuple[Rule, ...]
    rulings: tuple[Rule, ...]


def chapters(game: str) -> tuple[Chapter, ...]:
    """Return the chapters of the book of `game` (its slug) in reading order."""
    rules, rulings = _printed(game), _ruled(game)
    titles = [title for title, _ in groupby(rules, key=lambda rule: rule.chapter)]
    return tuple(
        Chapter(
            title,
            tuple(rule for rule in rules if rule.chapter == title),
            tuple(rule for rule in rulings if rule.chapter == title),
        )
        for title in titles
    )


@cache
def entries() -> dict[str, Entry]:
    """Return every rule and ruling of all games by its id, games in the order of the house."""
    return {
        rule.id: Entry(game, rule, is_ruling)
        for game in GAMES
        for rules, is_ruling in ((_printed(game), False), (_ruled(game), True))
        for rule in rules
    }


def find(id: str) -> Entry | None:
    """Return the rule called `id`; None for what is no rule of a game, such as `RECORD`."""
    return entries().get(id)


def citation(id: str) -> tuple[str, str]:
    """Return where the rule `id` is printed, as a text with or without `{source}`, and the source.

    :raises KeyError: there is no such rule.
    """
    entry = entries()[id]
    return (RULED if entry.is_ruling else "{source}"), entry.rule.source


def _printed(game: str) -> tuple[Rule, ...]:
    rules: tuple[Rule, ...] = import_module(GAMES[game] + ".book").RULES
    return rules


def _ruled(game: str) -> tuple[Rule, ...]:
    rulings: tuple[Rule, ...] = import_module(GAMES[game] + ".book").RULINGS
    return rulings
