"""A game's log: entries with their authors, what was corrected and undone, changed settings in words."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from flask import Blueprint, render_template, request, url_for
from msgspec import Struct

from companion.core.numbers import int_or_none
from companion.store import game_log
from companion.store.differences import differences
from companion.store.log_rows import ENTRY, LogRow
from companion.store.models import VIEWER, AccessLink, Game, StoredRow
from companion.store.positions import LogEntry
from companion.web import access
from companion.web.log.turns import sections
from companion.web.play.board import undo_words
from companion.web.play.change_views import ChangeView, change_view, last_change
from companion.web.play.context import GameContext, fresh_form_target, game_context
from companion.web.play.notices import author_name, row_kind
from companion.web.play.pages import LogCard
from companion.web.workers import in_worker, is_long_game

bp = Blueprint("log", __name__, url_prefix="/t/<public_id>/<int:n>/log")
SHOWN_ENTRIES = 120


class EntryView(Struct, frozen=True):
    logged: LogEntry
    words: str
    author: str
    at: datetime
    corrected_by: str
    may_correct: bool
    outcome: str  # its outcome in words, or "" if it has none
    card: LogCard | None = None  # its card in the line of its section, or None if it has a row of its own


class LogSection(Struct, frozen=True):
    """Entries under one heading, such as those of a trick."""

    heading: str
    entries: list[EntryView]
    may_correct_all: bool  # whether one form may correct them all


class OtherRow(Struct, frozen=True):
    """A row that is not an entry in effect: a correction, changed settings, an undo, or an entry that is gone."""

    words: str
    author: str
    at: datetime
    change: ChangeView | None = None  # what a correction or changed settings did


@bp.get("")
@access.needs(VIEWER)
@in_worker(is_long=is_long_game)
def show(link: AccessLink, game: Game) -> str:
    """Show the newest entries, or those before the one with the index `until`; the newest section comes first."""
    context = game_context(link, game)
    rows, entries = {row.number: row for row in game_log.rows(context.game)}, context.position.entries
    until = int_or_none(request.args.get("until"))
    last = min(until, len(entries)) if until and until > 0 else len(entries)
    first = max(0, last - SHOWN_ENTRIES)
    shown_sections = []
    for section in sections(context, entries[first:last]):
        shown = [_shown(context, logged, rows) for logged in section]
        has_form = len(shown) > 1 and context.entry_row(shown[0].logged) is not None
        heading = context.heading(section[0])
        shown_sections.append(LogSection(heading, shown, has_form and all(entry.may_correct for entry in shown)))
    entry_rows, done = {logged.row for logged in entries}, {row.number for row in context.position.done}
    views = _change_views(context, rows)
    changes = [
        OtherRow(row_kind(row, done), author_name(row.link), row.at, views.get(row.number))
        for row in rows.values()
        if row.kind != ENTRY or row.number not in entry_rows
    ]
    return render_template(
        "log.html",
        context=context,
        sections=shown_sections[::-1],
        first=first,
        changes=changes,
        change=last_change(context),
        undo=undo_words(context),
        form_target=fresh_form_target(url_for("play.undo"), context.position),
    )


def _change_views(context: GameContext, rows: Mapping[int, StoredRow]) -> dict[int, ChangeView]:
    """Return what the corrections and changed settings did, by the numbers of their rows."""
    log_rows = [LogRow(row.number, row.kind, row.payload) for row in rows.values()]
    changed = differences(context.position, log_rows, context.game.options)
    return {
        row.number: change_view(context, difference, row, author_name(rows[row.number].link))
        for row, difference in changed
    }


def _shown(context: GameContext, logged: LogEntry, rows: Mapping[int, StoredRow]) -> EntryView:
    row = rows[logged.row]
    card = None
    if logged.refusal is None and not logged.warnings:  # remarks about an entry are shown beside its words
        card = context.pages_at(logged.before).log_card(logged.entry)
    return EntryView(
        logged=logged,
        words=context.words(logged),
        author=author_name(row.link),
        at=row.at,
        corrected_by=author_name(rows[logged.corrected].link) if logged.corrected else "",
        may_correct=context.link.may_correct(row.link),
        outcome=context.outcome(logged),
        card=card,
    )
