"""Filling templates from view models."""

from __future__ import annotations

from flask import render_template
from msgspec import Struct, structs
from werkzeug import Response

PageResponse = str | Response | tuple[str, int]


def render(template: str, view: Struct | None = None, **parts: object) -> str:
    """Return `template` filled with the fields of its `view`; each of the `parts` is used by its own name."""
    fields = {} if view is None else structs.asdict(view)
    return render_template(template, **fields, **parts)
