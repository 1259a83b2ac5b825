"""What a correction or changed settings do to a game: entries, outcomes of tricks and turns, scores, the result.

Nothing of this is stored: it follows from the positions before and after the row of the log.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from operator import add

from msgspec import Struct

from companion.core.messages import Message
from companion.core.rounds import Scores
from companion.store.positions import CORRECT, SETTINGS, UNDO, LogEntry, LogRow, Position, at_start

UNIT_SCORES = "unit-scores"  # the message about the points of a complete round
CHANGING = (CORRECT, SETTINGS)  # the kinds of rows that change what was entered before them


class OutcomeChange(Struct, frozen=True):
    """The outcome of an entry that is in the log before and after: what is no longer so, and what is so now."""

    logged: LogEntry  # as it is afterwards
    before: Sequence[Message]
    after: Sequence[Message]


class ScoreChange(Struct, frozen=True):
    """The points of all seats before and after, in the round with this number; None where it is not complete."""

    number: int
    before: Sequence[int] | None
    after: Sequence[int] | None


class Difference(Struct, frozen=True, dict=True):
    """What differs between two positions of one game, of which the second has one more row, or would have it."""

    before: Position
    after: Position

    @property
    def position(self) -> Position:
        """The game without that row, as in the other results of a submission that was not accepted."""
        return self.before

    @cached_property
    def entries(self) -> list[tuple[LogEntry | None, LogEntry | None]]:
        """The entries that were replaced, in order, then those that were added, and those that were deleted."""
        old, new = _by_key(self.before), _by_key(self.after)
        replaced = [(old[key], new[key]) for key in new if key in old and old[key].entry != new[key].entry]
        added = [(None, new[key]) for key in new if key not in old]
        return [*replaced, *added, *((old[key], None) for key in old if key not in new)]

    @cached_property
    def outcomes(self) -> list[OutcomeChange]:
        """The tricks and turns that now end in another way; the points of a round are in `rounds`."""
        old, outcome = _by_key(self.before), self.after.rules.outcome
        changes = []
        for logged in self.after.entries:
            known = old.get(logged.key)
            if known is None or known is logged:
                continue
            was, is_now = outcome(known.before, known.after), outcome(logged.before, logged.after)
            gone = [message for message in was if message not in is_now and message.id != UNIT_SCORES]
            new = [message for message in is_now if message not in was and message.id != UNIT_SCORES]
            if was and (gone or new):
                changes.append(OutcomeChange(logged, gone, new))
        return changes

    @cached_property
    def rounds(self) -> list[ScoreChange]:
        """The complete rounds that have other scores now, or are no longer complete."""
        before, after = _scores(self.before), _scores(self.after)
        if before is None or after is None:
            return []
        now = dict(after.rounds)
        pairs = [(number, scores, now.get(number)) for number, scores in before.rounds]
        return [ScoreChange(number, old, new) for number, old, new in pairs if old != new]

    @cached_property
    def so_far(self) -> ScoreChange | None:
        """The points of the round in progress, if they have changed."""
        before, after = _scores(self.before), _scores(self.after)
        if before is None or after is None or before.number != after.number:
            return None
        old, new = (position.rules.points_so_far(position.state) for position in (self.before, self.after))
        return ScoreChange(before.number, old, new) if old and new and old != new else None

    @cached_property
    def totals(self) -> tuple[Sequence[int], Sequence[int]] | None:
        before, after = _scores(self.before), _scores(self.after)
        if before is None or after is None or before.totals == after.totals:
            return None
        if before.number == after.number:  # otherwise a round in progress has ended, with what was seen of it
            return before.totals, after.totals
        return _totals_so_far(self.before, before), _totals_so_far(self.after, after)

    @cached_property
    def results(self) -> tuple[Message, Message] | None:
        """The results of a game that was over, or is now, if they differ."""
        headlines = tuple(position.rules.headline(position.state) for position in (self.before, self.after))
        is_over = self.before.is_over or self.after.is_over
        return (headlines[0], headlines[1]) if is_over and headlines[0] != headlines[1] else None

    @property
    def is_decisive(self) -> bool:
        """Whether something that had been decided is different: who won a trick or stole what, a round, the game."""
        is_scored = _scores(self.before) is not None
        return bool(self.rounds or (is_scored and self.outcomes) or (self.before.is_over and self.results))


def last_difference(position: Position) -> Difference | None:
    """What the last row of the log did if it is a correction or changed settings, else None."""
    row = position.done[-1] if position.done else None
    if row is None or row.number != position.last_row or row.kind not in CHANGING:
        return None
    return Difference(position.play((position.next_row(UNDO),)), position)


def differences(
    position: Position, rows: Iterable[LogRow], present_options: Mapping[str, object], also: Container[int] = ()
) -> Iterator[tuple[LogRow, Difference]]:
    """Yield each of the `rows` that changed earlier entries, with what it did; `position` is after the last of them.

    `also` are the numbers of other rows to be yielded, such as those of an undo.
    """
    rows = list(rows)
    before = at_start(position.rules, position.player_count, position.starters, present_options, rows)
    waiting: list[LogRow] = []
    for row in rows:
        if row.kind in CHANGING or row.number in also:
            before = before.play(waiting)
            after = before.play((row,))
            yield row, Difference(before, after)
            before, waiting = after, []
        else:
            waiting.append(row)


def earlier_scores(position: Position) -> dict[tuple[int, int], list[int]]:
    """The points that corrections have changed, oldest first, by the number of the round and by seat."""
    if not any(row.kind in CHANGING for row in position.done):
        return {}
    earlier: dict[tuple[int, int], list[int]] = {}
    for _row, difference in differences(position, position.done, position.options_and_seats.options):
        for change in difference.rounds:
            for seat, old in enumerate(change.before or ()):
                if change.after is None or change.after[seat] != old:
                    earlier.setdefault((change.number, seat), []).append(old)
    return earlier


def _by_key(position: Position) -> dict[str, LogEntry]:
    return {logged.key: logged for logged in position.entries}


def _totals_so_far(position: Position, scores: Scores) -> list[int]:
    points = position.rules.points_so_far(position.state)
    return [*map(add, scores.totals, points)] if points else [*scores.totals]


def _scores(position: Position) -> Scores | None:
    return position.rules.scores(position.state)
