"""The rule books: the chapters of a game's book, a rule found by its id, its citation, and misplays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from itertools import chain, groupby

from msgspec import Struct

from companion.core.messages import N_
from companion.core.rulebook import Book, Example, Grid, Misplay, Rule
from companion.games import GAMES, part_of

PRINCIPLES = {
    "MP-1": N_(
        "A mistake noticed before the next card is laid or turned up is undone and put right; what people"
        " saw can't be unseen."
    ),
    "MP-2": N_(
        "A mistake noticed later stands if the cards now on the table are possible under the rules: score them as they "
        "are."
    ),
    "MP-3": N_(
        "If the cards on the table are not possible under the rules, decide again or replay as little as"
        " possible: the trick or turn or, failing that, the round. A scored round can be put right until the next one"
        " begins; after that it never changes."
    ),
    "MP-4": N_("If two ways are equally fair, take the one that doesn't help the player who made the mistake."),
    "MP-5": N_("You may always agree on something else; points you agree on are entered with a reason."),
}
DECIDED = N_("Our decision, see %(source)s")


class BookRule(Struct, frozen=True):
    """A rule with the game whose book it is in."""

    slug: str
    rule: Rule
    is_decision: bool


class Chapter(Struct, frozen=True):
    """A chapter of a game's book: its printed rules, our decisions about it, and what is shown with them."""

    title: str
    rules: tuple[Rule, ...]
    decisions: tuple[Rule, ...]
    grids: tuple[Grid, ...]
    examples: tuple[Example, ...]
    picture: str | None  # the card that the chapter is about


def book_of(slug: str) -> Book:
    return part_of(slug, ".book", "BOOK")


def chapters(slug: str) -> tuple[Chapter, ...]:
    book = book_of(slug)
    titles = [title for title, _ in groupby(book.rules, key=lambda rule: rule.chapter)]
    titles.sort(key=lambda title: book.order.index(title) if title in book.order else len(book.order))
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


def citation(rule_id: str, gettext: Callable[[str], str]) -> str:
    """Return where a rule is printed, in the language of `gettext`, or "" if no game has such a rule."""
    cited = all_rules().get(rule_id)
    if cited is None:
        return ""
    source = gettext(cited.rule.source)
    return gettext(DECIDED) % {"source": source} if cited.is_decision else source


def misplays_by_subject(slug: str) -> Mapping[str, tuple[Misplay, ...]]:
    """Return the misplays of the game `slug` by English heading, or nothing if its book has none."""
    return part_of(slug, ".misplays", "MISPLAYS", {})


def misplays(slug: str) -> tuple[Misplay, ...]:
    return tuple(chain.from_iterable(misplays_by_subject(slug).values()))


@cache
def all_misplays() -> dict[str, tuple[str, Misplay]]:
    return {misplay.id: (slug, misplay) for slug in GAMES for misplay in misplays(slug)}
