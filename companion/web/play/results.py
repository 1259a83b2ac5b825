"""Results entered instead of single entries: where one can be entered, its form, and which entries it replaced."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from companion.store import game_log
from companion.store.log_rows import CORRECT
from companion.store.positions import LogEntry
from companion.web.play.context import FormTarget, GameContext
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


def replaced_entries(context: GameContext, logged: LogEntry) -> Sequence[LogEntry]:
    """Return the entries that `logged`, if it is a result, replaced; none if it replaced none."""
    if logged.corrected is None or context.pages_at(logged.before).result_fields(logged.entry) is None:
        return ()
    for row in context.position.done:
        if row.kind != CORRECT or logged.key not in (lines := {change.get("line") for change in row.payload}):
            continue
        before = game_log.position_at(context.game, row.number - 1)
        entries = [entry for entry in before.entries if entry.key in lines]
        if any(context.pages_at(entry.before).result_fields(entry.entry) is not None for entry in entries):
            continue
        return entries
    return ()
