"""The pages. A room is a module with a blueprint `room`; here stands which there are."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from flask import Flask

ROOMS = ("home", "tables", "games", "log", "join", "people", "stream", "desk", "book", "prints")


def init_app(app: Flask) -> None:
    """Open all rooms of the house to the web."""
    from companion.web import stream

    for name in ROOMS:
        if find_spec(f"companion.web.{name}"):
            app.register_blueprint(import_module(f"companion.web.{name}").room)
    stream.init_app(app)
