"""Checks what a correction or changed settings would do to later entries: each must stay valid and in its place.

The log does not say which round an entry belongs to: that follows from the entries before it. So a correction that
deletes or adds an entry could silently turn the result of round 2 into that of round 1.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from companion.core.game import Refusal
from companion.core.messages import N_, RECORD, Message, Param, Phrase, Violation
from companion.store.positions import LogEntry, LogRow, Position

TurnNumbers = tuple[int, int]  # the numbers of a round, and of a trick or turn in it

WORDS = {
    "moves-back": N_("This entry would move from “%(before)s” to “%(after)s”."),
    "moves-on": N_("This entry would move from “%(before)s” to “%(after)s”."),
}


class CorrectionConflict(Struct, frozen=True):
    """A correction that would make later entries invalid or move them, with all of these in order and their refusals.

    `position` and these entries are those of the game without the correction. Each entry is checked as if the ones
    before it had been left out. `can_move`: all of them would be valid where they would move.
    """

    position: Position
    invalidated: tuple[LogEntry, ...]
    can_move: bool = False


def try_row(position: Position, row: LogRow, *, may_move: bool = False) -> Position | Refusal | CorrectionConflict:
    """Return the position after the next row, a correction or changed settings, or why these are not possible.

    A `Refusal` says why a corrected entry itself is not valid. Entries that were already invalid are ignored. Unless
    later entries `may_move`, each must stay in its round, and in one trick or turn with the entries that it was with.

    :raises InvalidChange: a change names an entry that does not exist, or is not a change at all.
    :raises ImpossibleSettings: the settings are impossible.
    """
    corrected = position.play((row,))
    known = {logged.key: logged for logged in position.entries}
    violations: list[Violation] = []
    later: dict[str, LogEntry] = {}  # the valid entries that the row does not change, as they were
    for logged in corrected.entries:
        if row.number not in (logged.row, logged.corrected):
            if known[logged.key].refusal is None:
                later[logged.key] = known[logged.key]
        elif logged.refusal is not None:
            violations.extend(logged.refusal.violations)
    if violations:
        return Refusal(tuple(violations))
    checked = corrected.entries if may_move else _refuse_moved(corrected, later)
    invalidated = tuple(
        replace(later[logged.key], refusal=logged.refusal)
        for logged in checked
        if logged.refusal is not None and logged.key in later
    )
    can_move = all(logged.refusal is None or logged.key not in later for logged in corrected.entries)
    return CorrectionConflict(position, invalidated, can_move) if invalidated else corrected


def _refuse_moved(corrected: Position, later: Mapping[str, LogEntry]) -> list[LogEntry]:
    """Return the corrected entries, where `later` ones that would leave their round, trick or turn are refused."""
    rules = corrected.rules
    entries = list[LogEntry]()
    turns = _Turns()
    is_same = True  # nothing has been refused so far
    for logged in corrected.entries:
        checked = logged if is_same else corrected.apply(entries, logged)
        old = later.get(logged.key)
        if old is not None and checked.refusal is None:
            before, after = rules.turn_of(old.before, old.entry), rules.turn_of(checked.before, checked.entry)
            if before is not None and after is not None and not turns.claim(before, after):
                refusal = _moved(
                    rules.heading(old.before, old.entry), rules.heading(checked.before, old.entry), after < before
                )
                checked = replace(checked, after=checked.before, warnings=(), refusal=refusal)
                is_same = False
        entries.append(checked)
    return entries


def _moved(before: Message, after: Message, is_back: bool) -> Refusal:
    headings: dict[str, Param] = {"before": Phrase(before.id, before.params), "after": Phrase(after.id, after.params)}
    return Refusal((Violation(RECORD, "moves-back" if is_back else "moves-on", headings),))


class _Turns:
    """The place of each trick or turn after a correction: it may get another number, but not be split or joined."""

    def __init__(self) -> None:
        self.turns: dict[TurnNumbers, TurnNumbers] = {}
        self.origins: dict[TurnNumbers, TurnNumbers] = {}

    def claim(self, before: TurnNumbers, after: TurnNumbers) -> bool:
        """Claim `after` as the new place of the trick or turn `before`, and return whether it could have it."""
        if before[0] != after[0] or self.turns.get(before, after) != after or self.origins.get(after, before) != before:
            return False
        self.turns[before], self.origins[after] = after, before
        return True
