"""Filling templates from view models."""

from __future__ import annotations

from typing import Any

from flask import render_template
from msgspec import Struct, structs


def render(template: str, *views: Struct | None) -> str:
    """Return `template` filled with the fields of `views`; of two fields with the same name, the later one is used."""
    fields: dict[str, Any] = {}
    for view in views:
        if view is not None:
            fields |= structs.asdict(view)
    return render_template(template, **fields)
