"""The pages: one module with a blueprint `bp` for each subject."""

from __future__ import annotations

from importlib import import_module

from flask import Flask

BLUEPRINTS = (
    "play.routes",
    "play.stream",
    "log.routes",
    "log.correction",
    "log.turn_correction",
    "settings.routes",
    "settings.new_game",
    "settings.game_removal",
    "history.routes",
    "history.after_game",
    "history.statistics",
    "tables.routes",
    "tables.home",
    "tables.join",
    "tables.links",
    "tables.players",
    "tables.files",
    "rules.rulebook",
    "rules.questions",
    "rules.misplays",
    "printing.routes",
    "club.routes",
    "club.files",
    "manifest",
    "language_choice",
    "health",
)


def init_app(app: Flask) -> None:
    """Register all blueprints with the application."""
    from companion.web import cookies, errors, language_choice, request_log, urls
    from companion.web.play import stream

    for name in BLUEPRINTS:
        app.register_blueprint(import_module(f"companion.web.{name}").bp)
    request_log.init_app(app)
    cookies.init_app(app)
    stream.init_app(app)
    urls.init_app(app)
    errors.init_app(app)
    language_choice.init_app(app)
