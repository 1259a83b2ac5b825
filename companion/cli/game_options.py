"""The options of the games as command-line options, built from the games' declarations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from companion.cli.options import Decorator, with_options
from companion.core.messages import Json
from companion.core.options import AllButOne, Choice, Flag, Option, SeatChoice, Several
from companion.games import GAMES, rules_of

HOUSE_RULES = click.option(
    "--rule", "rulings", multiple=True, metavar="NAME=VALUE", help="A house rule, see docs/record.md; may be repeated."
)


def game_options() -> Decorator:
    """Return a decorator that gives a command the options of all games, and `--rule` for house rules.

    Options with the same name in several games become one option of the command; its help names the games.
    """
    options: dict[str, tuple[Option, list[str]]] = {}  # name -> option, help
    for rules in map(rules_of, GAMES):
        for option in rules.OPTIONS:
            text = f"{rules.TITLE}: {option.label[0].lower()}{option.label[1:]}"
            options.setdefault(option.name, (option, []))[1].append(text)
    decorators = [decorator for option, texts in options.values() for decorator in _decorators(option, texts)]
    return with_options(*decorators, HOUSE_RULES)


def chosen_options(slug: str, given: Mapping[str, Any]) -> dict[str, Json]:
    """Return a record's `options` from those of a command; the game refuses the options of other games."""
    declared = {option.name: option for option in rules_of(slug).OPTIONS} if slug in GAMES else {}
    names = option_names()
    options = {
        name: declared[name].from_text(value) if name in declared else value
        for name, value in given.items()
        if name in names and value not in (None, ())
    }
    rulings = dict(rule.partition("=")[::2] for rule in given.get("rulings") or ())
    return {**options, "rulings": rulings} if rulings else options


def option_names() -> set[str]:
    return {option.name for rules in map(rules_of, GAMES) for option in rules.OPTIONS}


def _decorators(option: Option, texts: Sequence[str]) -> list[Decorator]:
    """Return the command-line options for `option` of a game; the other one of two values has an option of its own."""
    repeated, name = isinstance(option, Several), option.name
    text = "; ".join([*texts, "may be repeated"] if repeated else texts)
    text += "" if text.endswith("?") else "."
    if isinstance(option, SeatChoice):
        text += " Seats count from 0."
    if isinstance(option, Several | AllButOne):  # one of them: --special, --without-color
        name = ("without_" if isinstance(option, AllButOne) else "") + name.removesuffix("s")
    flag = "--" + name.replace("_", "-")
    if isinstance(option, Flag):
        return [click.option(f"{flag}/{flag.replace('--', '--no-')}", option.name, default=None, help=text)]
    kind = "SEAT" if isinstance(option, SeatChoice) else type(option).__name__.upper()
    metavar = "|".join(option.values) or kind
    made: list[Decorator] = [click.option(flag, option.name, multiple=repeated, metavar=metavar, help=text)]
    for value in list(option.values)[1:] if isinstance(option, Choice) and len(option.values) == 2 else ():
        preset = f"{option.values[value]}: the same as {flag} {value}."
        made.append(click.option(f"--{value}".replace("_", "-"), option.name, flag_value=value, help=preset))
    return made
