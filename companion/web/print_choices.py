"""A table's last choices for printing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from companion.store.database import writing
from companion.store.models import Table

# How to print: fields with one text, several texts, or a tick. They are kept for the next game, the others are not.
_TEXTS = ("paper", "lang", "duplex", "copies")
_LISTS = ("sheets",)
_TICKS = ("every", "turns", "landscape", "grey", "dark", "single")


class Choices(Struct, frozen=True):
    """The initial choices: all `fields` of an address, or only `how` to print, as form data."""

    fields: Mapping[str, list[str]] = {}
    how: Mapping[str, Any] = {}


def remember_choices(table: Table, fields: Mapping[str, list[str]]) -> None:
    """Keep the `fields` of what was printed at `table`."""
    kept = {"fields": dict(fields), "games": len(table.games)}
    if table.print_choices != kept:
        with writing():
            table.print_choices = kept


def remembered_choices(table: Table) -> Choices:
    """Return the last choices at `table`; if its last game was started since, only how to print."""
    kept = table.print_choices
    if not kept:
        return Choices()
    fields = kept["fields"]
    if kept["games"] == len(table.games):
        return Choices(fields=fields)
    how: dict[str, Any] = {name: fields[name][0] for name in _TEXTS if name in fields}
    how |= {name: fields[name] for name in _LISTS if name in fields}
    return Choices(how=how | {name: name in fields for name in _TICKS})
