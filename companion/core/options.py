"""Options and house rules of a game: how they are declared, and how they are read."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct

from companion.core.messages import Json, Literal, Param, Violation


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


def check_options(options: Mapping[str, Json], known: Collection[str]) -> list[Violation]:
    """Return a violation for each option that this game does not have."""
    return [
        Violation("unknown-option", "RECORD", {"name": Literal(str(name)[:40])}, name)
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
            violations.append(Violation("unknown-switch", "RECORD", {"name": Literal(str(name)[:40])}, name))
        elif type(value) is not str or value not in switch.values:
            params: dict[str, Param] = {"name": Literal(name), "values": Literal(", ".join(switch.values))}
            violations.append(Violation("unknown-value", switch.rule, params, name))
        else:
            values[name] = value
    return values, violations
