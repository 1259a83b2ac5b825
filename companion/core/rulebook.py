"""The vocabulary of rule books: rules, the sections they come from, tables, worked examples."""

from __future__ import annotations

from collections.abc import Mapping

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
