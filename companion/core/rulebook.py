"""The vocabulary of rule books in one language: rules, lessons, tables, examples with pictures, mistakes.

A book is read from the files in the folder `texts` of a game's package by `companion.games.book_files`.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from companion.core.messages import Json


class HouseRule(Struct, frozen=True):
    """A house rule in words: its name in `options.rulings`, its answers by their values, why ours is the usual one."""

    name: str
    question: str
    answers: Mapping[str, str]
    reason: str


class CardPicture(Struct, frozen=True):
    """A card of a picture: its suit as in `Palette.suits`, "" for a card face down, and its symbol.

    `note` is a text or name below it. The `mark` is "won" for a card that wins or fits, "alike" for a tie or a pair,
    "doubled" for one that counts twice, "stack" for the top card of a pile, "down" for a row face down, or "".
    """

    suit: str
    symbol: str
    note: str = ""
    mark: str = ""


class PictureRow(Struct, frozen=True):
    """Cards side by side, under a label."""

    label: str
    cards: tuple[CardPicture, ...]


class Picture(Struct, frozen=True):
    """Cards as they lie on the table, with a sentence about them."""

    rows: tuple[PictureRow, ...]
    caption: str = ""


class Example(Struct, frozen=True):
    """A worked example: the situation of a rules question, or the record of a whole game.

    The result is never written here: the game computes it. `picture` draws the situation of an example in a lesson.
    """

    title: str
    situation: Mapping[str, str] = {}
    record: Mapping[str, Json] = {}
    picture: tuple[PictureRow, ...] = ()


class Rule(Struct, frozen=True):
    """A rule in our own words, with where it is printed, its examples, and the house rule that it decides."""

    id: str
    text: str
    source: str
    house_rule: HouseRule | None = None
    examples: tuple[Example, ...] = ()

    @property
    def is_decision(self) -> bool:
        """Whether it is ours, where the printed rules are silent or unclear."""
        return self.id.startswith("R-")


class Grid(Struct, frozen=True):
    """A table of numbers, with an id by which lessons refer to it."""

    id: str
    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Steps(Struct, frozen=True):
    """What happens in which order, such as in a trick; each step with the rules that say more."""

    title: str
    steps: tuple[tuple[str, tuple[str, ...]], ...]


class TextTable(Struct, frozen=True):
    """A table of sentences: what each card does in which case. Each row begins with the card that it is about."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Chapter(Struct, frozen=True):
    """A chapter to look up: where its rules are printed unless they say otherwise, and the card that it is about.

    `is_about_results`: its rules say what the app checks in a result that is entered without the cards.
    """

    title: str
    source: str
    rules: tuple[Rule, ...]
    grids: tuple[Grid, ...]
    picture: str
    is_about_results: bool


class SetupSteps(Struct, frozen=True):
    """The place in a lesson for the set-up list with the drawing of the table."""


class Rules(Struct, frozen=True):
    """A paragraph of a lesson that consists of rules of the book."""

    ids: tuple[str, ...]


class Told(Struct, frozen=True):
    """A paragraph of a lesson that is only about games with one of the options `needs`.

    A need can be the value of an option or house rule, "name=value": then the general book follows the defaults.
    """

    text: str
    needs: tuple[str, ...]


class AtTable(Struct, frozen=True):
    """A sentence of a lesson for tables that have agreed on this value of an option or house rule.

    Without a `value` it is about any number that is not the usual one, and the game says it: its message
    "agreed-<name>" counts `n`.
    """

    name: str
    value: str
    text: str


class Gridded(Struct, frozen=True):
    """The place in a lesson for a table of the book, on paper only."""

    id: str


class Lesson(Struct, frozen=True):
    """A chapter of the part to learn from: its title, and its blocks in reading order; a str is a paragraph.

    With `needs` it is only about games with one of these options, such as a card. It says *you* and cites no rules.
    """

    title: str
    blocks: tuple[str | Rules | Told | Picture | Example | SetupSteps | Gridded | AtTable, ...]
    needs: tuple[str, ...] = ()


class CardText(Struct, frozen=True):
    """A text of a reference card, with the small card beside it, if any; an id in square brackets is that rule's text.

    `rules` are those that it says in its own words. It is only for games with all of `needs`, as a `Told` has them.
    What the table has `agreed` on about these house rules and options follows. `is_more`: it continues the text above.
    """

    text: str
    card: CardPicture | None = None
    rules: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    agreed: tuple[str, ...] = ()
    is_more: bool = False


class CardTexts(Struct, frozen=True):
    """A reference card: its title and texts; with a table of points, or only for games of several players."""

    title: str
    texts: tuple[CardText, ...]
    needs: tuple[str, ...] = ()
    has_table: bool = False
    is_for_several: bool = False


class Step(Struct, frozen=True):
    """What to do about a mistake, under a short heading: pieces of text, each with the place that it links to, or "".

    A place is one of the app, such as "undo", or the id of a mistake.
    """

    head: str
    pieces: tuple[tuple[str, str], ...]

    @property
    def text(self) -> str:
        """The text without its links."""
        return "".join(text for text, place in self.pieces if not place).strip()

    @property
    def links(self) -> list[tuple[str, str]]:
        return [piece for piece in self.pieces if piece[1]]


class Mistake(Struct, frozen=True):
    """Something that went wrong at the table, and our decision: what to do now, later, and at last in the app.

    `is_about_the_app`: only what was entered is wrong.
    """

    id: str
    title: str
    steps: tuple[Step, ...]
    is_about_the_app: bool = False


class Book(Struct, frozen=True, kw_only=True):
    """The rule book of a game in one language, everything in reading order.

    `aim` says what the game is about and how it is played. The `lessons` are to learn from, the `cards` to hold
    in one's hand; the rest is to look up:
    `overviews` at a glance, then the chapters; mistakes by subject; and `phrases`, what players call things, each list
    with the ids of the rules that answer it, best first.
    """

    aim: str
    lessons: tuple[Lesson, ...] = ()
    cards: tuple[CardTexts, ...] = ()
    overviews: tuple[Steps | TextTable, ...] = ()
    chapters: tuple[Chapter, ...]
    mistakes: Mapping[str, tuple[Mistake, ...]] = {}
    phrases: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = ()
