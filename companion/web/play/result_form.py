"""The form of a result, the same in all games: a row for each player, with a column for each number."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from companion.core.game import Refusal, Valid
from companion.core.messages import Violation
from companion.core.numbers import int_or_text

Typed = Mapping[str, str]  # form fields as typed, unchecked


class NumberView(Struct, frozen=True):
    """A number field as typed. The sign beside it is for numbers that can be negative: few number pads have a minus."""

    name: str
    label: str
    typed: str
    has_sign: bool
    is_minus: bool
    nothing: str  # what an empty field means


class RowView(Struct, frozen=True):
    """A player, or what else is counted, with the score as soon as it is known."""

    label: str
    numbers: tuple[NumberView, ...]
    score: int | None = None


class SumView(Struct, frozen=True):
    """A sum over all players, and whether it is possible; None if numbers that are still missing can make it so."""

    label: str
    sum: int
    within: range
    is_possible: bool | None


class ResultForm(Struct, frozen=True, kw_only=True):
    """The values for `rounds/result.html`: a result as typed so far, its scores, and what is wrong with it.

    `ways` are the values and labels of the ways of counting, and `way` is the one that is chosen. `hidden` are fields
    that are kept but not shown, with their values. `pad` is the template of what is tapped in place of the numbers.
    `allies` are those who may be: seat, name, and whether the player was chosen. `outcome` is the result in words.
    """

    whereabouts: str = ""
    ways: Sequence[tuple[str, str]]
    way: str
    rows: tuple[RowView, ...]
    hidden: Sequence[tuple[str, str]] = ()
    pad: str = ""
    allies: Sequence[tuple[int, str, bool]] = ()
    sums: Sequence[SumView] = ()
    outcome: str = ""
    notes: Sequence[str] = ()
    violations: Sequence[Violation]
    entry_type: str


def number_view(typed: Typed, name: str, label: str, *, has_sign: bool = False, nothing: str = "0") -> NumberView:
    return NumberView(name, label, typed.get(name, ""), has_sign, bool(typed.get(f"{name}-minus")), nothing)


def violations_of(applied: Valid[Any] | Refusal) -> Sequence[Violation]:
    return applied.violations if isinstance(applied, Refusal) else ()


def read_numbers(typed: Typed, names: Iterable[str]) -> dict[str, int | str]:
    """The numbers in the fields with these `names`, or texts that are none; beside others an empty one is 0."""
    numbers = {name: read_number(typed, name) for name in names}
    is_begun = any(number != "" for number in numbers.values())
    return {name: 0 if number == "" and is_begun else number for name, number in numbers.items()}


def read_number(typed: Typed, name: str) -> int | str:
    """The number in a field, with its sign; whoever chooses minus and types it too means the same."""
    number = int_or_text(typed.get(name))
    return -abs(number) if isinstance(number, int) and typed.get(f"{name}-minus") else number


def number_fields(numbers: Mapping[str, int]) -> dict[str, str]:
    """The fields that would read as these numbers."""
    signs = {f"{name}-minus": "1" for name, number in numbers.items() if number < 0}
    return {name: str(abs(number)) for name, number in numbers.items()} | signs
