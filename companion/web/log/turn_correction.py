"""Corrections of several entries at once: a trick or turn corrected or inserted, a round replaced by its result.

Each is one correction of the log, whose changes are checked together.
"""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, abort, redirect, request, url_for
from msgspec import Struct

from companion.core.messages import RECORD, Json, Violation
from companion.store import corrections
from companion.store.log_rows import result_changes
from companion.store.models import PLAYER
from companion.store.positions import LogEntry
from companion.store.submissions import Conflict, Refused
from companion.web.log.correction_response import correction_response
from companion.web.log.turns import rounds, turns_around
from companion.web.play.context import FormTarget, GameContext, fresh_form_target, game_context, read_entry
from companion.web.play.entry_forms import is_confirmed, sent_submission
from companion.web.play.notices import Notice, RefusedNotice, notice_of
from companion.web.play.results import ResultFrame
from companion.web.play.rights import may_correct_all, why_not_correct_all
from companion.web.play.turn_form import EntryRow, TurnForm
from companion.web.rendering import PageResponse, render

bp = Blueprint("turn_correction", __name__, url_prefix="/t/<public_id>/<int:n>/log")


class TurnCorrectionView(Struct, frozen=True):
    """The values for `turn_correction.html`, in addition to `context` and `notice`. `inserts`: the rows are new."""

    heading: str
    key: str
    form: TurnForm
    inserts: bool
    takes_result: bool
    form_target: FormTarget


@bp.route("/turn/<key>", methods=["GET", "POST"])
def correct(public_id: str, n: int, key: str) -> PageResponse:
    """Correct all entries of the trick or turn that the entry with this key belongs to."""
    context = game_context(public_id, n, PLAYER)
    turns = turns_around(context, context.entry(key), context.pages.turns_beside)
    rows = [row for turn in turns for row in turn.rows]
    entries = [logged for logged, _row in rows]
    _check_rights(context, entries)
    form = _form([row for _logged, row in rows], [logged.entry for logged in entries])
    changes: list[Json] = [
        {"line": logged.key, "entry": entry}
        for logged, entry in zip(entries, form.entries(), strict=True)
        if entry != logged.entry
    ]
    return _response(context, _view(context, key, entries[0], form), changes)


@bp.route("/insert/<key>", methods=["GET", "POST"])
def insert(public_id: str, n: int, key: str) -> PageResponse:
    """Insert a whole trick or turn that was forgotten before the one of this entry."""
    context = game_context(public_id, n, PLAYER)
    (turn,) = turns_around(context, context.entry(key)) or abort(404)
    _check_rights(context, turn.form_entries)
    first = turn.form_entries[0]
    rows = context.pages_at(first.before).new_rows()
    form = _form(rows, [None] * len(rows))
    view, entries = _view(context, key, first, form, inserts=True), form.entries()
    if request.method == "POST" and any(
        row.is_required and entry is None for row, entry in zip(rows, entries, strict=True)
    ):
        missing = RefusedNotice((Violation(RECORD, "turn-incomplete"),))
        return _page(context, view, missing), missing.status
    return _response(context, view, [{"before": first.key, "entry": entry} for entry in entries if entry is not None])


@bp.route("/round/<key>", methods=["GET", "POST"])
def result(public_id: str, n: int, key: str) -> PageResponse:
    """Show the result form of a round as typed so far, or replace the round's entries with the result.

    :raises NotFound: no result can be entered for it.
    """
    context = game_context(public_id, n, PLAYER)
    logged = context.entry(key)
    entries = next(one.replaceable for one in rounds(context) if logged in one.entries)
    if not entries or not context.pages_at(entries[0].before).takes_result():
        abort(404)
    _check_rights(context, entries)
    if not is_confirmed():
        return _result_page(context, entries)
    first = entries[0]
    changes = result_changes(entries, read_entry(context.game, first.before))
    submitted = corrections.correct(context.game, changes, sent_submission(context.link))
    if isinstance(submitted, Refused | Conflict):
        notice = notice_of(context, submitted)
        return _result_page(context, entries, notice), notice.status
    return correction_response(context, first.key, changes, submitted)


def _check_rights(context: GameContext, entries: Sequence[LogEntry]) -> None:
    if not may_correct_all(context, entries):
        abort(403, why_not_correct_all())


def _form(rows: Sequence[EntryRow], entries: Sequence[Json]) -> TurnForm:
    """Return the form, or respond with 404 if there is nothing to choose and 400 if a value is no possible choice."""
    form = TurnForm(rows, request.form, entries)
    if not rows:
        abort(404)
    if request.method == "POST" and not form.validate():
        abort(400)
    return form


def _view(context: GameContext, key: str, first: LogEntry, form: TurnForm, inserts: bool = False) -> TurnCorrectionView:
    """Return the view of the form, whose `first` entry is in the log, or will follow the new ones."""
    url = url_for("turn_correction.insert" if inserts else "turn_correction.correct", key=key)
    return TurnCorrectionView(
        heading=context.heading(first),
        key=key,
        form=form,
        inserts=inserts,
        takes_result=context.pages_at(first.before).takes_result(),
        form_target=fresh_form_target(url, context.position),
    )


def _response(context: GameContext, view: TurnCorrectionView, changes: list[Json]) -> PageResponse:
    """Show the form, or make the changes that were submitted, or show why they can't be made."""
    if request.method == "GET":
        return _page(context, view)
    if not changes:
        return redirect(url_for("log.show"), 303)
    submitted = corrections.correct(context.game, changes, sent_submission(context.link))
    if isinstance(submitted, Refused | Conflict):
        notice = notice_of(context, submitted)
        return _page(context, view, notice), notice.status
    return correction_response(context, view.key, changes, submitted)


def _page(context: GameContext, view: TurnCorrectionView, notice: Notice | None = None) -> str:
    return render("turn_correction.html", view, context=context, notice=notice)


def _result_page(context: GameContext, entries: Sequence[LogEntry], notice: Notice | None = None) -> str:
    first = entries[0]
    url = url_for("turn_correction.result", key=first.key)
    frame = ResultFrame(notice, fresh_form_target(url, context.position), len(entries))
    return render(
        "round_result.html",
        frame,
        context=context,
        result=context.pages_at(first.before).result(request.form or request.args),
    )
