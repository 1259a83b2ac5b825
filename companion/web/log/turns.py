"""The tricks, turns and rounds of a game in progress, and the sections of its log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import groupby
from operator import itemgetter

from msgspec import Struct

from companion.core.entries import AGREED
from companion.core.messages import Message
from companion.core.questions import Course
from companion.questions import situations
from companion.store.positions import LogEntry
from companion.web.play.context import GameContext


class Turn(Struct, frozen=True, dict=True):
    """The log entries of one trick or turn, with the number of its round and its own, which is 0 for a whole round."""

    context: GameContext
    round: int
    number: int
    entries: Sequence[LogEntry]

    @property
    def heading(self) -> str:
        return self.context.heading(self.entries[-1])

    @cached_property
    def outcome(self) -> str:
        """The outcome of the turn, or else its last entry in words."""
        outcomes = map(self.context.outcome, reversed(self.entries))
        return next(filter(None, outcomes), "") or self.context.words(self.entries[-1])

    def moments(self) -> Iterator[tuple[str, LogEntry]]:
        """Yield the moments of this turn that a rules question can be about: what happened, and the entry."""
        game, entries = self.context.game, [logged for logged in self.entries if logged.refusal is None]
        moments = as_course(self.context, entries)
        different: list[tuple[dict[str, str], LogEntry]] = []
        for index, logged in enumerate(entries):
            situation = situations.situation_at(game.slug, len(game.names), game.options, moments, index)
            if situation not in [other for other, _logged in different]:
                different.append((situation, logged))
        for _situation, logged in different:
            yield self.outcome if len(different) == 1 else self.context.words(logged), logged


def turns(context: GameContext) -> list[Turn]:
    """The tricks or turns of the log in order; adjustments belong to none, even in the middle of one."""
    turn_of = context.position.rules.turn_of
    numbered = ((turn_of(logged.before, logged.entry), logged) for logged in context.position.entries)
    groups = groupby(((turn, logged) for turn, logged in numbered if turn is not None), itemgetter(0))
    return [
        Turn(context, round_number, number, [logged for _turn, logged in entries])
        for (round_number, number), entries in groups
    ]


def sections(context: GameContext, shown: Sequence[LogEntry]) -> list[list[LogEntry]]:
    """The entries `shown` by heading; adjustments in the middle of a trick or turn come after it."""
    with_headings: list[tuple[Message, list[LogEntry]]] = []
    rules = context.position.rules
    for logged in shown:
        heading = rules.heading(logged.before, logged.entry)
        is_of_turn = rules.turn_of(logged.before, logged.entry) is not None
        recent = with_headings[-2:] if is_of_turn else with_headings[-1:]
        entries = next((entries for other, entries in recent if other == heading), None)
        if entries is None:
            with_headings.append((heading, [logged]))
        else:
            entries.append(logged)
    return [entries for _heading, entries in with_headings]


def turn_with(context: GameContext, logged: LogEntry) -> Turn | None:
    """The trick or turn of `logged`, or None if it belongs to none."""
    return next((turn for turn in turns(context) if logged in turn.entries), None)


def replaced_by_result(context: GameContext, logged: LogEntry) -> list[LogEntry]:
    """The entries of the round of `logged` that its result would replace: all but adjustments and an early end.

    A game that does not add up scores is a single round.
    """

    def complete(other: LogEntry) -> int:
        scores = context.position.rules.scores(other.before)
        return 0 if scores is None else len(scores.rounds)

    of_round = (other for other in context.position.entries if complete(other) == complete(logged))
    return [other for other in of_round if not isinstance(other.entry, AGREED)]


def as_course(context: GameContext, entries: Sequence[LogEntry] | None = None) -> Course:
    """The game in progress, or some of its `entries`, as rules questions see it."""
    entries = context.position.entries if entries is None else entries
    return Course([(logged.before, logged.entry) for logged in entries], context.position.state)
