"""The pages of a game that adds up round scores, with the values for their templates, and the form of a whole round."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from flask_babel import gettext as _
from msgspec import Struct

from companion.core.entries import Entry, type_of
from companion.core.game import Refusal, ScoredGame
from companion.core.messages import Json, Message, Violation
from companion.core.numbers import int_or_text
from companion.core.round_game import RoundGame
from companion.core.rounds import CountField, CountingMethod, Counts, RoundGameState, Scores, WholeRound, places
from companion.core.translator import Translator, format_number
from companion.core.units import Unit
from companion.web.charts import chart
from companion.web.play.pages import GamePages, Question, Typed


class StepperView(Struct, frozen=True):
    """A number in the form of a whole round."""

    name: str
    label: str
    value: Json
    within: range
    step: int = 1


class SeatView(Struct, frozen=True):
    """A player in the form of a whole round; the score as soon as it is known, and what the numbers mean together."""

    seat: int
    name: str
    steppers: tuple[StepperView, ...]
    score: int | None
    together: str


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
        """The place in a line of text."""
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
    rounds: Sequence[RoundView]
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


class ScoredPages(GamePages):
    """The pages of a `ScoredGame`; a subclass adds how a round is entered."""

    rules: ScoredGame[Any]

    @cached_property
    def scores(self) -> Scores:
        return self.rules.scores(self.state)

    @property
    def is_by_result(self) -> bool:
        """Whether the last round was entered as a result: the next one is then expected to be, too."""
        return bool(self.state.rounds) and self.state.rounds[-1].source == type_of(self.rules.RESULT)

    def rounds_so_far(self) -> EndingView | None:
        return self.ending if self.scores.rounds or self.scores.before else None

    @cached_property
    def ending(self) -> EndingView:
        """The rounds so far and, once the game is over, the places."""
        scores, translator = self.scores, self.translator
        names = [translator.name(seat) for seat in range(len(scores.totals))]
        return EndingView(
            unit=scores.unit,
            headline=translator(self.rules.headline(self.state)),
            places=podium(scores.ranking or (), scores.totals, names, translator),
            decided=self.decided(),
            names=tuple(names),
            rounds=self.rounds(),
            before=scores.before,
            adjustments=scores.adjustments if any(scores.adjustments) else None,
            bonus=self.bonus(),
            totals=scores.totals,
            chart=chart([(name, scores.totals_of(seat)) for seat, name in enumerate(names)]) if scores.rounds else None,
        )

    # The methods below may be overridden.

    def running(self) -> Sequence[int]:
        """Return the points so far of each player in a round that has begun, if they are counted before its end."""
        return ()

    def rounds(self) -> Sequence[RoundView]:
        """Return the complete rounds."""
        return [RoundView(number, scores) for number, scores in self.scores.rounds]

    def decided(self) -> tuple[Message, ...]:
        """Return the reasons for the final places that the points do not show, such as those of a tie."""
        return ()

    def bonus(self) -> tuple[int, ...] | None:
        """Return the points of each player at the end of the game, or None if there are none."""
        return None


class RoundPages(ScoredPages):
    """The pages of a `RoundGame`: a whole round is entered in a form; a subclass adds the entries of a round."""

    rules: RoundGame

    def question(self, entry: Entry | None = None) -> Question:
        """Return the question for a whole round, whose form the board has."""
        headline, players = self.translator(self.rules.headline(self.state)), range(len(self.state.adjustments))
        return Question(headline, seats=players, choices=self.result({}))

    def result(self, typed: Typed) -> Struct:
        rules, state, translator = self.rules, self.state, self.translator
        entry, method = self.entry_from(typed), self.counting_method(typed)
        applied = rules.apply_json(state, entry)
        violations = applied.violations if isinstance(applied, Refusal) else ()
        all_counts: Sequence[Counts] = entry["seats"]
        is_complete = all(type(count) is int for counts in all_counts for count in counts.values())
        is_possible = all(counts[field.name] in field.within for counts in all_counts for field in method.fields)
        scores = rules.score(state.setup, all_counts) if is_possible else None
        return RoundResult(
            whereabouts=self.whereabouts(),
            methods=rules.COUNTING_METHODS,
            method=method,
            methods_label=rules.COUNTING_LABEL,
            seats=tuple(
                SeatView(
                    seat,
                    translator.name(seat),
                    tuple(self._stepper(field, seat, counts[field.name]) for field in method.fields),
                    None if scores is None else scores[seat],
                    self.together(counts),
                )
                for seat, counts in enumerate(all_counts)
            ),
            sums=self.sums(all_counts) if is_complete else (),
            violations=violations if typed else (),
            result_type=type_of(rules.RESULT),
        )

    def entry_from(self, typed: Typed) -> Json:
        names = self.counting_method(typed).names
        players = range(len(self.state.adjustments))
        seats = [{name: int_or_text(typed.get(f"{name}-{seat}", "0")) for name in names} for seat in players]
        return {"type": type_of(self.rules.RESULT), "seats": seats}

    def result_fields(self, entry: WholeRound) -> dict[str, str]:
        all_counts = entry.seats
        method = next(method for method in self.rules.COUNTING_METHODS if {*method.names} == all_counts[0].keys())
        numbers = {f"{name}-{seat}": str(n) for seat, counts in enumerate(all_counts) for name, n in counts.items()}
        return {"how": method.name, **numbers}

    def counting_method(self, typed: Typed) -> CountingMethod:
        """Return the chosen counting method, by default the first."""
        methods = self.rules.COUNTING_METHODS
        return next((method for method in methods if method.name == typed.get("how")), methods[0])

    def has_just_ended(self) -> bool:
        """Return whether a round has just ended and this reader has not gone on to the next one."""
        state: RoundGameState = self.state
        fresh = bool(state.rounds) and state.current == self.rules.new_round(state.setup, state.number)
        return fresh and self.reader.param("next") != str(state.number)

    def whereabouts(self) -> str:
        """Return the number of the round and of all rounds, in words."""
        return self.translator(self.scores.unit_of())

    def sums(self, all_counts: Sequence[Counts]) -> tuple[SumView, ...]:
        """Return the sums over all players that must be possible; a game may have some."""
        return ()

    def together(self, counts: Counts) -> str:
        """Return what a player's numbers mean together, in words, or "" if that is plain."""
        return ""

    def _stepper(self, field: CountField, seat: int, count: Json) -> StepperView:
        return StepperView(f"{field.name}-{seat}", _(field.label), count, field.within, field.step)
