"""A game that was entered, under other house rules: which of them would have changed its result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from companion.core.figures import GameResult
from companion.core.game import Game, Refusal, report_without_texts
from companion.core.messages import Json
from companion.core.options import Option, Switch, other_values
from companion.core.other_rules import EnteredGame
from companion.core.rounds import Ranking
from companion.statistics.summary import statistics_of


class AlternativeResult(Struct, frozen=True):
    """The result under another house rule: points and places, or the first entry that would have been refused."""

    changed: Switch | Option
    value: str
    replayed: Game[Any]
    result: GameResult
    ranking: Ranking


def alternative_results(game: EnteredGame) -> list[AlternativeResult]:
    """Each house rule, and each option that presets several, that would have changed the result."""
    result, results = _result(game, game.played), []
    for changed, value, options in _changes(game):
        other = game.under(options)
        if isinstance(other, Refusal):
            continue  # not possible for these players
        under_other = _result(game, other)
        if other.refusal is not None or under_other != result:
            results.append(AlternativeResult(changed, value, other, *under_other))
    return results


def _changes(game: EnteredGame) -> Iterator[tuple[Switch | Option, str, Mapping[str, Json]]]:
    for option in game.rules.OPTIONS:
        for value in option.presets:  # each sets all house rules
            rest = {name: chosen for name, chosen in game.options.items() if name != "rulings"}
            yield option, value, {**rest, option.name: value}
    for switch, value in other_values(game.rules, asdict(game.played.state.setup.rulings)):
        yield switch, value, game.with_rulings({switch.name: value})


def _result(game: EnteredGame, replayed: Game[Any]) -> tuple[GameResult, Ranking]:
    report = report_without_texts(game.rules, replayed.state)
    result = statistics_of(game.rules.SLUG).result(report, replayed.state)
    return result, tuple(map(tuple, report["ranking"] or ()))
