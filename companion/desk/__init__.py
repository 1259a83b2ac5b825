"""The dispute desk: what the rules say about a situation, why, and what another house rule would change.

A situation is a mapping of field to text, as it stands in an address. Nothing is judged here: each game's desk sets up
the state that the situation describes and asks the functions that judge it in play.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from importlib import import_module
from typing import Protocol

from msgspec import Struct

from companion import games
from companion.rules import N_, Param, Said, Switch, Text, Violation
from companion.words import Words

Situation = Mapping[str, str]

# slug -> module, as in `companion.games`.
DESKS = {
    "bids": "companion.desk.bids",
    "the-game": "companion.desk.the_game",
    "take-that": "companion.desk.take_that",
}

WORDS: Words = {
    "desk-field": N_("The desk does not know the field {name}."),
    "desk-number": N_("{value} is not a number from {low} to {high}."),
    "desk-choice": N_("{value} is not possible here; possible are {values}."),
    "printed": N_("Printed rules"),
    "bga": N_("Board Game Arena"),
}


class Case(Struct, frozen=True):
    """What a situation comes to, in statements, and why; `same` is equal for cases that come to the same.

    `rulings` are the house rules that were looked at: no other can change the case. None: it is not known which.
    """

    said: tuple[Said, ...]
    why: tuple[Said, ...]
    same: Hashable
    rulings: frozenset[str] | None = None


class Missing(Struct, frozen=True):
    """What the desk has to know first: the field, and the question."""

    field: str
    said: Said


class Unknown(Struct, frozen=True):
    """A field that was left open, the question for it, and values that stand for all it could be."""

    field: str
    said: Said
    values: tuple[str, ...]


class Under(Struct, frozen=True):
    """What the situation comes to under another value of a house rule."""

    switch: Switch
    value: str
    case: Case


class Answer(Struct, frozen=True):
    """The desk's answer: a case, or what is missing, or what is wrong with the situation.

    `under` holds the house rules that would change the case; `documents` the case by ruleset, when they differ.
    """

    case: Case | None = None
    missing: Missing | None = None
    wrong: tuple[Violation, ...] = ()
    under: tuple[Under, ...] = ()
    documents: tuple[tuple[str, Case], ...] = ()


Judged = Case | Missing | tuple[Violation, ...]
Cases = dict[tuple[str, ...], Case]  # by the values of the open fields


class Desk(Protocol):
    """What a game's desk is: a module with texts, the names of its fields, and two functions."""

    WORDS: Words
    FIELDS: frozenset[str]
    DOCUMENTS: Mapping[str, Mapping[str, str]]  # documents that may disagree, as presets of house rules

    def judge(self, situation: Situation) -> Judged:
        """Return what `situation` comes to, what is missing for it, or what is wrong with it."""

    def unknowns(self, situation: Situation) -> tuple[Unknown, ...]:
        """Return the open fields that might change the answer, the likeliest first."""


def load(game: str) -> Desk:
    """Return the desk of `game` (its slug).

    :raises KeyError: there is no such game.
    """
    desk: Desk = import_module(DESKS[game])
    return desk


def words(game: str) -> Words:
    """Return the texts of the desk of `game`, the game's own included."""
    return {**games.load(game).WORDS, **WORDS, **load(game).WORDS}


def settle(game: str, situation: Situation) -> Answer:
    """Return the answer to `situation`: the verdict, or the first question whose answer would change it."""
    desk = load(game)
    wrong = tuple(
        Violation("desk-field", "RECORD", {"name": Text(name)}, name) for name in situation if name not in desk.FIELDS
    )
    if wrong:
        return Answer(wrong=wrong)
    cases = _cases(desk, situation)
    judged = _agreed(desk, situation, cases)
    if isinstance(judged, tuple):
        return Answer(wrong=judged)
    if isinstance(judged, Missing):
        return Answer(missing=judged)
    switches = [
        it
        for it in games.load(game).SWITCHES
        if any(case.rulings is None or it.name in case.rulings for case in cases.values())
    ]
    disputed = frozenset(it.name for it in switches if len({preset[it.name] for preset in desk.DOCUMENTS.values()}) > 1)
    documents = _by_document(desk, situation, disputed) if disputed else ()
    under = tuple(
        Under(switch, value, other)
        for switch in switches
        if not (documents and switch.name in disputed)
        for value in switch.values
        if (other := _otherwise(desk, with_rule(situation, switch.name, value), judged)) is not None
    )
    return Answer(judged, under=under, documents=documents)


