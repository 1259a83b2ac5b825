"""The vocabulary all games share: statements, refusals, rulings, and the Protocol `Game`.

Nothing here knows a particular game, a language, a clock or a framework.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

Json = Any  # None | bool | int | float | str | list[Json] | dict[str, Json]
S = TypeVar("S")


class Person(Struct, frozen=True):
    """A player in a record: `name`, never blank, and a `surname` or ""."""

    name: str
    surname: str = ""


class Who(Struct, frozen=True, gc=False):
    """A seat (0-based) inside a statement; it is read out as that player's name."""

    seat: int


class Text(Struct, frozen=True, gc=False):
    """Words that somebody typed, inside a statement; they are repeated as they stand."""

    text: str


class Term(Struct, frozen=True, gc=False):
    """A term of a game inside a statement, named by its id in the game's `WORDS`."""

    id: str


# A `str` is a card in the notation of `companion.cards`, a tuple a list of them.
Param = int | str | Who | Text | Term | tuple[str, ...] | tuple[Who, ...] | tuple[int, ...] | tuple[Term, ...]


class Said(Struct, frozen=True, gc=False):
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


class Ruling(Struct, Generic[S], frozen=True, gc=False):
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


class Game(Protocol[S]):
    """What a game is to the rest of the house: constants and functions of a package.

    `TITLE` is its name, which is not translated, `ABOUT` an English text that tells in a few words what kind of game it
    is. `WORDS` maps a message id to its English text, or to (singular, plural), told apart by `n`.
    """

    SLUG: str
    TITLE: str
    ABOUT: str
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


class Kind(Struct, frozen=True):
    """What a field of an entry may hold: a term that says it in words, and the test."""

    term: str
    holds: Callable[[Json], bool]


INTEGER = Kind("a-whole-number", lambda value: type(value) is int)
STRING = Kind("a-text", lambda value: type(value) is str)


class Shape(Struct, frozen=True):
    """The fields of an entry type besides `type`; the `optional` ones may be left out.

    `together` says what is wrong with the fields side by side, once each of them is right.
    """

    required: Mapping[str, Kind] = {}
    optional: Mapping[str, Kind] = {}
    together: Callable[[Mapping[str, Json]], list[Violation]] | None = None


ADJUST = Shape({"seat": INTEGER, "points": INTEGER, "reason": STRING})
FINISH = Shape()


def check_shape(entry: object, shapes: Mapping[str, Shape]) -> list[Violation]:
    """Return all that is wrong with the type and the fields of `entry`, whatever the state of the game."""
    if type(entry) is not dict:
        return [Violation("not-an-object", "RECORD")]
    if "type" not in entry:
        return [missing_field("type")]
    name = entry["type"]
    shape = shapes.get(name) if type(name) is str else None
    if shape is None:
        return [Violation("unknown-type", "RECORD", {"type": Text(str(name)[:40])}, "type")]
    violations = []
    for field, kind in shape.required.items():
        if field not in entry:
            violations.append(missing_field(field))
        elif not kind.holds(entry[field]):
            violations.append(_wrong_type(field, kind))
    known = 1 + len(shape.required)
    for field, kind in shape.optional.items():
        if field in entry:
            known += 1
            if not kind.holds(entry[field]):
                violations.append(_wrong_type(field, kind))
    if len(entry) > known or violations:
        fields = {"type", *shape.required, *shape.optional}
        violations += (
            Violation("unknown-field", "RECORD", {"name": Text(str(field)[:40])}, field)
            for field in entry
            if field not in fields
        )
    elif shape.together is not None:
        violations = shape.together(entry)
    return violations


def missing_field(field: str) -> Violation:
    """Return the violation that an entry lacks `field`."""
    return Violation("missing-field", "RECORD", {"name": Text(field)}, field)


def _wrong_type(field: str, kind: Kind) -> Violation:
    return Violation("wrong-type", "RECORD", {"name": Text(field), "kind": Term(kind.term)}, field)


def check_adjust(entry: Mapping[str, Json], seats: int) -> list[Violation]:
    """Return what is wrong with the content of an `adjust` entry: the seat, the points, the reason."""
    violations = []
    if not 0 <= entry["seat"] < seats:
        violations.append(no_such_seat(entry["seat"], seats))
    if entry["points"] == 0 or abs(entry["points"]) > 999:
        violations.append(Violation("adjust-points", "RECORD", {"points": entry["points"]}, "points"))
    if not entry["reason"].strip():
        violations.append(Violation("adjust-reason", "RECORD", {}, "reason"))
    return violations


def no_such_seat(seat: int, seats: int, field: str = "seat") -> Violation:
    """Return the violation that `seat` is not one of the `seats` places at the table."""
    return Violation("no-such-seat", "RECORD", {"seat": seat, "last": seats - 1}, field)


def check_options(options: Mapping[str, Json], known: Collection[str]) -> list[Violation]:
    """Return a violation for each option that this game does not have."""
    return [
        Violation("unknown-option", "RECORD", {"name": Text(str(name)[:40])}, name)
        for name in options
        if name not in known
    ]


def read_switches(rulings: Json, switches: Sequence[Switch]) -> tuple[dict[str, str], list[Violation]]:
    """Return the values that `options.rulings` sets, and what is wrong with it; defaults are not filled in."""
    if type(rulings) is not dict:
        return {}, [Violation("rulings-shape", "RECORD", {}, "rulings")]
    by_name = {switch.name: switch for switch in switches}
    values: dict[str, str] = {}
    violations = []
    for name, value in rulings.items():
        switch = by_name.get(name)
        if switch is None:
            violations.append(Violation("unknown-switch", "RECORD", {"name": Text(str(name)[:40])}, name))
        elif type(value) is not str or value not in switch.values:
            params: dict[str, Param] = {"name": Text(name), "values": Text(", ".join(switch.values))}
            violations.append(Violation("unknown-value", switch.rule, params, name))
        else:
            values[name] = value
    return values, violations


# What every game says about entries and options; a game adds its own texts to these in its `WORDS`.
WORDS: Mapping[str, str | tuple[str, str]] = {
    "a-whole-number": N_("a whole number"),
    "a-text": N_("a text"),
    "not-an-object": N_("An entry is a JSON object."),
    "missing-field": N_("The entry lacks the field {name}."),
    "unknown-type": N_("There is no entry of the type {type} in this game."),
    "wrong-type": N_("The field {name} must be {kind}."),
    "unknown-field": N_("The entry has a field {name} that is not known here."),
    "no-such-seat": N_("There is no seat {seat}: the seats are 0 to {last}."),
    "adjust-points": N_("An adjustment is a whole number from -999 to 999, but not 0; this one is {points}."),
    "adjust-reason": N_("Please say why the points are adjusted."),
    "game-over": N_("The game is over. Undo the last entry to go on."),
    "unknown-option": N_("There is no option {name} in this game."),
    "rulings-shape": N_("The house rules must be a JSON object."),
    "unknown-switch": N_("There is no house rule {name} in this game."),
    "unknown-value": N_("The house rule {name} can be: {values}."),
}
