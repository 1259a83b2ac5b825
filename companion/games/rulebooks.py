"""The rule books: a rule found by its id, its citation, and the chapters of a game's book."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import groupby

from msgspec import Struct

from companion.core.messages import N_
from companion.core.rulebook import Book, Example, Grid, Rule
from companion.games import GAMES, part_of

DECIDED = N_("Our decision, see {source}")


class BookRule(Struct, frozen=True):
    """A rule with the game whose book it is in."""

    slug: str
    rule: Rule
    is_decision: bool

    @property
    def anchor(self) -> str:
        """Return the address of the rule: the path below the address of the books."""
        return f"{self.slug}#{self.rule.id}"


class Chapter(Struct, frozen=True):
    """A chapter of a game's book: its printed rules, our decisions about it, and what is shown with them."""

    title: str
    rules: tuple[Rule, ...]
    decisions: tuple[Rule, ...]
    grids: tuple[Grid, ...]
    examples: tuple[Example, ...]
    picture: str | None  # the card that the chapter is about


def book_of(slug: str) -> Book:
    """Return the rule book of the game `slug`."""
    book: Book = part_of(slug, ".book", "BOOK")
    return book


def chapters(slug: str) -> tuple[Chapter, ...]:
    """Return the chapters of the book of the game `slug` in reading order."""
    book = book_of(slug)
    titles = [title for title, _ in groupby(book.rules, key=lambda rule: rule.chapter)]
    chapter_of = {rule.id: rule.chapter for rule in (*book.rules, *book.decisions)}
    return tuple(
        Chapter(
            title,
            tuple(rule for rule in book.rules if rule.chapter == title),
            tuple(rule for rule in book.decisions if rule.chapter == title),
            tuple(grid for grid in book.grids if grid.chapter == title),
            tuple(example for example in book.examples if chapter_of[example.rule] == title),
            book.pictures.get(title),
        )
        for title in titles
    )


@cache
def all_rules() -> dict[str, BookRule]:
    """Return every rule and decision of all games by its id, in the order of `GAMES`."""
    return {
        rule.id: BookRule(game, rule, is_decision)
        for game in GAMES
        for rules, is_decision in ((book_of(game).rules, False), (book_of(game).decisions, True))
        for rule in rules
    }


def citation(id: str, gettext: Callable[[str], str] = lambda text: text) -> str:
    """Return where the rule `id` is printed, in the language of `gettext`, or "" if it is not a rule of a game."""
    found = all_rules().get(id)
    if found is None:
        return ""
    source = gettext(found.rule.source)
    return gettext(DECIDED).format(source=source) if found.is_decision else source
