"""The settings of one game, read strictly from a record's `options`, and which values they rule out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.core.game import Refusal
from companion.core.messages import RECORD, Json, Literal, Param, Violation, any_of
from companion.core.options import Option, Settings, Switch, usual_rulings


def read_settings(
    options: Sequence[Option],
    switches: Sequence[Switch],
    player_count: int,
    given: Mapping[str, Json],
    wrong: Sequence[Violation] = (),
) -> Settings | Refusal:
    """Return the settings in a record's `options`, or a refusal that lists everything that is wrong with them.

    The house rules are read after the option that presets them, or last if there is none. `wrong` are violations that
    are already known; they are listed after the unknown options.
    """
    known = {option.name for option in options} | {"rulings"}
    violations = [_unknown("unknown-option", name) for name in given if name not in known] + list(wrong)
    settings = Settings(player_count, {}, {})
    preset_at = next((index for index, option in enumerate(options, 1) if option.presets), len(options))
    for option in options[:preset_at]:
        violations += _read_option(option, settings, given)
    chosen, wrong_rulings = _read_rulings(given.get("rulings", {}), switches)
    settings.rulings.update({**usual_rulings(options, switches, settings.options), **chosen})
    violations += wrong_rulings
    for option in options[preset_at:]:
        violations += _read_option(option, settings, given)
    return Refusal(tuple(violations)) if violations else settings


def impossible_values(option: Option, settings: Settings) -> dict[str, Violation]:
    """Return the values of the option that are impossible with the other `settings`, each with its reason."""
    if reason := option.unavailable(settings.player_count):
        return dict.fromkeys(option.values, reason)
    reasons = ((text, [*option.check(option.from_text(text), settings)]) for text in option.values)
    return {text: violations[0] for text, violations in reasons if violations}


def _read_option(option: Option, settings: Settings, given: Mapping[str, Json]) -> list[Violation]:
    """Put the value of `option` into `settings`; return what is wrong with it."""
    value = option.usual(settings.player_count)
    wrong: list[Violation] = []
    if option.name in given:
        if reason := option.unavailable(settings.player_count):
            wrong = [reason]
        else:
            value, wrong = option.read(given[option.name], settings.player_count)
    settings.options[option.name] = value
    return [*wrong, *option.check(value, settings)]


def _read_rulings(rulings: Json, switches: Sequence[Switch]) -> tuple[dict[str, str], list[Violation]]:
    """Return the values that `options.rulings` sets, and what is wrong with it; defaults are not filled in."""
    if type(rulings) is not dict:
        return {}, [Violation(RECORD, "rulings-shape", field="rulings")]
    by_name = {switch.name: switch for switch in switches}
    values: dict[str, str] = {}
    violations = []
    for name, value in rulings.items():
        switch = by_name.get(name)
        if switch is None:
            violations.append(_unknown("unknown-switch", name))
        elif type(value) is not str or value not in switch.answers:
            params: dict[str, Param] = {"name": Literal(name), "values": any_of(switch.answers)}
            violations.append(Violation(switch.rule, "unknown-value", params, field=name))
        else:
            values[name] = value
    return values, violations


def _unknown(code: str, name: str) -> Violation:
    return Violation(RECORD, code, {"name": Literal(str(name)[:40])}, field=name)
