"""The pages of a game that adds up round scores, with the values for their templates, and the form of a whole round."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from flask_babel import gettext as _
from msgspec import Struct

from companion.core.entries import Entry, Finish, type_of
from companion.core.game import Refusal, ScoredGame
from companion.core.messages import Json, Message
from companion.core.round_game import RoundGame
from companion.core.rounds import CountField, CountingMethod, Counts, RoundGameState, Scores, WholeRound, places
from companion.core.translator import Translator, format_number
from companion.core.units import Unit
from companion.web.charts import chart
from companion.web.play.pages import GamePages, Question
from companion.web.play.result_form import (
    ResultForm,
    RowView,
    SumView,
    Typed,
    number_fields,
    number_view,
    read_numbers,
    violations_of,
)

FINAL = "final"  # the way of counting in which only the final scores are known


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
    """The places at the end of a game, from what each seat has; `ranking` are the seats, the best first."""
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

    def result(self, typed: Typed) -> ResultForm:
        if self.way(typed) != FINAL:
            return self.round_result(typed)
        rules, translator = self.rules, self.translator
        entry = self.entry_from(typed)
        applied = rules.apply_json(self.state, entry)
        return ResultForm(
            ways=self.all_ways,
            way=FINAL,
            rows=tuple(
                RowView(translator.name(seat), (number_view(typed, f"final-{seat}", _("Points"), has_sign=True),))
                for seat in range(len(self.scores.totals))
            ),
            outcome="" if isinstance(applied, Refusal) else translator(rules.headline(applied.state)),
            violations=violations_of(applied),
            entry_type=type_of(Finish),
        )

    def entry_from(self, typed: Typed) -> Json:
        if self.way(typed) != FINAL:
            return self.round_entry(typed)
        points = read_numbers(typed, [f"final-{seat}" for seat in range(len(self.scores.totals))])
        return {"type": type_of(Finish), "points": [*points.values()]}

    def result_fields(self, entry: Any) -> dict[str, str]:
        if not isinstance(entry, Finish):
            return self.round_fields(entry)
        points = {f"final-{seat}": points for seat, points in enumerate(entry.points or ())}
        return {"how": FINAL, **number_fields(points)}

    @property
    def all_ways(self) -> tuple[tuple[str, str], ...]:
        """The ways of counting: those of a round and, before the first one is complete, the final scores."""
        return self.ways if self.scores.rounds else (*self.ways, (FINAL, _("Final scores")))

    def way(self, typed: Typed) -> str:
        """The chosen way of counting, by default the first."""
        ways = dict(self.all_ways)
        return typed.get("how", "") if typed.get("how") in ways else next(iter(ways))

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

    @property
    @abstractmethod
    def ways(self) -> tuple[tuple[str, str], ...]:
        """The values and labels of the ways to count a round."""

    @abstractmethod
    def round_result(self, typed: Typed) -> ResultForm:
        """The form of a round as typed so far."""

    @abstractmethod
    def round_entry(self, typed: Typed) -> Json:
        """The entry in the typed fields of a round, unchecked."""

    @abstractmethod
    def round_fields(self, entry: Any) -> dict[str, str]:
        """The fields that would read as `entry`, the result of a round."""

    # The methods below may be overridden.

    def running(self) -> Sequence[int]:
        """The points so far of each player in a round that has begun, if they are counted before its end."""
        return ()

    def rounds(self) -> Sequence[RoundView]:
        return [RoundView(number, scores) for number, scores in self.scores.rounds]

    def decided(self) -> tuple[Message, ...]:
        """The reasons for the final places that the points do not show, such as those of a tie."""
        return ()

    def bonus(self) -> tuple[int, ...] | None:
        """The points of each player at the end of the game, or None if there are none."""
        return None


class RoundPages(ScoredPages):
    """The pages of a `RoundGame`: a whole round is entered in a form; a subclass adds the entries of a round."""

    rules: RoundGame

    @property
    def ways(self) -> tuple[tuple[str, str], ...]:
        first, *others = [(method.name, _(method.label)) for method in self.rules.COUNTING_METHODS]
        alone = self.translator.say("unit", {"number": self.scores.number})
        return (first, *others) if others else ((first[0], alone),)

    def round_result(self, typed: Typed) -> ResultForm:
        rules, state, translator = self.rules, self.state, self.translator
        entry, method = self.round_entry(typed), self.counting_method(typed)
        applied = rules.apply_json(state, entry)
        all_counts: Sequence[Counts] = entry["seats"]
        is_complete = all(type(count) is int for counts in all_counts for count in counts.values())
        is_possible = all(counts[field.name] in field.within for counts in all_counts for field in method.fields)
        is_possible = is_possible and not any(wrong.id == "counts-within" for wrong in violations_of(applied))
        scores = rules.score(state.setup, state.number, all_counts) if is_possible else None
        sums = self.sums(all_counts) if is_complete else ()
        return ResultForm(
            whereabouts=self.whereabouts(),
            ways=self.all_ways,
            way=method.name,
            rows=tuple(
                RowView(
                    translator.name(seat),
                    tuple(
                        number_view(typed, f"{field.name}-{seat}", _(field.label), has_sign=field.within[0] < 0)
                        for field in self.columns(method)
                    ),
                    None if scores is None else scores[seat],
                )
                for seat, counts in enumerate(all_counts)
            ),
            sums=sums,
            violations=() if any(item.is_possible is None for item in sums) else violations_of(applied),
            entry_type=type_of(rules.RESULT),
        )

    def round_entry(self, typed: Typed) -> Json:
        names, seats = self.counting_method(typed).names, range(len(self.state.adjustments))
        numbers = read_numbers(typed, [f"{name}-{seat}" for seat in seats for name in names])
        all_counts = [{name: numbers[f"{name}-{seat}"] for name in names} for seat in seats]
        return {"type": type_of(self.rules.RESULT), "seats": all_counts}

    def round_fields(self, entry: WholeRound) -> dict[str, str]:
        methods, names = self.rules.COUNTING_METHODS, entry.seats[0].keys()
        method = next(method for method in methods if {*method.names} == names)
        return {"how": method.name, **self.count_fields(entry.seats)}

    def count_fields(self, all_counts: Sequence[Counts]) -> dict[str, str]:
        """The fields that would read as the numbers of each player."""
        seats = enumerate(all_counts)
        return number_fields({f"{name}-{seat}": count for seat, counts in seats for name, count in counts.items()})

    def columns(self, method: CountingMethod) -> Sequence[CountField]:
        """The fields of a counting method in the order of their columns."""
        return method.fields

    def counting_method(self, typed: Typed) -> CountingMethod:
        """The chosen counting method, by default the first."""
        methods = self.rules.COUNTING_METHODS
        return next((method for method in methods if method.name == typed.get("how")), methods[0])

    def has_just_ended(self) -> bool:
        """Whether a round has just ended and this reader has not gone on to the next one."""
        state: RoundGameState = self.state
        fresh = bool(state.rounds) and state.current == self.rules.new_round(state.setup, state.number)
        return fresh and self.reader.param("next") != str(state.number)

    def whereabouts(self) -> str:
        """The number of the round and of all rounds, in words."""
        return self.translator(self.scores.unit_of())

    def sums(self, all_counts: Sequence[Counts]) -> tuple[SumView, ...]:
        """The sums over all players that must be possible; a game may have some."""
        return ()


class WholeRoundPages(RoundPages):
    """The pages of a `RoundGame` without steps: the board has the form of a whole round."""

    has_form = True

    def question(self, entry: Entry | None = None) -> Question:
        headline, players = self.translator(self.rules.headline(self.state)), range(len(self.state.adjustments))
        return Question(headline, seats=players, choices=self.result({}))
