"""Corrections of several entries at once: a trick or turn corrected or inserted, a round replaced by its result.

Each is one correction of the log, whose changes are checked together.
"""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, abort, redirect, request, url_for
from flask_babel import gettext as _
from msgspec import Struct

from companion.core.messages import RECORD, Json, Violation
from companion.store import corrections
from companion.store.models import PLAYER
from companion.store.positions import LogEntry
from companion.web.correction import correction_response
from companion.web.forms import is_confirmed, sent_submission
from companion.web.game_context import (
    FormTarget,
    GameContext,
    PageResponse,
    fresh_form_target,
    game_context,
    read_entry,
)
from companion.web.notices import Notice
from companion.web.rendering import render
from companion.web.turn_form import EntryRow, TurnForm
from companion.web.turns import correctable, entries_around, rounds

bp = Blueprint("turn_correction", __name__, url_prefix="/t/<table_id>/<int:n>/log")
MAX_ROWS = 16  # before an entry and after it, in one form with it


class TurnView(Struct, frozen=True):
    """The values for `turn_correction.html`, in addition to the `page`. `inserts`: the rows are new."""

    heading: str
    key: str
    form: TurnForm
    inserts: bool
    takes_result: bool
    notice: Notice | None
    form_target: FormTarget


class RoundResultView(Struct, frozen=True):
    """The values for `round_result.html`, in addition to the `page` and the `result`."""

    replaced: int
    notice: Notice | None
    form_target: FormTarget


@bp.route("/turn/<key>", methods=["GET", "POST"])
def correct(table_id: str, n: int, key: str) -> PageResponse:
    """Correct all entries of the trick or turn that the entry with this key belongs to."""
    context, turn = _turn(table_id, n, key)
    rows_of_turn = [(logged, context.entry_row(logged)) for logged in turn]
    with_row = [(logged, row) for logged, row in rows_of_turn if row is not None]
    form = _form([row for _logged, row in with_row], [logged.entry for logged, _row in with_row])
    if request.method == "GET":
        return _page(context, turn, form)
    changes: list[Json] = [
        {"line": logged.key, "entry": entry}
        for (logged, _row), entry in zip(with_row, form.entries(), strict=True)
        if entry != logged.entry
    ]
    return _correct(context, turn, form, changes)


@bp.route("/insert/<key>", methods=["GET", "POST"])
def insert(table_id: str, n: int, key: str) -> PageResponse:
    """Insert a whole trick or turn that was forgotten before the one of this entry."""
    context, turn = _turn(table_id, n, key)
    rows = context.pages_at(turn[0].before).new_rows()
    form = _form(rows, [None] * len(rows))
    if request.method == "GET":
        return _page(context, turn, form, inserts=True)
    entries = form.entries()
    if any(row.is_required and entry is None for row, entry in zip(rows, entries, strict=True)):
        missing = Violation(RECORD, "turn-incomplete")
        return _page(context, turn, form, inserts=True, notice=Notice("refused", violations=(missing,))), 422
    changes: list[Json] = [{"before": turn[0].key, "entry": entry} for entry in entries if entry is not None]
    return _correct(context, turn, form, changes, inserts=True)


@bp.route("/round/<key>", methods=["GET", "POST"])
def result(table_id: str, n: int, key: str) -> PageResponse:
    """Show the result form of a round as typed so far, or replace the round's entries with the result."""
    context, entries = _round(table_id, n, key)
    if not is_confirmed():
        return _result_page(context, entries)
    first, *others = entries
    changes: list[Json] = [{"line": first.key, "entry": read_entry(context.game, first.before)}]
    changes += [{"line": logged.key, "entry": None} for logged in others]
    answer = corrections.correct(context.game, changes, sent_submission(context.link))
    return correction_response(
        context, first.key, changes, answer, lambda _latest, notice: _result_page(context, entries, notice)
    )


def _turn(table_id: str, n: int, key: str) -> tuple[GameContext, Sequence[LogEntry]]:
    """Return the game and the entries of this trick or turn; 404 if there is none, 403 if some are someone else's."""
    context = game_context(table_id, n, PLAYER)
    log, logged = context.position.log, context.entry(key)
    index = log.index(logged)
    turn = entries_around(log[max(0, index - MAX_ROWS) : index + MAX_ROWS + 1], logged, context.heading)
    _check_rights(context, turn)
    return context, turn


def _round(table_id: str, n: int, key: str) -> tuple[GameContext, list[LogEntry]]:
    """Return the game and the entries of this round, without adjustments; 404 if no result can be entered for it."""
    context = game_context(table_id, n, PLAYER)
    logged = context.entry(key)
    entries = next(one.entries for one in rounds(context) if logged in one.log)
    if not entries or not context.pages_at(entries[0].before).takes_result():
        abort(404)
    _check_rights(context, entries)
    return context, entries


def _check_rights(context: GameContext, entries: Sequence[LogEntry]) -> None:
    if len(correctable(context, entries)) < len(entries):
        abort(403, _("Others entered part of this. Only the host can correct all of it."))


def _form(rows: Sequence[EntryRow], entries: Sequence[Json]) -> TurnForm:
    """Return the form; answers 404 if there is nothing to choose, and 400 if a value is not one of the choices."""
    form = TurnForm(rows, entries)
    if not rows:
        abort(404)
    if request.method == "POST" and not form.validate():
        abort(400)
    return form


def _correct(
    context: GameContext, turn: Sequence[LogEntry], form: TurnForm, changes: list[Json], inserts: bool = False
) -> PageResponse:
    """Make the changes, or show why they can't be made."""
    if not changes:
        return redirect(url_for("log.show"), 303)
    answer = corrections.correct(context.game, changes, sent_submission(context.link))
    return correction_response(
        context, turn[0].key, changes, answer, lambda _latest, notice: _page(context, turn, form, inserts, notice)
    )


def _page(
    context: GameContext,
    turn: Sequence[LogEntry],
    form: TurnForm,
    inserts: bool = False,
    notice: Notice | None = None,
) -> str:
    first = turn[0]
    address = url_for("turn_correction.insert" if inserts else "turn_correction.correct", key=first.key)
    view = TurnView(
        heading=context.heading(first),
        key=first.key,
        form=form,
        inserts=inserts,
        takes_result=context.pages_at(first.before).takes_result(),
        notice=notice,
        form_target=fresh_form_target(address, context.position, is_enhanced=False),
    )
    return render("turn_correction.html", view, page=context.page())


def _result_page(context: GameContext, entries: Sequence[LogEntry], notice: Notice | None = None) -> str:
    first = entries[0]
    address = url_for("turn_correction.result", key=first.key)
    view = RoundResultView(len(entries), notice, fresh_form_target(address, context.position, is_enhanced=False))
    return render(
        "round_result.html",
        view,
        page=context.page(),
        result=context.pages_at(first.before).result(request.form or request.args),
    )
