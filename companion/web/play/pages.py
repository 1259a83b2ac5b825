"""A game's part of the pages: its part of the board, its grids, its result form, its cards in the log.

The frame (URLs, the log, undo, corrections, 409 and 422) is the same for every game: `play.board`, `play.routes`,
`log.routes` and `log.correction` of `companion.web`. A game's templates are in `templates/<folder>/`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from flask_babel import gettext as _
from msgspec import Struct

from companion.core.entries import Entry, Finish, type_of
from companion.core.game import Refusal, ScoredGame, Valid
from companion.core.messages import Json, Message, Violation
from companion.core.numbers import int_or_text, number_in
from companion.core.round_game import RoundGame
from companion.core.rounds import CountField, CountingMethod, Counts, RoundGameState, Scores, WholeRound, places
from companion.core.translator import Translator, format_number
from companion.store.finished_games import FinishedGame
from companion.web.charts import Chart, chart

Typed = Mapping[str, str]  # form fields as typed, unchecked
FINAL = "final"  # the way of counting in which only the final scores are known


class Reader(Struct, frozen=True):
    """For whom a game is shown, with the query of the URL: equal readers are shown the same.

    `own` is the reader's place at this game, or None for those who have none; `seat` is None too on a phone that enters
    for all. `may_enter` tells whether they may enter anything, `sees_code` whether a big screen shows how to join,
    `corrects_all` whether they may take back what others entered. `params` are the names and values of the URL, such as
    ("seat", "3") after a tap on a name.
    """

    seat: int | None = None
    may_enter: bool = True
    params: tuple[tuple[str, str], ...] = ()
    sees_code: bool = False
    corrects_all: bool = True
    own: int | None = None

    def param(self, name: str) -> str | None:
        return dict(self.params).get(name)

    def requested_seat(self, player_count: int) -> int | None:
        """The seat in the URL, or None if there is none or no such seat with this many players."""
        return number_in(self.param("seat"), range(player_count))


class PlayerView(Struct, frozen=True, kw_only=True):
    """A column of the score line, which `parts.scores` renders; a game's own class adds what is shown below the total.

    `now` are the points of the round so far, or of the last one until the next begins. A player who `has_turn` may
    enter something; the page shows the question to the one who `is_asked`. `href` is the query, after `query_url`, that
    asks for the player's own entry, or shows it so that it can be corrected.
    """

    name: str
    now: int
    total: int
    is_leading: bool
    is_own: bool
    has_turn: bool = False
    is_asked: bool = False
    href: str = ""
    note: str = ""


class Question(Struct, frozen=True):
    """What has to be entered next, or what the entry that is corrected answered, and the `seats` that may answer.

    On a phone that waits, `title` says for whom, and `for_others` is the question to them, which is folded. `choices`
    are what `picker.html` of the game offers, or None if only results are entered.
    """

    title: str
    hint: str = ""
    for_others: str = ""
    seats: Collection[int] = ()
    choices: Any = None


class LogCard(Struct, frozen=True):
    """An entry as a card in the log, rendered by `log_card.html` of its game; `label` is written below it.

    `order` is its place in the order of play, which may differ from that of the entries.
    """

    label: str
    card: str | int | None = None
    order: int = 0


class NumberView(Struct, frozen=True):
    """A number field as typed. The sign beside it is for numbers that can be negative: few number pads have a minus."""

    name: str
    label: str
    typed: str
    has_sign: bool
    is_minus: bool
    nothing: str  # what an empty field means


class RowView(Struct, frozen=True):
    """A player, or what else is counted, with the score as soon as it is known."""

    label: str
    numbers: tuple[NumberView, ...]
    score: int | None = None


class SumView(Struct, frozen=True):
    """A sum over all players, and whether it is possible; None if numbers that are still missing can make it so."""

    label: str
    sum: int
    within: range
    is_possible: bool | None


class ResultForm(Struct, frozen=True, kw_only=True):
    """The values for `rounds/result.html`: a result as typed so far, its scores, and what is wrong with it.

    `ways` are the values and labels of the ways of counting, and `way` is the one that is chosen. `hidden` are fields
    that are kept but not shown, with their values. `pad` is the template of what is tapped in place of the numbers.
    `allies` are those who may be: seat, name, and whether the player was chosen. `outcome` is the result in words.
    """

    whereabouts: str = ""
    ways: Sequence[tuple[str, str]]
    way: str
    rows: tuple[RowView, ...]
    hidden: Sequence[tuple[str, str]] = ()
    pad: str = ""
    allies: Sequence[tuple[int, str, bool]] = ()
    sums: Sequence[SumView] = ()
    outcome: str = ""
    notes: Sequence[str] = ()
    violations: Sequence[Violation]
    entry_type: str


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


class GamePages(ABC):
    """A game's part of the pages in one of its states, for equal readers with the same language.

    A module `companion.web.games.<game>` has a subclass called `Pages`. The templates of the game, such as
    `board.html`, `outcome.html` and `ending.html`, are given the `state`, these `pages` and the `question`.
    """

    face_down: Collection[int] = ()  # the seats whose bids lie face down, see `BoardContext`

    has_form = False  # whether the board has a form whose fields are typed

    def __init__(self, rules: Any, state: Any, translator: Translator, reader: Reader) -> None:
        self.rules = rules
        self.state = state
        self.translator = translator
        self.reader = reader

    @property
    def has_rounds(self) -> bool:
        """Whether `rounds/table.html` has something to show beside a result form."""
        return False

    @property
    def headline(self) -> str:
        """The current or final result in one line."""
        return self.translator(self.rules.headline(self.state))

    def on_board(self) -> GamePages:
        """The pages whose question the board asks; in a state between two turns, those of the next one."""
        return self

    @abstractmethod
    def question(self, entry: Entry | None = None) -> Question:
        """What has to be entered next.

        If an `entry` is being corrected, it is the question that the entry answered, for the same seat even if others
        were asked too. The entry is marked.
        """

    def ask(
        self, title: str, seats: Collection[int], choices: Any, *, hint: str = "", waits_for: Sequence[int] = ()
    ) -> Question:
        """The question `title` to these seats, as it is on a phone that may have to wait for some seats."""
        if not waits_for:
            return Question(title, hint, "", seats, choices)
        names = self.translator.listed([self.translator.name(seat) for seat in waits_for])
        return Question(_("Waiting for %(names)s", names=names), hint, title, seats, choices)

    @abstractmethod
    def result(self, typed: Typed) -> ResultForm:
        """The result form as typed so far, its score, and what is wrong."""

    @abstractmethod
    def entry_from(self, typed: Typed) -> Json:
        """The entry in the typed fields of the result form (or of a game's own form), unchecked."""

    @abstractmethod
    def result_fields(self, entry: Any) -> dict[str, str]:
        """The fields of the result form that would read as `entry`, which is a result."""

    def result_so_far(self) -> dict[str, str]:
        """The fields of the result form that follow from the cards entered so far."""
        return {}

    def comparison(self, earlier: Callable[[], Sequence[FinishedGame]]) -> Struct | None:
        """What the board and `outcome.html` show about the table's earlier games, such as the record to beat.

        `earlier` returns the finished games of the table, oldest first.
        """
        return None

    def uses(self, entry: Entry, card: str) -> bool:
        """Whether `entry` used `card`, so that it can't be tapped again."""
        return False

    def winning_entry(self) -> Entry | None:
        """The entry that has won the last trick, or None."""
        return None

    def log_card(self, entry: Entry) -> LogCard | None:
        """The card that shows a valid entry in the log, or None if it has a row of its own."""
        return None


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

    @property
    def has_rounds(self) -> bool:
        return bool(self.scores.rounds or self.scores.before)

    @property
    def names(self) -> list[str]:
        return [self.translator.name(seat) for seat in range(len(self.scores.totals))]

    @cached_property
    def places(self) -> tuple[PlaceView, ...]:
        """The places once the game is over."""
        return podium(self.scores.ranking or (), self.scores.totals, self.names, self.translator)

    @cached_property
    def chart(self) -> Chart | None:
        """The totals after each round."""
        lines = [(name, self.scores.totals_of(seat)) for seat, name in enumerate(self.names)]
        return chart(lines) if self.scores.rounds else None

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
        return Question(self.headline, seats=range(len(self.state.adjustments)), choices=self.result({}))


def podium(
    ranking: Iterable[Sequence[int]], points: Sequence[int], names: Sequence[str], translator: Translator
) -> tuple[PlaceView, ...]:
    """The places at the end of a game, from what each seat has; `ranking` are the seats, the best first."""
    return tuple(
        PlaceView(place, translator.listed([names[seat] for seat in seats]), points[seats[0]])
        for place, seats in places(ranking)
    )


def number_view(typed: Typed, name: str, label: str, *, has_sign: bool = False, nothing: str = "0") -> NumberView:
    return NumberView(name, label, typed.get(name, ""), has_sign, bool(typed.get(f"{name}-minus")), nothing)


def violations_of(applied: Valid[Any] | Refusal) -> Sequence[Violation]:
    return applied.violations if isinstance(applied, Refusal) else ()


def read_numbers(typed: Typed, names: Iterable[str]) -> dict[str, int | str]:
    """The numbers in the fields with these `names`, or texts that are none; beside others an empty one is 0."""
    numbers = {name: read_number(typed, name) for name in names}
    is_begun = any(number != "" for number in numbers.values())
    return {name: 0 if number == "" and is_begun else number for name, number in numbers.items()}


def read_number(typed: Typed, name: str) -> int | str:
    """The number in a field, with its sign; whoever chooses minus and types it too means the same."""
    number = int_or_text(typed.get(name))
    return -abs(number) if isinstance(number, int) and typed.get(f"{name}-minus") else number


def number_fields(numbers: Mapping[str, int]) -> dict[str, str]:
    """The fields that would read as these numbers."""
    signs = {f"{name}-minus": "1" for name, number in numbers.items() if number < 0}
    return {name: str(abs(number)) for name, number in numbers.items()} | signs
