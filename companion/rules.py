"""The vocabulary all games share: statements, refusals, rulings, and the Protocol `Game`.

Nothing here knows a particular game, a language, a clock or a framework.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

Json = Any  # None | bool | int | float | str | list[Json] | dict[str, Json]
S = TypeVar("S")


class Person(Struct, frozen=True):
    """A player in a record: `name`, never blank, and a `surname` or ""."""

    name: str
    surname: str = ""


class Who(Struct, frozen=True):
    """A seat (0-based) inside a statement; it is read out as that player's name."""

    seat: int


class Text(Struct, frozen=True):
    """Words that somebody typed, inside a statement; they are repeated as they stand."""

    text: str


class Term(Struct, frozen=True):
    """A term of a game inside a statement, named by its id in the game's `WORDS`."""

    id: str


# A `str` is a card in the notation of `companion.cards`, a tuple a list of cards or of players.
Param = int | str | Who | Text | Term | tuple[str, ...] | tuple[Who, ...] | tuple[int, ...]


class Said(Struct, frozen=True):
    """A statement that cites a rule: an id and parameters, put into words by `companion.words`."""

    rule: str
    id: str
    params: Mapping[str, Param] = {}


class Violation(Struct, frozen=True):
    """One thing that is wrong with an entry: stable kebab-case `code`, the rule it breaks, the field."""

    code: str
    rule: str
    params: Mapping[str, Param] = {}
    field: str | None = None


class Refusal(Struct, frozen=True):
    """An entry that does not stand, with every independent violation, at least one."""

    violations: tuple[Violation, ...]


class Ruling(Struct, Generic[S], frozen=True):
    """An entry that stands: the state after it and what deserves a warning."""

    state: S
    warnings: tuple[Said, ...] = ()


class Switch(Struct, frozen=True):
    """A house rule as data: its ruling id, its name in `options.rulings`, its values, default first.

    `question` and `reason` are English sentences for players; `answers` says each value in words, in
    the order of `values`.
    """

    rule: str
    name: str
    values: tuple[str, ...]
    question: str
    answers: tuple[str, ...]
    reason: str


class Rule(Struct, frozen=True):
    """A rule or ruling in our own words, with the documents and sections where it is printed."""

    id: str
    text: str
    source: str
    chapter: str


class Game(Protocol[S]):
    """What a game is to the rest of the house: constants and functions of a package.

    `Words` maps a message id to its English text, or to (singular, plural), told apart by `n`.
    """

    SLUG: str
    SEATS: range
    SWITCHES: tuple[Switch, ...]
    WORDS: Mapping[str, str | tuple[str, str]]

    def setup(self, players: Sequence[Person], options: Mapping[str, Json]) -> S | Refusal:
        """Return the state before the first entry, or why these options are impossible."""

    def prompt(self, state: S) -> dict[str, Json] | None:
        """Return what the table must report next; None when the game is over."""

    def record(self, state: S, entry: object) -> Ruling[S] | Refusal:
        """Return the state after `entry`, or a refusal that lists all that is wrong with it."""

    def report(self, state: S, say: Say) -> dict[str, Json]:
        """Return the game's fields of `companion-report/1`: turns, rounds, totals, ranking, its own."""

    def question(self, state: S, entry: object) -> Hashable:
        """Return which question of the table `entry` answers in `state`, None if it answers none.

        Two phones that answer the same question report the same thing; a late answer to a question that
        is still open stands. Equal questions are equal values, whatever was reported in between.
        """


class Say(Protocol):
    """Puts a statement into words."""

    def __call__(self, said: Said | Violation) -> str: ...


class Replay(Struct, Generic[S], frozen=True):
    """A folded list of entries: the state after the last that stands, and where it stopped."""

    state: S
    refused: int | None  # index of the refused entry
    refusal: Refusal | None
    warnings: tuple[tuple[int, Said], ...]


def replay(game: Game[S], state: S, entries: Iterable[object]) -> Replay[S]:
    """Fold `entries` into `state`; stop at the first that is refused."""
    warnings: list[tuple[int, Said]] = []
    record = game.record
    for index, entry in enumerate(entries):
        ruling = record(state, entry)
        if isinstance(ruling, Refusal):
            return Replay(state, index, ruling, tuple(warnings))
        state = ruling.state
        if ruling.warnings:
            warnings.extend((index, warning) for warning in ruling.warnings)
    return Replay(state, None, None, tuple(warnings))


def N_(text: str) -> str:  # noqa: N802 - the name by which catalogues are extracted
    """Return `text`: marks an English sentence that is put into other languages at the edge."""
    return text


def NN_(singular: str, plural: str) -> tuple[str, str]:  # noqa: N802
    """Return both forms of a sentence with a count `n`, marked as `N_` does."""
    return singular, plural
