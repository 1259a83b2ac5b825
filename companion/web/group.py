"""Corrections of several entries at once: a trick or turn corrected or inserted, a round replaced by its result.

Each is one correction of the log, whose changes are checked together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Blueprint, abort, redirect, request, url_for
from flask_babel import gettext as _
from msgspec import Struct

from companion.core.messages import Json, Violation
from companion.store import game_log, log_writing
from companion.store.models import PLAYER
from companion.store.positions import LogEntry
from companion.web.correction import make_correction
from companion.web.forms import Submission
from companion.web.game_context import GameContext, PageResponse, Post, fresh_post, game_context, render, sent_entry
from companion.web.group_rows import EntryRow, FormRow, form_row, read_row
from companion.web.notices import Notice, build_notice

bp = Blueprint("group", __name__, url_prefix="/t/<table_id>/<int:n>/log")
MOST_ROWS = 16


class GroupView(Struct, frozen=True):
    """The values for `group.html`, in addition to a game's page. `inserts`: the rows are new, before that group."""

    heading: str
    key: str
    rows: Sequence[FormRow]
    inserts: bool
    takes_result: bool
    notice: Notice | None
    post: Post


class RoundResultView(Struct, frozen=True):
    """The values for `group_result.html`, in addition to a game's page and its own form."""

    replaced: int
    notice: Notice | None
    post: Post


@bp.get("/group/<key>")
def show(table_id: str, n: int, key: str) -> str:
    """Show the form for all entries of the trick or turn that the entry with this key belongs to."""
    return _page(*_group(table_id, n, key))


@bp.post("/group/<key>")
def correct(table_id: str, n: int, key: str) -> PageResponse:
    """Make all changes of the form at once."""
    context, group = _group(table_id, n, key)
    changes: list[Json] = []
    for index, (logged, row) in enumerate(_rows(context, group)):
        entry = _read(index, row)
        if entry != logged.entry:
            changes.append({"line": logged.key, "entry": entry})
    return _correct(context, group, changes)


@bp.get("/insert/<key>")
def insert(table_id: str, n: int, key: str) -> str:
    """Show the form for a whole trick or turn that was forgotten before the one of this entry."""
    return _page(*_group(table_id, n, key), inserts=True)


@bp.post("/insert/<key>")
def insert_entries(table_id: str, n: int, key: str) -> PageResponse:
    """Insert all entries of the trick or turn at once."""
    context, group = _group(table_id, n, key)
    first, changes = group[0], []
    for index, row in enumerate(context.pages.new_rows(first.before, context.translator)):
        entry = _read(index, row)
        if entry is not None:
            changes.append({"before": first.key, "entry": entry})
        elif row.needed:
            missing = Violation("group-incomplete", "RECORD")
            return _page(context, group, inserts=True, notice=Notice("refused", (missing,))), 422
    return _correct(context, group, changes, inserts=True)


@bp.get("/round/<key>")
def result(table_id: str, n: int, key: str) -> str:
    """Show the result form for the round that the entry with this key belongs to."""
    context, entries = _round(table_id, n, key)
    return _result_page(context, entries, {})


@bp.post("/round/<key>")
def enter_result(table_id: str, n: int, key: str) -> PageResponse:
    """Draw the result form as typed so far, or replace the round's entries with the result."""
    context, entries = _round(table_id, n, key)
    if "entry" not in request.form and "type" not in request.form:
        return _result_page(context, entries, request.form)
    submission, entry = Submission.from_form(), sent_entry(context.game)
    first, *others = entries
    changes: list[Json] = [{"line": first.key, "entry": entry(first.before) if callable(entry) else entry}]
    changes += [{"line": logged.key, "entry": None} for logged in others]

    def redraw(latest: GameContext, answer: log_writing.Answer) -> PageResponse:
        notice = build_notice(latest, answer)
        return _result_page(context, entries, request.form, notice), notice.status

    return make_correction(context, first.key, changes, submission, redraw)


