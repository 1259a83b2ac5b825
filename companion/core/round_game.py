"""A game that adds up round scores, built from its declarations. A subclass overrides what it does differently."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from companion.core import rounds, words
from companion.core.entries import (
    ADJUST,
    FINISH,
    INTEGER,
    EntryType,
    adjusted_or_ended,
    check_adjust,
    check_type_and_fields,
    is_seat,
    no_such_seat,
)
from companion.core.game import Person, Refusal, ScoredGame, Valid
from companion.core.messages import RECORD, Json, Message, Param, PlayerRef, Translate, Violation, Words
from companion.core.options import Option, Switch
from companion.core.rounds import (
    CountField,
    CountingMethod,
    Counts,
    PlayedRound,
    Ranking,
    RoundGameState,
    Score,
    Scores,
    tied_groups,
)
from companion.core.settings import Settings, read_settings


class RoundGame(ScoredGame[RoundGameState]):
    """A game that adds up round scores, from its declarations.

    A game declares the attributes below, and at least `round_count` and `score`.

    - `COUNTING_METHODS`: the ways to count a whole round, which is entered as the entry type `WHOLE`; `COUNTING_LABEL`
      names the difference between them.
    - `TEXTS`: the game's own texts.
    - `SCORES_RULE`, `FINISH_RULE`: the rules about the score of a round, and an early end.
    """

    OPTIONS: tuple[Option, ...] = ()
    SWITCHES: tuple[Switch, ...] = ()
    COUNTING_METHODS: tuple[CountingMethod, ...]
    COUNTING_LABEL = ""
    TEXTS: ClassVar[Words] = {}
    WHOLE = "round"
    ENTRIES: ClassVar[Mapping[str, EntryType]] = {}  # entry types during a round, in addition to the fields
    PLAYERS_RULE = RECORD
    SCORES_RULE = RECORD
    FINISH_RULE = RECORD

    @abstractmethod
    def score(self, setup: Any, number: int, all_counts: Sequence[Counts]) -> Sequence[Score]:
        """Return what each player scores in the round."""

    def check(self, setup: Any, number: int, all_counts: Sequence[Counts]) -> Iterable[Violation]:
        """Return what is impossible in a round, even if little of it is known; ranges have been checked before."""
        return ()

    def setup_steps(self, setup: Any, number: int) -> Iterable[Message]:
        return ()

    # The methods below are the same for most games.

    def __init__(self) -> None:
        self.fields = tuple(dict.fromkeys(field for method in self.COUNTING_METHODS for field in method.fields))
        self.step_fields = {field.entry: field for field in self.COUNTING_METHODS[0].fields if field.entry}
        self.entry_types: dict[str, EntryType] = {
            **{name: EntryType({"seat": INTEGER, "count": INTEGER}) for name in self.step_fields},
            **self.ENTRIES,
            self.WHOLE: rounds.whole_round(self.COUNTING_METHODS),
            "adjust": ADJUST,
            "finish": FINISH,
        }
        self.WORDS: Words = {
            **words.WORDS,
            **self.UNIT.words,
            **{field.name: field.label for field in self.fields},
            **{f"ask-{name}": field.ask for name, field in self.step_fields.items()},
            **{f"log-{name}": field.log for name, field in self.step_fields.items()},
            **self.TEXTS,
        }

    def setup(self, players: Sequence[Person], options: Mapping[str, Json]) -> RoundGameState | Refusal:
        settings = read_settings(self, len(players), options)
        if isinstance(settings, Refusal):
            return settings
        setup = self.prepare(settings)
        return RoundGameState(setup, self.round_count(setup), self.begin(setup, 1), (0,) * len(players))

    def prepare(self, settings: Settings) -> Any:
        """Return the set-up that the game computes with: the settings themselves, unless a subclass builds its own."""
        return settings

    def begin(self, setup: Any, number: int) -> Any:
        """Return the round with this number before anything is entered: the known numbers of each player."""
        return ({},) * setup.player_count

    def next_field(self, state: RoundGameState) -> CountField | None:
        """Return the field that is entered next on its own, or None if only the whole round can be entered."""
        for field in self.step_fields.values():
            if any(field.name not in known for known in state.current):
                return field
        return None

    def prompt(self, state: RoundGameState) -> dict[str, Json] | None:
        if state.is_over:
            return None
        field = self.next_field(state)
        if field is None:
            return {"type": self.WHOLE, self.UNIT.key: state.number}
        missing = [seat for seat, known in enumerate(state.current) if field.name not in known]
        return {"type": field.entry, "seats": missing, self.UNIT.key: state.number}

    def apply(self, state: RoundGameState, entry: Json) -> Valid[RoundGameState] | Refusal:
        """Return the state after `entry`, or everything that is wrong with its shape, or the moment, or its content."""
        if violations := check_type_and_fields(entry, self.entry_types):
            return Refusal(tuple(violations))
        if state.is_over:
            return Refusal((Violation(RECORD, "game-over"),))
        after = self._after(state, entry)
        return Refusal(tuple(after)) if isinstance(after, list) else Valid(after)

    def enter_step(self, state: RoundGameState, entry: Mapping[str, Json]) -> Any | list[Violation]:
        """Return the round in progress after an entry type of the game's own, or what is wrong with the entry."""
        field, seat, number = self.step_fields[entry["type"]], entry["seat"], state.number
        if not is_seat(seat, len(state.current)):
            return [no_such_seat(seat, len(state.current))]
        if field is not self.next_field(state):
            return [Violation(field.rule, "not-asked-now", field="type")]
        if field.name in state.current[seat]:
            return [Violation(field.rule, "already-entered", {"who": PlayerRef(seat)}, field="seat")]
        current = tuple(
            {**known, field.name: entry["count"]} if index == seat else known
            for index, known in enumerate(state.current)
        )
        violations = [*rounds.check_ranges([field], state.setup, number, current, "count")]
        return violations or [*self.check(state.setup, number, current)] or current

    def completed(self, state: RoundGameState, current: Any) -> PlayedRound | None:
        """Return the complete round in `current`, or None if the round is not over."""
        if any(name not in known for known in current for name in self.COUNTING_METHODS[0].names):
            return None
        return self.scored(state.setup, state.number, current, "turns")

    def check_whole(self, setup: Any, number: int, all_counts: Sequence[Counts]) -> list[Violation]:
        """Return what is impossible in the numbers of a whole round."""
        if violations := rounds.check_player_count(all_counts, setup.player_count):
            return violations
        violations = [*rounds.check_ranges(self.fields, setup, number, all_counts)]
        return violations or [*self.check(setup, number, all_counts)]

    def why_not_whole(self, state: RoundGameState) -> Violation | None:
        """Return why the round in progress can no longer be entered as a whole, whatever the numbers."""
        return None

    def scored(self, setup: Any, number: int, all_counts: Sequence[Counts], source: str) -> PlayedRound:
        """Return the complete round."""
        scores = self.score(setup, number, all_counts)
        points = tuple(score.points for score in scores)
        return PlayedRound(number, tuple(all_counts), points, source, tuple(score.why for score in scores))

    def ranking(self, state: RoundGameState) -> Ranking:
        """Return the final ranking of the seats: by totals, with equal totals sharing a place."""
        return tied_groups(state.totals)

    def question_key(self, state: RoundGameState, entry: object) -> Hashable:
        """Return a key of the question that `entry` answers: a player's number, a whole round, or the early end."""
        if not isinstance(entry, dict) or state.is_over:
            return None
        entry_type, seat = entry.get("type"), entry.get("seat")
        if entry_type in (self.WHOLE, "finish"):
            return entry_type, state.number
        field = self.step_fields.get(entry_type) if isinstance(entry_type, str) else None
        if field is None or not is_seat(seat, len(state.current)):
            return None
        return None if field.name in state.current[seat] else (entry_type, state.number, seat)

    def report(self, state: RoundGameState, say: Translate) -> dict[str, Json]:
        return {
            "turns": [],
            "rounds": [self.report_round(played) for played in state.rounds],
            "totals": list(state.totals),
            "ranking": [*map(list, self.ranking(state))] if state.is_over else None,
            "adjustments": list(state.adjustments),
        }

    def report_round(self, played: PlayedRound) -> dict[str, Json]:
        """Return a complete round as the report shows it."""
        known = {field.name: played.of_all(field.name) for field in self.fields}
        return {
            self.UNIT.key: played.number,
            "scores": list(played.scores),
            **{name: None if counts is None else list(counts) for name, counts in known.items()},
            "source": played.source,
        }

    def scores(self, state: RoundGameState) -> Scores:
        return Scores(
            unit=self.UNIT,
            number=state.number,
            round_count=state.round_count,
            rounds=tuple((played.number, played.scores) for played in state.rounds),
            totals=state.totals,
            adjustments=state.adjustments,
            totals_after=state.totals_after,
            ranking=self.ranking(state) if state.is_over else None,
        )

    def heading(self, before: RoundGameState, entry: Json) -> Message:
        return Message(RECORD, "unit", {"number": before.number})

    def turn_of(self, before: RoundGameState, entry: Json) -> tuple[int, int] | None:
        return None if entry["type"] in ("adjust", "finish") else (before.number, 0)

    def describe(self, before: RoundGameState, entry: Json) -> Message:
        entry_type = entry["type"]
        if entry_type == self.WHOLE:
            return Message(RECORD, "unit-result", {"number": before.number})
        if field := self.step_fields.get(entry_type):
            params: dict[str, Param] = {"who": PlayerRef(entry["seat"]), "n": entry["count"]}
            return Message(field.rule, f"log-{entry_type}", params)
        return adjusted_or_ended(entry)

    def outcome(self, before: RoundGameState, after: RoundGameState) -> tuple[Message, ...]:
        """Return the scores of the round that the step from `before` to `after` completed."""
        return (self.round_outcome(after.rounds[-1]),) if len(after.rounds) > len(before.rounds) else ()

    def round_outcome(self, played: PlayedRound) -> Message:
        """Return the outcome of a complete round."""
        params: dict[str, Param] = {"number": played.number, "scores": rounds.scores_of_all(played.scores)}
        return Message(self.SCORES_RULE, "unit-scores", params)

    def _after(self, state: RoundGameState, entry: Mapping[str, Json]) -> RoundGameState | list[Violation]:
        """Return the state after an entry of the right shape, or what is wrong with it."""
        entry_type = entry["type"]
        if entry_type == "adjust":
            violations = [*check_adjust(entry, len(state.adjustments))]
            return violations or replace(state, adjustments=rounds.adjust(state.adjustments, entry))
        if entry_type == "finish":
            early = [Violation(self.FINISH_RULE, f"no-complete-{self.UNIT.key}")]
            return replace(state, current=None, is_stopped=True) if state.rounds else early
        if entry_type == self.WHOLE:
            return self._enter_whole(state, entry["seats"])
        current = self.enter_step(state, entry)
        if isinstance(current, list):
            return current
        done = self.completed(state, current)
        return replace(state, current=current) if done is None else self._next(state, done, current)

    def _enter_whole(self, state: RoundGameState, all_counts: Sequence[Counts]) -> RoundGameState | list[Violation]:
        if refused := self.why_not_whole(state):
            return [refused]
        violations = self.check_whole(state.setup, state.number, all_counts)
        return violations or self._next(state, self.scored(state.setup, state.number, all_counts, self.WHOLE), None)

    def _next(self, state: RoundGameState, done: PlayedRound, current: Any) -> RoundGameState:
        """Return the game after a complete round, with the next round begun unless it was the last."""
        if done.number < state.round_count:
            current = self.begin(state.setup, done.number + 1)
        after = replace(state, rounds=(*state.rounds, done), current=current)
        return replace(after, totals_after=(*state.totals_after, after.totals))
