"""The reader's rights to correct, undo, replace or change what was entered, and the reasons why not."""

from __future__ import annotations

from collections.abc import Sequence

from flask_babel import gettext as _

from companion.store import game_log
from companion.store.models import AccessLink
from companion.store.positions import CORRECT, SETTINGS, LogEntry
from companion.web.play.context import GameContext


def may_correct_all(context: GameContext, entries: Sequence[LogEntry]) -> bool:
    return len(correctable(context, entries)) == len(entries)


def correctable(context: GameContext, entries: Sequence[LogEntry]) -> list[LogEntry]:
    """The `entries` that the reader may correct: hosts may correct all, players their own."""
    authors = game_log.authors(context.game, {logged.row for logged in entries})
    return [logged for logged in entries if context.link.may_correct(authors[logged.row])]


def why_not(kind: str, author: AccessLink | None = None) -> str:
    """Why someone may not write a row of this `kind` that concerns what others entered, such as `author`."""
    if kind == CORRECT:
        return _("Others entered part of this. Only the host can correct all of it.")
    if kind == SETTINGS:
        return _("Others entered something in this game. Only the host can change its settings now.")
    if author is not None and author.is_of_removed_player:
        return _("Someone who was removed entered this. Only the host can change it.")
    if author is None or author.player is None:
        return _("The host entered this. Only the host can change it.")
    return _("Only %(name)s or the host can undo or redo this.", name=author.player.shown_name)


def why_not_correct(*, is_rest: bool = False) -> str:
    """Why someone may not correct what others entered: all of it, or the rest of it if `is_rest`."""
    if is_rest:
        return _("Others entered the rest. Only they or the host can correct it.")
    return _("Others entered this. Only they or the host can correct it.")


def why_not_change_settings(context: GameContext) -> str:
    """Why the reader may not change the settings, or "" if they may: whoever may correct all entries may."""
    return "" if may_correct_all(context, context.whole.entries) else why_not(SETTINGS)
