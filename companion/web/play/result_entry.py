"""Results entered instead of single entries: where one can be entered, and its form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from companion.store.positions import LogEntry, Position
from companion.web.play.context import FormTarget
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


def result_start(position: Position) -> ResultStart | None:
    """Return where a result can be entered, or None if that is not possible."""
    rules, entries = position.rules, position.entries
    if rules.takes_result(position.state):
        return ResultStart(position.state)
    if position.is_over:
        return None
    for index in reversed(range(len(entries))):
        first = entries[index]
        if rules.takes_result(first.before):
            replaced = [logged for logged in entries[index:] if logged.entry["type"] != "adjust"]
            return None if first.entry["type"] == "adjust" else ResultStart(first.before, replaced)
    return None
