"""The vocabulary of rule books: rules, the sections they come from, tables, worked examples."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct

from companion.core.messages import N_, Json


class Rule(Struct, frozen=True):
    """A rule or ruling in our own words, with the documents and sections where it is printed."""

    id: str
    text: str
    source: str
    chapter: str


class Section(Struct, frozen=True):
    """A chapter of a rule book and the section of the document that its rules cite."""

    chapter: str
    source: str


# What the app checks of a result that is entered without the cards; its rules are cited as CB-, CG- and CT-.
CHECKS = Section(N_("Checks of results"), N_("Checks of results"))


class Grid(Struct, frozen=True):
    """A table in a chapter: its title, its heads, its rows; a text cell or head is an English text."""

    chapter: str
    title: str
    heads: tuple[str | int, ...]
    rows: tuple[tuple[str | int, ...], ...]


class Example(Struct, frozen=True):
    """A worked example for a rule: a situation of the dispute desk, or the entries of a whole game.

    What it comes to is never written here: the engine says it.
    """

    rule: str
    title: str
    situation: Mapping[str, str] = {}
    record: Mapping[str, Json] = {}


def rule_book(sections: Mapping[Section, Mapping[str, str]]) -> tuple[Rule, ...]:
    """Return the rules of `sections` (id -> text) in reading order."""
    return tuple(
        Rule(name, text, section.source, section.chapter)
        for section, texts in sections.items()
        for name, text in texts.items()
    )


class Remedy(StrEnum):
    """What the table taps in the companion after a misplay."""

    NOTHING = "nothing"
    UNDO = "undo"
    CORRECT = "correct"  # a trick or turn that was entered
    INSERT_TRICK = "insert-trick"
    RESULT = "result"  # of the round or game in progress
    ROUND = "round"  # the result of a round that is over
    SETTINGS = "settings"
    ADJUST = "adjust"


class Misplay(Struct, frozen=True):
    """Something that went wrong at the table, and our decision: three short sentences for people in mid-game.

    `topic` is the heading under which it is found. `now` is done if it is noticed at once, `later` if it is noticed
    afterwards, `entering` says what to tap; `remedies` are the places where that is done, the likeliest first. The
    printed rules are silent: every decision is ours (MP-n).
    """

    id: str
    topic: str
    title: str
    now: str
    later: str
    entering: str
    remedies: tuple[Remedy, ...]


class Topic(Struct, frozen=True):
    """What players look for, in phrases as they say them, divided by commas, and the rules that answer it, best first.

    The phrases are a text like any other: each language has its own.
    """

    phrases: str
    rules: str  # ids, divided by blanks
