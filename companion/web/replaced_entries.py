"""A result that replaces the entries of a round or game that was being played card by card.

It is a correction of the log: one undo brings the entries back, and so can a later correction of the result.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from companion.core.messages import Json
from companion.store import game_log
from companion.store.log_rows import CORRECT
from companion.store.positions import LogEntry
from companion.web.game_context import GameContext


class ResultStart(Struct, frozen=True):
    """The state in which a result is entered, and the index in the log of the first entry that it replaces, if any.

    `count` is the number of entries that it replaces; adjustments stay.
    """

    state: Any
    first: int | None = None
    count: int = 0


def result_start(context: GameContext) -> ResultStart | None:
    """Return where a result can be entered, or None if that is not possible."""
    if context.pages.takes_result():
        return ResultStart(context.position.state)
    if context.position.is_over:
        return None
    log = context.position.log
    places = (index for index in reversed(range(len(log))) if context.pages_at(log[index].before).takes_result())
    first = next(places, None)
    if first is None or log[first].entry["type"] == "adjust":
        return None
    count = sum(logged.entry["type"] != "adjust" for logged in log[first:])
    return ResultStart(log[first].before, first, count)


def replaced_entries(context: GameContext, logged: LogEntry) -> Sequence[LogEntry]:
    """Return the entries that `logged`, if it is a result, replaced; nothing if it replaced none."""
    if logged.corrected is None or context.pages_at(logged.before).typed(logged.entry) is None:
        return ()
    for row in context.position.done:
        if row.kind != CORRECT or logged.key not in (lines := {change.get("line") for change in row.payload}):
            continue
        before = game_log.position_at(context.game, row.number - 1)
        found = [entry for entry in before.log if entry.key in lines]
        if any(context.pages_at(entry.before).typed(entry.entry) is not None for entry in found):
            continue
        return found
    return ()


def restoring_changes(logged: LogEntry, entries: Sequence[LogEntry]) -> list[Json]:
    """Return the changes that replace the result `logged` with `entries` again."""
    back: list[Json] = [{"before": logged.key, "entry": entry.entry} for entry in entries]
    return [*back, {"line": logged.key, "entry": None}]
