"""A finished game under other house rules: which of them would have changed it, and how."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.core.game import Game, GameRules, Person, Refusal, replay, report_without_texts
from companion.core.messages import Json
from companion.core.options import Choice, RecordedRulings, Switch, other_values
from companion.core.rounds import Ranking
from companion.statistics.summary import statistics_of


class AlternativeResult(Struct, frozen=True):
    """The result under another house rule: points and places, or the first entry that would have been refused."""

    question: str  # in English, to be translated
    label: str
    rule: str
    replayed: Game[Any]
    totals: tuple[int, ...]
    ranking: Ranking


def alternative_results(
    rules: GameRules[Any], people: Sequence[Person], options: Mapping[str, Json], entries: Sequence[Json]
) -> list[AlternativeResult]:
    """Return each house rule, and each option that presets several, that would have changed the result."""
    played = _replayed(rules, people, options, entries)
    if played is None:
        return []
    result, results = _result(rules, played, len(people)), []
    for question, label, rule, changed in _changes(rules, options):
        other = _replayed(rules, people, changed, entries)
        if other is None:
            continue  # not possible for these players
        totals, ranking = _result(rules, other, len(people))
        if other.refusal is not None or (totals, ranking) != result:
            results.append(AlternativeResult(question, label, rule, other, totals, ranking))
    return results


def rules_that_allow(
    rules: GameRules[Any], people: Sequence[Person], options: Mapping[str, Json], entries: Sequence[Json], entry: Json
) -> list[tuple[Switch, str]]:
    """Return each value of a house rule under which `entry`, which is refused, could follow these `entries`.

    Only the rules that are looked up for the refusal are tried, each by replaying the whole game under it.
    """
    played = _replayed(rules, people, options, entries)
    if played is None or played.refusal is not None:
        return []
    recorded = RecordedRulings(played.state.setup.rulings)
    rules.apply(replace(played.state, setup=replace(played.state.setup, rulings=recorded)), entry)
    allowing = []
    for switch, value in other_values(rules, options):
        if switch.name in recorded.looked_up:
            other = _replayed(rules, people, _with_ruling(options, switch, value), [*entries, entry])
            if other is not None and other.refusal is None:
                allowing.append((switch, value))
    return allowing


def _with_ruling(options: Mapping[str, Json], switch: Switch, value: str) -> dict[str, Json]:
    rulings: Any = options.get("rulings", {})
    return {**options, "rulings": {**rulings, switch.name: value}}


def _changes(rules: GameRules[Any], options: Mapping[str, Json]) -> Iterator[tuple[str, str, str, dict[str, Json]]]:
    for option in rules.OPTIONS:
        if isinstance(option, Choice) and option.presets:
            for value, label in option.values.items():
                # A preset sets all house rules.
                rest = {name: options[name] for name in options if name != "rulings"}
                yield option.label, label, option.rule, {**rest, option.name: value}
    for switch, value in other_values(rules, options):
        yield switch.question, switch.values[value], switch.rule, _with_ruling(options, switch, value)


def _replayed(
    rules: GameRules[Any], people: Sequence[Person], options: Mapping[str, Json], entries: Sequence[Json]
) -> Game[Any] | None:
    state = rules.start(people, options)
    return None if isinstance(state, Refusal) else replay(rules, state, entries)


def _result(rules: GameRules[Any], replayed: Game[Any], player_count: int) -> tuple[tuple[int, ...], Ranking]:
    report, points = report_without_texts(rules, replayed.state), statistics_of(rules.SLUG).points
    return tuple(points(report, seat) for seat in range(player_count)), tuple(map(tuple, report["ranking"] or ()))
