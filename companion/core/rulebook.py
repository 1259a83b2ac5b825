"""The vocabulary of rule books: rules, the sections they come from, tables, worked examples."""

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


class Example(Struct, frozen=True):
    """A worked example for a rule: the situation of a rules question, or the entries of a whole game.

    The result is never written here: the game computes it.
    """

    rule: str
    title: str
    situation: Mapping[str, str] = {}
    record: Mapping[str, Json] = {}


class Book(Struct, frozen=True, kw_only=True):
    """The rule book of a game, everything in reading order: the module `book` of its package holds it as `BOOK`.

    `aim` says what the game is about and how it is played. `decisions` are ours where the printed rules are silent.
    `pictures` has the cards that a chapter is about, by its title.
    """

    aim: str
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
