"""A game that adds up round scores, which follow from numbers of each player, entered as a whole or step by step."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from msgspec import UNSET
from msgspec.structs import fields, replace

from companion.core import entries, rounds, words
from companion.core.entries import AGREED, Adjust, Before, Entry, Finish, IllegalEntry, agreed, type_of
from companion.core.game import Refusal, ScoredGame, Valid
from companion.core.messages import RECORD, Json, Message, Param, Translate, Violation, Words
from companion.core.rounds import CompleteRound, CountingMethod, Counts, Round, RoundGameState, Scores, WholeRound
from companion.core.settings import read_settings


class RoundGame(ScoredGame[RoundGameState]):
    """A game that adds up round scores: a round is entered as a whole or, in a game with `ENTRIES`, step by step.

    A game declares `COUNTING_METHODS` and whatever differs from the usual. One with `ENTRIES` of its own also
    implements `new_round`, `enter_step` and `complete_counts`, and adds to `prompt` and `describe`.

    - `COUNTING_METHODS`: the ways to count a whole round, which is entered as its result.
    - `SETUP`: the set-up that the game computes with, a struct of `player_count`, the options, and `rulings`; without
      one, these are the `Settings`.
    - `ENTRIES`: the entry types; a game with steps has more than these.
    - `OWN_WORDS`: the texts that only this game has.
    - `SCORES_RULE`, `FINISH_RULE`: the rules about the score of a round, and an early end.
    """

    COUNTING_METHODS: tuple[CountingMethod, ...]
    SETUP: type[Any] | None = None
    ENTRIES = Round | Adjust | Before | Finish
    OWN_WORDS: ClassVar[Words] = {}
    RESULT: type[WholeRound] = Round
    SCORES_RULE = RECORD
    FINISH_RULE = RECORD
    MAX_ADJUSTMENT = entries.MAX_ADJUSTMENT

    def score(self, setup: Any, number: int, all_counts: Sequence[Counts]) -> Sequence[int]:
        """The points of each player in round `number`: by default, the only number that each has."""
        return [points for counts in all_counts for points in counts.values()]

    def check_whole(self, setup: Any, number: int, all_counts: Sequence[Counts]) -> Iterable[Violation]:
        """What is impossible in the numbers of round `number`, entered as a whole."""
        return rounds.check_player_count(all_counts, setup.player_count) or self.check_counts(all_counts)

    def check_counts(self, all_counts: Sequence[Counts]) -> list[Violation]:
        """What is impossible in the numbers of a round, as far as they are known: {} for those who have none."""
        return rounds.check_within(all_counts, self.fields, self.SCORES_RULE)

    def new_round(self, setup: Any, number: int) -> Any:
        """The round with this number before anything is entered: the first `current` of the state."""
        return None

    def enter_step(self, state: RoundGameState, entry: Entry) -> Any | list[Violation]:
        """The round in progress after a step of it, or what is wrong with the entry."""
        raise NotImplementedError

    def complete_counts(self, current: Any) -> Sequence[Counts] | None:
        """The numbers of each player in the round in progress, or None if it is not over."""
        return None

    # The methods below are the same for most games.

    def __init__(self) -> None:
        self.fields = tuple(dict.fromkeys(field for method in self.COUNTING_METHODS for field in method.fields))
        self.WORDS: Words = {**words.WORDS, **self.UNIT.words, **self.OWN_WORDS}

    def start_with(
        self, player_count: int, options: Mapping[str, Json], starters: tuple[int, ...]
    ) -> RoundGameState | Refusal:
        settings = read_settings(self, player_count, options)
        if isinstance(settings, Refusal):
            return settings
        setup: Any = settings
        if self.SETUP is not None:
            setup = self.SETUP(settings.player_count, **settings.options, rulings=settings.rulings)
        return RoundGameState(setup, self.winning(setup), self.new_round(setup, 1), (0,) * player_count)

    def decode(self, raw: Json, player_count: int) -> Entry:
        entry = super().decode(raw, player_count)
        if isinstance(entry, WholeRound):
            allowed = [{*method.names} for method in self.COUNTING_METHODS]
            if any(counts.keys() not in allowed for counts in entry.seats):
                (seats,) = fields(self.RESULT)
                raise IllegalEntry(entries.wrong_type(seats, raw["seats"], player_count))
        return entry

    def apply(self, state: RoundGameState, entry: Entry) -> Valid[RoundGameState] | Refusal:
        """The state after `entry`, or everything that is wrong with the moment, or its content."""
        if state.is_over:
            return Refusal((Violation(RECORD, "game-over"),))
        after = self._after(state, entry)
        if isinstance(after, list):
            return Refusal(tuple(after))
        return Valid(after, self.unlikely(state.setup, entry.seats) if isinstance(entry, WholeRound) else ())

    def prompt(self, state: RoundGameState) -> dict[str, Json] | None:
        if state.is_over:
            return None
        return {"type": type_of(self.RESULT), "seats": [*range(len(state.adjustments))], self.UNIT.key: state.number}

    def question_key(self, state: RoundGameState, entry: Entry) -> Hashable:
        """A key of the question that `entry` answers: the numbers of a round or a player, or the early end."""
        answers = isinstance(entry, WholeRound | Finish) and not state.is_over
        if not answers and (isinstance(entry, AGREED) or not self.accepts(state, entry)):
            return None
        return type_of(entry), state.number, getattr(entry, "seat", None)

    def turn_of(self, before: RoundGameState, entry: Entry) -> tuple[int, int] | None:
        return None if isinstance(entry, AGREED) else (before.number, 0)

    def unlikely(self, setup: Any, all_counts: Sequence[Counts]) -> tuple[Message, ...]:
        """Warnings about what is rare in the possible numbers of a whole round."""
        return ()

    def why_not_whole(self, state: RoundGameState) -> Violation | None:
        """Why the round in progress can no longer be entered as a whole, whatever the numbers."""
        return None

    def takes_result(self, state: RoundGameState) -> bool:
        return not state.is_over and self.why_not_whole(state) is None

    def report(self, state: RoundGameState, say: Translate) -> dict[str, Json]:
        return {
            "turns": [],
            "rounds": [self.report_round(played) for played in state.rounds],
            "totals": list(state.totals),
            "ranking": [*map(list, state.winning.ranking(state.totals))] if state.is_over else None,
            "adjustments": list(state.adjustments),
            **({"before": list(state.before)} if state.before else {}),
        }

    def report_round(self, played: CompleteRound) -> dict[str, Json]:
        return {
            self.UNIT.key: played.number,
            "scores": list(played.scores),
            **{field.name: played.counts_in(field.name) for field in self.fields},
            "source": played.source,
        }

    def scores(self, state: RoundGameState) -> Scores:
        return Scores(
            unit=self.UNIT,
            number=state.number,
            winning=state.winning,
            rounds=tuple((played.number, played.scores) for played in state.rounds),
            totals=state.totals,
            adjustments=state.adjustments,
            before=state.before,
            totals_after=state.totals_after,
            ranking=state.winning.ranking(state.totals) if state.is_over else None,
        )

    def heading(self, before: RoundGameState, entry: Entry) -> Message:
        return Message(RECORD, "unit", {"number": before.number})

    def describe(self, before: RoundGameState, entry: Entry) -> Message:
        if isinstance(entry, WholeRound):
            return Message(RECORD, "unit-result", {"number": before.number})
        return agreed(entry)

    def outcome(self, before: RoundGameState, after: RoundGameState) -> tuple[Message, ...]:
        """The scores of the round that the step from `before` to `after` completed."""
        return (self.round_outcome(after.rounds[-1]),) if len(after.rounds) > len(before.rounds) else ()

    def round_outcome(self, played: CompleteRound) -> Message:
        params: dict[str, Param] = {"number": played.number, "scores": rounds.scores_of_all(played.scores)}
        return Message(self.SCORES_RULE, "unit-scores", params)

    def _after(self, state: RoundGameState, entry: Entry) -> RoundGameState | list[Violation]:
        match entry:
            case Adjust():
                violations = [*entries.check_adjust(entry, len(state.adjustments), self.MAX_ADJUSTMENT)]
                return violations or replace(state, adjustments=rounds.adjust(state.adjustments, entry))
            case Before():
                may_begin = not (state.rounds or state.before) and state.current == self.new_round(state.setup, 1)
                violations = [*entries.check_before(entry, len(state.adjustments), may_begin=may_begin)]
                return violations or replace(state, before=entry.points)
            case Finish(points) if points is not UNSET:
                violations = [*entries.check_final(points, len(state.adjustments), is_first=not state.rounds)]
                return violations or replace(state, current=None, is_stopped=True, final=points)
            case Finish():
                early = [Violation(self.FINISH_RULE, f"no-complete-{self.UNIT.key}")]
                return replace(state, current=None, is_stopped=True) if state.rounds else early
            case WholeRound():
                if refused := self.why_not_whole(state):
                    return [refused]
                violations = [*self.check_whole(state.setup, state.number, entry.seats)]
                return violations or self._next(state, entry.seats, type_of(entry), None)
        current = self.enter_step(state, entry)
        if isinstance(current, list):
            return current
        all_counts = self.complete_counts(current)
        if all_counts is None:
            return replace(state, current=current)
        return self._next(state, all_counts, "turns", current)

    def _next(self, state: RoundGameState, all_counts: Sequence[Counts], source: str, current: Any) -> RoundGameState:
        """The game after a complete round, with the next round begun unless it was the last."""
        scores = tuple(self.score(state.setup, state.number, all_counts))
        played = CompleteRound(state.number, tuple(all_counts), scores, source)
        after = replace(state, rounds=(*state.rounds, played), current=current)
        after = replace(after, totals_after=(*state.totals_after, after.totals))
        return after if after.is_over else replace(after, current=self.new_round(state.setup, after.number))
