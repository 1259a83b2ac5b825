"""A table's last choices for printing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.store.database import writing
from companion.store.models import Table

# How to print: fields with one text, several texts, or a tick. They are kept for the next game, the others are not.
_TEXTS = ("paper", "lang", "duplex", "copies")
_LISTS = ("sheets",)
_TICKS = ("every", "turns", "landscape", "grey", "dark", "single")

Fields = Mapping[str, list[str]]  # of an address


def remember_choices(table: Table, fields: Fields) -> None:
    """Keep the `fields` of what was printed at `table`."""
    kept = {"fields": dict(fields), "games": len(table.games)}
    if table.print_choices != kept:
        with writing():
            table.print_choices = kept


def remembered_choices(table: Table) -> tuple[Fields, dict[str, Any]]:
    """Return the last choices at `table`: all fields or, if its last game was started since, only how to print.

    How to print is returned separately, as form data.
    """
    kept = table.print_choices
    if not kept:
        return {}, {}
    fields = kept["fields"]
    if kept["games"] == len(table.games):
        return fields, {}
    how: dict[str, Any] = {name: fields[name][0] for name in _TEXTS if name in fields}
    how |= {name: fields[name] for name in _LISTS if name in fields}
    return {}, how | {name: name in fields for name in _TICKS}
