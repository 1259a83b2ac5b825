"""The pages: one module with a blueprint `bp` for each subject."""

from __future__ import annotations

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
