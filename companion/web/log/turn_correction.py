"""Corrections of several entries at once: a trick or turn corrected or inserted, a round replaced by its result.

Each is one correction of the log, whose changes are checked together.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from flask import Blueprint, abort, redirect, request, url_for
from msgspec import Struct

from companion.core.messages import RECORD, Json, Violation
from companion.store.log_rows import result_changes
from companion.store.positions import LogEntry
from companion.web.log.changes import check_rights, game_with_entry, submit
from companion.web.log.turns import rounds, turns_around
from companion.web.play.context import GameContext, fresh_form_target, read_entry
from companion.web.play.entry_forms import is_confirmed
from companion.web.play.notices import Notice, RefusedNotice
from companion.web.play.result_entry import ResultFrame
from companion.web.play.turn_form import FormRow, TurnForm
from companion.web.rendering import PageResponse, render

bp = Blueprint("turn_correction", __name__, url_prefix="/t/<public_id>/<int:n>/log")


class TurnCorrectionView(Struct, frozen=True):
    """The values for `turn_correction.html`, in addition to `context`, `notice` and `form_target`.

    The `first` of the entries is in the log or, if the form `inserts` them, will follow the new ones.
    """

    key: str
    first: LogEntry
    form: TurnForm
    inserts: bool = False


@bp.route("/turn/<key>", methods=["GET", "POST"])
def correct(public_id: str, n: int, key: str) -> PageResponse:
    """Correct all entries of the trick or turn that the entry with this key belongs to."""
    context, logged = game_with_entry(public_id, n, key)
    turns = turns_around(context, logged, context.pages.turns_beside)
    rows = [row for turn in turns for row in turn.rows]
    entries = [logged for logged, _row in rows]
    check_rights(context, entries)
    form = _form([row for _logged, row in rows], [logged.entry for logged in entries])
    changes: list[Json] = [
        {"line": logged.key, "entry": entry}
        for logged, entry in zip(entries, form.entries(), strict=True)
        if entry != logged.entry
    ]
    return _show_or_submit(context, TurnCorrectionView(key, entries[0], form), changes)


@bp.route("/insert/<key>", methods=["GET", "POST"])
def insert(public_id: str, n: int, key: str) -> PageResponse:
    """Insert a whole trick or turn that was forgotten before the one of this entry."""
    context, logged = game_with_entry(public_id, n, key)
    (turn,) = turns_around(context, logged) or abort(404)
    check_rights(context, turn.form_entries)
    first = turn.form_entries[0]
    rows = context.pages_at(first.before).new_rows()
    form = _form(rows, [None] * len(rows))
    changes: list[Json] = [{"before": first.key, "entry": entry} for entry in form.entries() if entry is not None]
    return _show_or_submit(context, TurnCorrectionView(key, first, form, inserts=True), changes)


@bp.route("/round/<key>", methods=["GET", "POST"])
def result(public_id: str, n: int, key: str) -> PageResponse:
    """Show the result form of a round as typed so far, or replace the round's entries with the result.

    :raises NotFound: no result can be entered for it.
    """
    context, logged = game_with_entry(public_id, n, key)
    entries = next(played.replaceable for played in rounds(context) if logged in played.entries)
    if not entries or not context.position.rules.takes_result(entries[0].before):
        abort(404)
    check_rights(context, entries)
    page = partial(_result_page, entries)
    if not is_confirmed():
        return page(context)
    first = entries[0]
    changes = result_changes(entries, read_entry(context.game, first.before))
    return submit(context, first.key, changes, page)


def _form(rows: Sequence[FormRow], entries: Sequence[Json]) -> TurnForm:
    """Return the form, or respond with 404 if there is nothing to choose and 400 if a value is no possible choice."""
    form = TurnForm(rows, request.form, entries)
    if not rows:
        abort(404)
    if request.method == "POST" and not form.validate():
        abort(400)
    return form


def _show_or_submit(context: GameContext, view: TurnCorrectionView, changes: list[Json]) -> PageResponse:
    """Show the form, or make the changes that were submitted, or show why they can't be made."""
    url = url_for("turn_correction.insert" if view.inserts else "turn_correction.correct", key=view.key)

    def page(latest: GameContext, notice: Notice | None = None) -> str:
        form_target = fresh_form_target(url, latest.position)
        return render("turn_correction.html", view, context=latest, notice=notice, form_target=form_target)

    if request.method == "GET":
        return page(context)
    if view.inserts and not view.form.is_complete:
        missing = RefusedNotice((Violation(RECORD, "turn-incomplete"),))
        return page(context, missing), missing.status
    if not changes:
        return redirect(url_for("log.show"), 303)
    return submit(context, view.key, changes, page)


def _result_page(entries: Sequence[LogEntry], context: GameContext, notice: Notice | None = None) -> str:
    first = entries[0]
    url = url_for("turn_correction.result", key=first.key)
    frame = ResultFrame(notice, fresh_form_target(url, context.position), len(entries))
    return render(
        "round_result.html",
        frame,
        context=context,
        result=context.pages_at(first.before).result(request.form or request.args),
    )
