"""A game's log: entries with their authors, what was corrected and undone, changed settings in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import groupby

from flask import Blueprint, render_template, request, url_for
from msgspec import Struct

from companion.core.entries import Entry
from companion.core.numbers import int_or_none
from companion.store import evenings, game_log
from companion.store.differences import CHANGING, Difference, differences
from companion.store.models import VIEWER, AccessLink, Game, StoredRow
from companion.store.positions import ENTRY, UNDO, LogEntry, LogRow
from companion.web import access
from companion.web.log.turns import Turn, sections, turns
from companion.web.play.board import who_may_undo
from companion.web.play.change_views import ChangeView, change_view, is_secret, last_change
from companion.web.play.context import GameContext, fresh_form_target, game_context
from companion.web.play.notices import author_name, row_kind, row_words
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
    card: LogCard | None = None  # its card in the line of its trick or turn, or None if it has a row of its own


class TurnView(Struct, frozen=True):
    """The entries of a trick or turn, or one that belongs to none, as one row of the log.

    `words` are what came of it, or what was entered, or "" where the cards say all there is. `settle` is the entry
    that a dispute about it is about, and `winner` the one that has won it, or None. The URLs are "" where there is
    nothing to enter: `again` asks for all of it again, `earlier` for what was forgotten before it.
    """

    words: str
    entries: Sequence[EntryView]
    settle: LogEntry | None = None
    winner: Entry | None = None
    again: str = ""
    earlier: str = ""

    @property
    def has_cards(self) -> bool:
        return any(entry.card for entry in self.entries)

    @property
    def plain(self) -> list[EntryView]:
        """The entries that are not in the line of cards."""
        return [entry for entry in self.entries if not entry.card]


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
    log_turns = turns(context)
    turn_numbers = {logged.key: index for index, turn in enumerate(log_turns) for logged in turn.entries}

    def place(logged: LogEntry) -> tuple[int, str]:
        """The index of the turn, or the key of an entry that belongs to none."""
        return (turn_numbers[logged.key], "") if logged.key in turn_numbers else (-1, logged.key)

    shown_sections = []
    for section in sections(context, entries[first:last]):
        views = []
        for (index, _key), group in groupby(section, place):
            turn = log_turns[index] if index >= 0 else None
            views.append(_turn_view(context, [_shown(context, logged, rows) for logged in group], turn))
        shown_sections.append((context.heading(section[0]), views[::-1]))
    return render_template(
        "log.html",
        context=context,
        sections=shown_sections[::-1],
        first=first,
        changes=_other_rows(context, rows),
        change=last_change(context),
        evening=evenings.evening_of(game),
        undo_by_others=who_may_undo(context),
        form_target=fresh_form_target(url_for("play.undo"), context.position),
    )


def _turn_view(context: GameContext, shown: Sequence[EntryView], turn: Turn | None) -> TurnView:
    """The row for the entries `shown`, which are those of a `turn` or belong to none."""
    may_enter = turn is not None and turn.number > 0 and all(entry.may_correct for entry in shown)
    key = turn.entries[0].key if turn and may_enter else ""
    outcomes = dict.fromkeys(entry.outcome for entry in shown if entry.outcome)
    return TurnView(
        words=" ".join(outcomes) or (shown[0].words if len(shown) == 1 else ""),
        entries=sorted(shown, key=lambda entry: entry.card.order if entry.card else len(shown)),
        settle=next((entry.logged for entry in reversed(shown) if entry.outcome), None),
        winner=context.pages_at(shown[-1].logged.after).winning_entry(),
        again=url_for("turn_correction.correct", key=key) if key and len(shown) > 1 else "",
        earlier=url_for("turn_correction.insert", key=key) if key else "",
    )


def _other_rows(context: GameContext, rows: Mapping[int, StoredRow]) -> list[OtherRow]:
    """The rows that are not entries in effect, each with what it did."""
    position = context.whole
    entry_rows, done = {logged.row for logged in position.entries}, {row.number for row in position.done}
    others = [row for row in rows.values() if row.kind != ENTRY or row.number not in entry_rows]
    log_rows = [LogRow(row.number, row.kind, row.payload) for row in rows.values()]
    newest = {row.number for row in others[-SHOWN_ENTRIES:]}
    changed = {
        row.number: difference for row, difference in differences(position, log_rows, context.game.options, newest)
    }
    shown = []
    for row in others:
        words, author, change = row_kind(row, done), author_name(row.link), None
        difference = changed.get(row.number)
        if difference is not None and row.kind in CHANGING:
            change = None if is_secret(context, difference) else change_view(context, difference, row, author)
        elif difference is not None and (what := _moved_words(context, difference, row)):
            words = f"{words}: {what}"
        shown.append(OtherRow(words, author, row.at, change))
    return shown


def _moved_words(context: GameContext, difference: Difference, row: StoredRow) -> str:
    """In words the entry that a row added, or what an undo took back, or a redo brought back."""
    if row.kind == ENTRY:
        moved, position = difference.after.done[-1], difference.after
    elif row.kind == UNDO:
        moved, position = difference.before.done[-1], difference.before
    else:
        moved, position = difference.before.undone[-1], difference.after
    logged = position.find(str(moved.number))
    return row_words(moved) if logged is None or context.is_secret(logged) else context.words(logged)


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
