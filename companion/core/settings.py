"""The settings of one game, read strictly from a record's `options`, and which values they rule out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from msgspec import Struct

from companion.core.game import GameRules, Refusal
from companion.core.messages import RECORD, Json, Param, Verbatim, Violation, any_of, quoted
from companion.core.options import Option, Switch, rulings_in_force


class Settings(Struct, frozen=True):
    """The settings of one game: a value for each of its options and house rules."""

    player_count: int
    options: Mapping[str, Json]
    rulings: Any  # the `HouseRules` of the game

    def __getitem__(self, name: str) -> Json:
        return self.options[name]

    def __getattr__(self, name: str) -> Json:
        """The value of the option called `name`, as the set-up of a game has it."""
        if name not in self.options:
            raise AttributeError(name)
        return self.options[name]


def read_settings(rules: GameRules[Any], player_count: int, given: Mapping[str, Json]) -> Settings | Refusal:
    """The settings in a record's `options`, or a refusal that lists everything that is wrong with them.

    What is wrong with the house rules is listed after the option that presets them, or last if there is none.
    """
    options = rules.OPTIONS
    results = {option.name: _read_option(option, player_count, given) for option in options}
    values = {name: value for name, (value, _) in results.items()}
    rulings, ruling_violations = _read_rulings(given.get("rulings", {}), rules.SWITCHES)
    in_force = rulings_in_force(rules, {**values, "rulings": rulings})
    settings = Settings(player_count, values, rules.HOUSE_RULES(**in_force))
    option_violations = [[*results[option.name][1], *option.check(values[option.name], settings)] for option in options]
    preset_at = next((index for index, option in enumerate(options, 1) if option.presets), len(options))
    option_violations.insert(preset_at, ruling_violations)
    violations = [_unknown("unknown-option", name) for name in given if name not in (*values, "rulings")]
    if player_count not in rules.PLAYER_COUNTS:
        limits: dict[str, Param] = {"n": player_count, "low": rules.PLAYER_COUNTS[0], "high": rules.PLAYER_COUNTS[-1]}
        violations.append(Violation(rules.PLAYERS_RULE, "player-count", limits, field="players"))
    violations += chain.from_iterable(option_violations)
    return Refusal(tuple(violations)) if violations else settings


def impossible_values(option: Option, settings: Settings) -> dict[str, Violation]:
    """The values of the option that are impossible with the other `settings`, each with its reason."""
    if reason := option.unavailable(settings.player_count):
        return dict.fromkeys(option.values, reason)
    reasons = ((text, [*option.check(option.from_text(text), settings)]) for text in option.values)
    return {text: violations[0] for text, violations in reasons if violations}


def _read_option(option: Option, player_count: int, given: Mapping[str, Json]) -> tuple[Json, list[Violation]]:
    if option.name not in given:
        return option.default_for(player_count), []
    if reason := option.unavailable(player_count):
        return option.default_for(player_count), [reason]
    return option.validate(given[option.name], player_count)


def _read_rulings(rulings: Json, switches: Sequence[Switch]) -> tuple[dict[str, str], list[Violation]]:
    """The values that `options.rulings` sets, and what is wrong with it; defaults are not filled in."""
    if type(rulings) is not dict:
        return {}, [Violation(RECORD, "rulings-shape", field="rulings")]
    by_name = {switch.name: switch for switch in switches}
    values: dict[str, str] = {}
    violations = []
    for name, value in rulings.items():
        switch = by_name.get(name)
        if switch is None:
            violations.append(_unknown("unknown-switch", name, known=any_of(by_name)))
        elif type(value) is not str or value not in switch.values:
            params: dict[str, Param] = {"name": Verbatim(name), "values": any_of(switch.values)}
            violations.append(Violation(switch.rule, "unknown-value", params, field=name))
        else:
            values[name] = value
    return values, violations


def _unknown(id: str, name: str, **params: Param) -> Violation:
    return Violation(RECORD, id, {"name": quoted(name), **params}, field=name)
