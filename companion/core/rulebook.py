"""The vocabulary of rule books: rules and the sections they come from, lessons, tables, examples with pictures."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct

from companion.core.messages import N_, Json


class Rule(Struct, frozen=True):
    """A rule or decision in our own words, with the documents and sections where it is printed."""

    id: str
    text: str
    source: str
    chapter: str


class Section(Struct, frozen=True):
    """A chapter of a rule book and the section of the document that its rules cite."""

    chapter: str
    source: str


# What the app checks in a result that is entered without the cards; its rules are cited as CB-, CG- and CT-.
CHECKS = Section(N_("Checks of results"), N_("Checks of results"))


class Grid(Struct, frozen=True):
    """A table in a chapter: its title, its heads, its rows; a text cell or head is an English text."""

    chapter: str
    title: str
    heads: tuple[str | int, ...]
    rows: tuple[tuple[str | int, ...], ...]


class CardPicture(Struct, frozen=True):
    """A card of a picture: its suit as in `Palette.suits`, "" for a card face down, and its symbol.

    `note` is a text or name below it. The `mark` is "won" for the card that wins, "doubled" for one that counts twice,
    "stack" for the top card of a pile, "down" for a row that lies face down, or "".
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
    """A worked example for a rule: the situation of a rules question, or the entries of a whole game.

    The result is never written here: the game computes it. `picture` draws the situation of an example in a lesson.
    """

    rule: str
    title: str
    situation: Mapping[str, str] = {}
    record: Mapping[str, Json] = {}
    picture: tuple[PictureRow, ...] = ()


class SetupSteps(Struct, frozen=True):
    """The place in a lesson for the set-up list with the drawing of the table."""


class Rules(Struct, frozen=True):
    """A paragraph of a lesson that consists of rules of the book."""

    ids: tuple[str, ...]


class Told(Struct, frozen=True):
    """A paragraph of a lesson that is only about games with one of the options `needs`."""

    text: str
    needs: tuple[str, ...]


class AtTable(Struct, frozen=True):
    """The place in a lesson for what a table has agreed on in place of our defaults.

    `texts` has a sentence for each value of the option or house rule `name` that differs from the default.
    """

    name: str
    texts: Mapping[str, str]


class Agreed(Struct, frozen=True):
    """The place in a lesson for a number that a table has agreed on: singular and plural, with %(n)s."""

    name: str
    texts: tuple[str, str]


class Gridded(Struct, frozen=True):
    """The place in a lesson for the table of the book with this title; on a page it may be too much."""

    title: str
    is_only_printed: bool = False


class Lesson(Struct, frozen=True):
    """A chapter of the part to learn from: its title, and its blocks in reading order; a str is a paragraph.

    With `needs` it is only about games with one of these options, such as a card. It says *you* and cites no rules.
    """

    title: str
    blocks: tuple[str | Rules | Told | Picture | Example | SetupSteps | Gridded | AtTable | Agreed, ...]
    needs: tuple[str, ...] = ()


class Steps(Struct, frozen=True):
    """What happens in which order, such as in a trick; each step with the rules that say more."""

    title: str
    steps: tuple[tuple[str, tuple[str, ...]], ...]


class TextTable(Struct, frozen=True):
    """A table of sentences: what each card does in which case. Each row begins with the card that it is about."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Book(Struct, frozen=True, kw_only=True):
    """The rule book of a game, everything in reading order: the module `book` of its package holds it as `BOOK`.

    `aim` says what the game is about and how it is played. The `lessons` are to learn from; the rest is to look up:
    `overviews` at a glance, then the chapters, those named in `order` first. `decisions` are ours where the printed
    rules are silent. `pictures` has the cards that a chapter is about, by its title.
    """

    aim: str
    lessons: tuple[Lesson, ...] = ()
    overviews: tuple[Steps | TextTable, ...] = ()
    order: tuple[str, ...] = ()
    rules: tuple[Rule, ...]
    decisions: tuple[Rule, ...] = ()
    grids: tuple[Grid, ...] = ()
    examples: tuple[Example, ...] = ()
    pictures: Mapping[str, str] = {}


def rule_book(sections: Mapping[Section, Mapping[str, str]]) -> tuple[Rule, ...]:
    """Return the rules of `sections` (id -> text) in reading order."""
    return tuple(
        Rule(name, text, section.source, section.chapter)
        for section, texts in sections.items()
        for name, text in texts.items()
    )


class Remedy(StrEnum):
    """A place in the app where a misplay is put right."""

    NOTHING = "nothing"
    UNDO = "undo"
    CORRECT = "correct"  # a trick or turn that was entered
    INSERT_TRICK = "insert-trick"
    RESULT = "result"  # the result of the round or game in progress
    ROUND = "round"  # the result of a round that is over
    END = "end"  # ending the game early, or starting one with other people
    SETTINGS = "settings"
    ADJUST = "adjust"


NOW = N_("Now")
IF_LATER = N_("If you notice later")


class Misplay(Struct, frozen=True):
    """Something that went wrong at the table, and our decision: three short sentences for use during a game.

    `now` says what to do if it is noticed at once, `later` what to do afterwards; `heads` are their headings, where
    others fit better. `entering` says what to tap, and `remedies` are the places for that, the likeliest first. By
    default nothing has to be entered. `see` is the id of the misplay that goes on from here. The printed rules are
    silent about mistakes, so every decision is ours (MP-n).
    """

    id: str
    title: str
    now: str
    later: str
    entering: str = N_("There is nothing to enter.")
    remedies: tuple[Remedy, ...] = (Remedy.NOTHING,)
    heads: tuple[str, str] = (NOW, IF_LATER)
    see: str = ""
