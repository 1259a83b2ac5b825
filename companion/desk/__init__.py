"""The dispute desk: what the rules say about a situation, why, and what another house rule would change.

A situation is a mapping of field to text, as it stands in an address. Nothing is judged here: each game's desk sets up
the state that the situation describes and asks the functions that judge it in play.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import product
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from companion import games
from companion.core.messages import N_, Literal, Message, Param, Violation, Words
from companion.core.options import Switch

Situation = Mapping[str, str]

WORDS: Words = {
    "desk-field": N_("Unknown field: {name}."),
    "desk-number": N_("{value} is not a number from {low} to {high}."),
    "desk-choice": N_("{value} is not allowed here. You can use: {values}."),
    "printed": N_("Printed rules"),
    "bga": N_("Board Game Arena"),
}


class Case(Struct, frozen=True):
    """What a situation comes to, in statements, and why; `same` is equal for cases that come to the same.

    `rulings` are the house rules that were looked at: no other can change the case. None: it is not known which.
    """

    said: tuple[Message, ...]
    why: tuple[Message, ...]
    same: Hashable
    rulings: frozenset[str] | None = None


class Missing(Struct, frozen=True):
    """What the desk has to know first: the field, and the question."""

    field: str
    said: Message


class Unknown(Struct, frozen=True):
    """A field that was left open, the question for it, and values that stand for all it could be."""

    field: str
    said: Message
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
Values = tuple[str, ...]  # of the open fields


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
    desk: Desk = games.part(game, __name__)
    return desk


def words(game: str) -> Words:
    """Return the texts of the desk of `game`, the game's own included."""
    return {**games.load(game).WORDS, **WORDS, **load(game).WORDS}


def settle(game: str, situation: Situation) -> Answer:
    """Return the answer to `situation`: the verdict, or the first question whose answer would change it."""
    desk = load(game)
    wrong = tuple(
        Violation("desk-field", "RECORD", {"name": Literal(name)}, name)
        for name in situation
        if name not in desk.FIELDS
    )
    if wrong:
        return Answer(wrong=wrong)
    judged = _agreed(desk, situation)
    if isinstance(judged, tuple):
        return Answer(wrong=judged)
    if isinstance(judged, Missing):
        return Answer(missing=judged)
    switches = [it for it in games.load(game).SWITCHES if judged.rulings is None or it.name in judged.rulings]
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
        judged = _agreed(desk, asked)
        if isinstance(judged, Case):
            cases.append((name, judged))
    return tuple(cases) if len({case.same for _, case in cases}) > 1 else ()


def _otherwise(desk: Desk, situation: Situation, judged: Case) -> Case | None:
    """Return what `situation` comes to if that differs from `judged`, whatever the open fields are; else None."""
    cases = []
    for _values, case in _possible(desk, situation):
        if case.same == judged.same:
            return None
        cases.append(case)
    if not cases:
        return None
    certain = tuple(it for it in cases[0].said if all(it in case.said for case in cases))
    if all(it in judged.said for it in certain):
        return cases[0]  # the open fields decide all that is new: told as if they were empty
    return Case(certain, cases[0].why, certain)


def _agreed(desk: Desk, situation: Situation) -> Judged:
    """Return the case if all values of the open fields come to the same, else the question for one that matters."""
    judged = desk.judge(situation)
    if isinstance(judged, tuple):
        return judged
    known: tuple[Values, Case] | None = None
    looked_at: frozenset[str] = frozenset()
    for values, case in _possible(desk, situation):
        if known is None:
            known = values, case
        elif case.same != known[1].same:
            return _question(desk, situation, known, values)
        looked_at |= case.rulings or frozenset()
    if known is None:
        return judged
    return known[1] if known[1].rulings is None else replace(known[1], rulings=looked_at)


def _possible(desk: Desk, situation: Situation) -> Iterator[tuple[Values, Case]]:
    """Yield what `situation` comes to for every way to fill the open fields.

    At first one field differs from all plain or all the contrary: if anything matters, that nearly always shows it.
    """
    unknowns = desk.unknowns(situation)
    values = [it.values for it in unknowns]
    likely: list[Values] = []
    for base in (tuple(them[0] for them in values), tuple(them[-1] for them in values)):
        likely += [base, *((*base[:at], value, *base[at + 1 :]) for at, them in enumerate(values) for value in them)]
    for filled in dict.fromkeys((*likely, *product(*values))):
        judged = desk.judge({**situation, **_filled(unknowns, filled)})
        if isinstance(judged, Case):
            yield filled, judged


def _question(desk: Desk, situation: Situation, known: tuple[Values, Case], other: Values) -> Missing:
    """Return the question for the field that makes the difference on the way from `known` to `other`."""
    unknowns = desk.unknowns(situation)
    values, case = known
    differing = [at for at in range(len(unknowns)) if values[at] != other[at]]
    for at in differing:
        values = (*values[:at], other[at], *values[at + 1 :])
        judged = desk.judge({**situation, **_filled(unknowns, values)})
        if isinstance(judged, Case) and judged.same != case.same:
            break
    return Missing(unknowns[at].field, unknowns[at].said)


def _filled(unknowns: Sequence[Unknown], values: Values) -> dict[str, str]:
    return {it.field: value for it, value in zip(unknowns, values, strict=True)}


def number(situation: Situation, field: str, default: int, within: range, wrong: list[Violation]) -> int:
    """Return the whole number in `field`; adds to `wrong` what is no such number."""
    text = situation.get(field, "").strip()
    if not text:
        return default
    if text.isascii() and text.lstrip("-").isdigit() and len(text) < 5 and int(text) in within:
        return int(text)
    params: dict[str, Param] = {"value": Literal(text), "low": within[0], "high": within[-1]}
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
    params: dict[str, Param] = {"value": Literal(value), "values": Literal(", ".join(values))}
    wrong.append(Violation("desk-choice", "RECORD", params, field))
    return values[0]


def listed(situation: Situation, field: str) -> tuple[str, ...]:
    """Return the words in `field`, separated by blanks or commas."""
    return tuple(situation.get(field, "").replace(",", " ").split())