def _group(table_id: str, n: int, key: str) -> tuple[GameContext, list[LogEntry]]:
    """Return the game and the entries of this trick or turn; 404 if there is none, 403 if some are someone else's."""
    context = game_context(table_id, n, PLAYER)
    log = context.position.log
    place = next((index for index, logged in enumerate(log) if logged.key == key), None)
    if place is None:
        abort(404)
    headings = [context.position.game.heading(logged.before, logged.entry) for logged in log]
    first = last = place
    while first > 0 and headings[first - 1] == headings[place] and last - first < MOST_ROWS:
        first -= 1
    while last + 1 < len(log) and headings[last + 1] == headings[place] and last - first < MOST_ROWS:
        last += 1
    group = list(log[first : last + 1])
    _check_rights(context, group)
    return context, group


def _round(table_id: str, n: int, key: str) -> tuple[GameContext, list[LogEntry]]:
    """Return the game and the entries of this round, without adjustments; 404 if no result can be entered for it."""
    context = game_context(table_id, n, PLAYER)
    logged = context.position.find(key)
    if logged is None:
        abort(404)
    number = _rounds_before(context, logged)
    entries = [
        other
        for other in context.position.log
        if other.entry["type"] not in ("adjust", "finish") and _rounds_before(context, other) == number
    ]
    if not entries or not context.pages.takes_result(entries[0].before):
        abort(404)
    _check_rights(context, entries)
    return context, entries


def _rounds_before(context: GameContext, logged: LogEntry) -> int:
    rounds = context.position.game.report(logged.before, context.translator)["rounds"]
    return len(rounds)


def _check_rights(context: GameContext, entries: Sequence[LogEntry]) -> None:
    for author in game_log.authors(context.game, {logged.row for logged in entries}).values():
        if not context.link.may_correct(author):
            abort(403, _("Others entered part of this. Only the host can correct all of it."))


def _rows(context: GameContext, group: Sequence[LogEntry]) -> list[tuple[LogEntry, EntryRow]]:
    found = [(logged, context.pages.entry_row(logged.before, context.translator, logged.entry)) for logged in group]
    return [(logged, row) for logged, row in found if row is not None]


def _read(index: int, row: EntryRow) -> Json:
    try:
        return read_row(index, row, request.form)
    except ValueError:
        abort(400)


def _correct(
    context: GameContext, group: Sequence[LogEntry], changes: Sequence[Json], inserts: bool = False
) -> PageResponse:
    """Make the changes, or show why they cannot be made."""
    if not changes:
        return redirect(url_for("log.show"), 303)

    def redraw(latest: GameContext, answer: log_writing.Answer) -> PageResponse:
        notice = build_notice(latest, answer)
        return _page(context, group, inserts=inserts, notice=notice), notice.status

    return make_correction(context, group[0].key, list(changes), Submission.from_form(), redraw)


def _page(context: GameContext, group: Sequence[LogEntry], inserts: bool = False, notice: Notice | None = None) -> str:
    first = group[0]
    typed: Mapping[str, str] = request.form
    if inserts:
        new = context.pages.new_rows(first.before, context.translator)
        rows = [form_row(index, row, "", None, typed) for index, row in enumerate(new)]
    else:
        rows = [
            form_row(index, row, logged.key, logged.entry, typed)
            for index, (logged, row) in enumerate(_rows(context, group))
        ]
    if not rows:
        abort(404)
    address = url_for("group.insert_entries" if inserts else "group.correct", key=first.key)
    view = GroupView(
        heading=context.heading(first),
        key=first.key,
        rows=rows,
        inserts=inserts,
        takes_result=context.pages.takes_result(first.before),
        notice=notice,
        post=fresh_post(address, context.position, enhance=False),
    )
    return render("group.html", context.page(), view)


def _result_page(context: GameContext, entries: Sequence[LogEntry], typed: Any, notice: Notice | None = None) -> str:
    first = entries[0]
    address = url_for("group.enter_result", key=first.key)
    view = RoundResultView(len(entries), notice, fresh_post(address, context.position, enhance=False))
    own = context.pages.result(first.before, context.translator, typed)
    return render("group_result.html", context.page(), view, own)
