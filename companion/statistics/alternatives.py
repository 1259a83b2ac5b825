"""A finished game under other house rules: which of them would have changed it, and how."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from companion.core.game import Game, Person, Refusal, replay, report_without_texts
from companion.core.messages import Json
from companion.core.options import Choice
from companion.statistics.summary import statistics_of


class AlternativeResult(Struct, frozen=True):
    """The result under another house rule: points and places, or the first entry that would have been refused."""

    question: str  # in English, to be translated
    answer: str
    rule: str
    state: Any  # after the last entry that would have been valid
    totals: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    refused: int | None = None
    refusal: Refusal | None = None


def alternative_results(
    game: Game[Any], people: Sequence[Person], options: Mapping[str, Json], entries: Sequence[Json]
) -> list[AlternativeResult]:
    """Return each house rule, and each option that presets several, that would have changed the result."""
    played = _fold(game, people, options, entries)
    if played is None:
        return []
    found = []
    for question, answer, rule, changed in _changes(game, options):
        result = _fold(game, people, changed, entries)
        if result is None:
            continue  # not possible for these players
        state, totals, ranking, refused, refusal = result
        if refusal is not None or (totals, ranking) != played[1:3]:
            found.append(AlternativeResult(question, answer, rule, state, totals, ranking, refused, refusal))
    return found


def _changes(game: Game[Any], options: Mapping[str, Json]) -> Iterator[tuple[str, str, str, dict[str, Json]]]:
    for option in game.OPTIONS:
        if isinstance(option, Choice) and option.presets:
            for value, label in option.values.items():
                # A preset sets all house rules.
                rest = {name: known for name, known in options.items() if name != "rulings"}
                yield option.label, label, option.rule, {**rest, option.name: value}
    for switch in game.SWITCHES:
        for value, label in zip(switch.values, switch.answers, strict=True):
            rulings: Any = options.get("rulings", {})
            yield switch.question, label, switch.rule, {**options, "rulings": {**rulings, switch.name: value}}


def _fold(
    game: Game[Any], people: Sequence[Person], options: Mapping[str, Json], entries: Sequence[Json]
) -> tuple[Any, tuple[int, ...], tuple[tuple[int, ...], ...], int | None, Refusal | None] | None:
    state = game.setup(people, options)
    if isinstance(state, Refusal):
        return None
    folded = replay(game, state, entries)
    report = report_without_texts(game, folded.state)
    points = statistics_of(game.SLUG).points
    ranking = tuple(map(tuple, report["ranking"] or ()))
    totals = tuple(points(report, seat) for seat in range(len(people)))
    return folded.state, totals, ranking, folded.refused, folded.refusal
