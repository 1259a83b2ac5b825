"""The pages: one module with a blueprint `bp` for each subject."""

from __future__ import annotations

from importlib import import_module

from flask import Flask

BLUEPRINTS = (
    "home",
    "join",
    "tables",
    "links",
    "new_game",
    "play",
    "log",
    "history",
    "table_statistics",
    "transfer",
    "after_game",
    "manifest",
    "correction",
    "turn_correction",
    "settings",
    "game_removal",
    "players",
    "stream",
    "rulebook",
    "desk",
    "misplays",
    "printing",
    "language_choice",
    "health",
)


def init_app(app: Flask) -> None:
    """Register all blueprints with the application."""
    from companion.web import cookies, errors, language_choice, macro_cache, request_log, stream, urls

    for name in BLUEPRINTS:
        app.register_blueprint(import_module(f"companion.web.{name}").bp)
    request_log.init_app(app)
    cookies.init_app(app)
    stream.init_app(app)
    urls.init_app(app)
    errors.init_app(app)
    language_choice.init_app(app)
    macro_cache.init_app(app)
