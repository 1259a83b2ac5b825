"""The pages: one module with a blueprint `bp` for each subject."""

from __future__ import annotations

from datetime import datetime
from importlib import import_module

from flask import Flask
from flask_babel import format_date, format_time

from companion.web.draw_once import draw_once

BLUEPRINTS = (
    "home",
    "join",
    "tables",
    "people",
    "new_game",
    "play",
    "log",
    "correction",
    "stream",
    "rulebook",
    "desk",
    "printing",
    "language_choice",
)


def init_app(app: Flask) -> None:
    """Register all blueprints with the application."""
    from companion.web import cookies, errors, language_choice, stream, urls

    for name in BLUEPRINTS:
        app.register_blueprint(import_module(f"companion.web.{name}").bp)
    cookies.init_app(app)
    stream.init_app(app)
    urls.init_app(app)
    errors.init_app(app)
    language_choice.init_app(app)
    app.add_template_global(draw_once)
    app.add_template_filter(clock)
    app.add_template_filter(day)


def clock(at: datetime) -> str:
    """Return the time of day in this machine's zone; the phone's own script tells it in the phone's."""
    return format_time(at.astimezone(), "short", rebase=False)


def day(at: datetime) -> str:
    """Return the date in this machine's zone."""
    return format_date(at.astimezone(), "medium", rebase=False)
