"""Results entered instead of single entries: where one can be entered, its form, and which entries it replaced."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from companion.store.log_rows import CORRECT, EntryInEffect, entries_in_effect
from companion.store.positions import LogEntry
from companion.web.play.context import BoardContext, FormTarget, GameContext
from companion.web.play.notices import Notice


class ResultStart(Struct, frozen=True):
    """The state in which a result is entered, and the entries that it replaces, if any; adjustments stay."""

    state: Any
    replaced: Sequence[LogEntry] = ()


class ResultFrame(Struct, frozen=True):
    """The values for `result.html`, `result_board.html` and `round_result.html`, besides `context` and `result`."""

    notice: Notice | None
    form_target: FormTarget
    replaced_count: int  # how many entries the result will replace


def result_start(context: GameContext) -> ResultStart | None:
    """Return where a result can be entered, or None if that is not possible."""
    if context.pages.takes_result():
        return ResultStart(context.position.state)
    if context.position.is_over:
        return None
    entries = context.position.entries
    for index in reversed(range(len(entries))):
        first = entries[index]
        if context.pages_at(first.before).takes_result():
            replaced = [logged for logged in entries[index:] if logged.entry["type"] != "adjust"]
            return None if first.entry["type"] == "adjust" else ResultStart(first.before, replaced)
    return None


def replaced_entries(context: BoardContext, logged: LogEntry) -> Sequence[EntryInEffect]:
    """Return the entries that `logged`, if it is a result, replaced; none if it replaced none."""
    rows = range(len(context.position.done))
    return next(filter(None, (replaced_in_row(context, logged, index) for index in rows)), ())


def replaced_in_row(context: BoardContext, logged: LogEntry, index: int) -> Sequence[EntryInEffect]:
    """Return the entries that `logged`, if it is a result, replaced in row `index` of the rows in effect."""
    row = context.position.done[index]
    lines = {change.get("line") for change in row.payload} if row.kind == CORRECT else ()
    if logged.key not in lines or not _is_result(context, logged):
        return ()
    earlier = [entry for entry in entries_in_effect(context.position.done[:index]) if entry.key in lines]
    return () if any(_is_result(context, entry) for entry in earlier) else earlier


def _is_result(context: BoardContext, entry: EntryInEffect) -> bool:
    return context.pages.result_fields(entry.entry) is not None
