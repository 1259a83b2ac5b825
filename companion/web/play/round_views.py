"""The values for the templates of a game that adds up round scores."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from companion.core.messages import Json, Message, Violation
from companion.core.rounds import CountingMethod, places
from companion.core.translator import Translator, format_number
from companion.core.units import Unit


class StepperView(Struct, frozen=True):
    """A number in the form of a whole round."""

    name: str
    label: str
    value: Json
    within: range
    step: int = 1


class SeatView(Struct, frozen=True):
    """A player in the form of a whole round; the score as soon as it is known."""

    seat: int
    name: str
    steppers: tuple[StepperView, ...]
    score: int | None


class SumView(Struct, frozen=True):
    """A sum over all players in the form of a whole round, and whether it is possible."""

    label: str
    sum: int
    within: range
    is_possible: bool


class RoundResult(Struct, frozen=True):
    """The values for `result.html`: the form of a whole round as typed so far, its scores, and what is wrong."""

    whereabouts: str
    methods: tuple[CountingMethod, ...]
    method: CountingMethod  # the one that is chosen
    methods_label: str
    seats: tuple[SeatView, ...]
    sums: tuple[SumView, ...]
    violations: tuple[Violation, ...]
    result_type: str  # the entry type


class PlaceView(Struct, frozen=True):
    """A place at the end of a game; several players may share it."""

    place: int
    names: str
    points: int

    @property
    def line(self) -> str:
        """Return the place in a line of text."""
        return f"{self.place}. {self.names}: {format_number(self.points)}"


class RoundView(Struct, frozen=True):
    """A complete round: its scores by seat, with the numbers behind them."""

    number: int
    scores: tuple[int, ...]
    details: tuple[str, ...] = ()


class EndingView(Struct, frozen=True):
    """The values for `ending.html`: the places once the game is over, the rounds so far, the totals after each."""

    unit: Unit
    headline: str
    places: tuple[PlaceView, ...]
    decided: tuple[Message, ...]
    names: tuple[str, ...]
    rounds: tuple[RoundView, ...]
    before: tuple[int, ...]  # brought along from an earlier game; empty if nothing was
    adjustments: tuple[int, ...] | None
    bonus: tuple[int, ...] | None
    totals: tuple[int, ...]
    chart: Any


def podium(
    ranking: Iterable[Sequence[int]], points: Sequence[int], names: Sequence[str], translator: Translator
) -> tuple[PlaceView, ...]:
    """Return the places at the end of a game, from what each seat has; `ranking` are the seats, the best first."""
    return tuple(
        PlaceView(place, translator.listed([names[seat] for seat in seats]), points[seats[0]])
        for place, seats in places(ranking)
    )