def rulings(situation: Situation) -> dict[str, str]:
    """Return the house rules that `situation` names: "a:b c:d" in its field `rules`."""
    pairs = (text.partition(":") for text in situation.get("rules", "").split())
    return {name: value for name, _, value in pairs}


def with_rule(situation: Situation, name: str, value: str) -> dict[str, str]:
    """Return `situation` with the house rule `name` set to `value`."""
    named = {**rulings(situation), name: value}
    return {**situation, "rules": " ".join(f"{name}:{value}" for name, value in named.items())}


def _by_document(desk: Desk, situation: Situation, disputed: frozenset[str]) -> tuple[tuple[str, Case], ...]:
    """Return the case by each ruleset, nothing if they agree."""
    cases = []
    for name, preset in desk.DOCUMENTS.items():
        asked = situation
        for switch in disputed:
            asked = with_rule(asked, switch, preset[switch])
        judged = _agreed(desk, asked, _cases(desk, asked))
        if isinstance(judged, Case):
            cases.append((name, judged))
    return tuple(cases) if len({case.same for _, case in cases}) > 1 else ()


def _otherwise(desk: Desk, situation: Situation, judged: Case) -> Case | None:
    """Return what `situation` comes to if that differs from `judged`, whatever the open fields are; else None."""
    cases = list(_cases(desk, situation).values())
    if not cases or any(case.same == judged.same for case in cases):
        return None
    certain = tuple(it for it in cases[0].said if all(it in case.said for case in cases))
    if all(it in judged.said for it in certain):
        return cases[0]  # the open fields decide all that is new: told as if they were empty
    return Case(certain, cases[0].why, certain)


def _agreed(desk: Desk, situation: Situation, cases: Cases) -> Judged:
    """Return the case if all values of the open fields come to the same, else the first field that matters."""
    if not cases:
        return desk.judge(situation)
    if len({case.same for case in cases.values()}) > 1:
        for at, unknown in enumerate(desk.unknowns(situation)):
            if _matters(cases, at):
                return Missing(unknown.field, unknown.said)
    return next(iter(cases.values()))


def _cases(desk: Desk, situation: Situation) -> Cases:
    """Return the case for every way to fill one open field, the others being all plain or all the contrary.

    Every combination of six fronts would take ten times as long, and a field that matters only in one of those is
    asked for as soon as the others are known.
    """
    unknowns = desk.unknowns(situation)
    cases = {}
    for base in ({it.field: it.values[0] for it in unknowns}, {it.field: it.values[-1] for it in unknowns}):
        for field, value in [("", ""), *((it.field, value) for it in unknowns for value in it.values)]:
            assumed = {**base, field: value} if field else base
            values = tuple(assumed.values())
            if values not in cases and isinstance(judged := desk.judge({**situation, **assumed}), Case):
                cases[values] = judged
    return cases


def _matters(cases: Cases, at: int) -> bool:
    """Tell whether the value at place `at` changes the case while the others stay as they are."""
    found: dict[tuple[str, ...], Hashable] = {}
    return any(
        found.setdefault(values[:at] + values[at + 1 :], case.same) != case.same for values, case in cases.items()
    )


def number(situation: Situation, field: str, default: int, within: range, wrong: list[Violation]) -> int:
    """Return the whole number in `field`; adds to `wrong` what is no such number."""
    text = situation.get(field, "").strip()
    if not text:
        return default
    if text.isascii() and text.lstrip("-").isdigit() and len(text) < 5 and int(text) in within:
        return int(text)
    params: dict[str, Param] = {"value": Text(text), "low": within[0], "high": within[-1]}
    wrong.append(Violation("desk-number", "RECORD", params, field))
    return default


def numbers(situation: Situation, field: str, within: range, wrong: list[Violation]) -> tuple[int, ...]:
    """Return the whole numbers in `field`, as `number` does."""
    found = listed(situation, field)
    return tuple(number({field: text}, field, within[0], within, wrong) for text in found)


def choice(situation: Situation, field: str, values: Sequence[str], wrong: list[Violation]) -> str:
    """Return the value in `field`, the first of `values` if it is empty; adds to `wrong` what is none of them."""
    value = situation.get(field, "").strip() or values[0]
    if value in values:
        return value
    params: dict[str, Param] = {"value": Text(value), "values": Text(", ".join(values))}
    wrong.append(Violation("desk-choice", "RECORD", params, field))
    return values[0]


def listed(situation: Situation, field: str) -> tuple[str, ...]:
    """Return the words in `field`, separated by blanks or commas."""
    return tuple(situation.get(field, "").replace(",", " ").split())
