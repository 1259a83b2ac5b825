"""Correcting an entry: its question is asked again, and later entries that would become invalid are listed.

Corrections that depend on others are kept in the page (`pending`) until all of them can be made together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from flask import Blueprint, abort, redirect, request, url_for
from msgspec import Struct
from msgspec.structs import replace

from companion.core.messages import Json
from companion.store import corrections, game_log
from companion.store.correction_checks import CorrectionConflict
from companion.store.log_rows import CORRECT, InvalidChange, LogRow, deletions
from companion.store.models import PLAYER, AccessLink
from companion.store.positions import LogEntry
from companion.store.submissions import Conflict, SubmissionResult
from companion.web.forms import sent_action, sent_json
from companion.web.play.context import FormTarget, GameContext, fresh_form_target, game_context, read_entry
from companion.web.play.entry_forms import AdjustmentForm, is_confirmed, sent_submission
from companion.web.play.notices import Notice, author_name, move_to_fields, response_to
from companion.web.play.rights import why_not_correct
from companion.web.rendering import PageResponse, render

bp = Blueprint("correction", __name__, url_prefix="/t/<public_id>/<int:n>/log/<key>")


class CorrectionView(Struct, frozen=True):
    """The values for `correction.html`, in addition to `context` and the `result` or `picker`."""

    logged: LogEntry
    inserts: bool  # whether an entry is inserted before this one
    heading: str
    author: str
    pending: Sequence[Json]
    notice: Notice | None
    takes_result: bool
    is_of_turn: bool  # whether it belongs to a trick or turn that can be corrected as a whole
    replaced_count: int  # how many entries this result replaced
    form_target: FormTarget
    form: AdjustmentForm | None


class CorrectionConflictView(Struct, frozen=True):
    """The values for `log_conflict.html`, in addition to `context`."""

    conflict: CorrectionConflict
    form_target: FormTarget
    result_url: str  # where the result of the round can be entered instead, or ""


class Correction(Struct, frozen=True):
    """The correction of the entry with this key, or if it `inserts`, of what was forgotten before that entry.

    The corrections in `pending` are to be made together with it.
    """

    context: GameContext
    key: str
    inserts: bool
    pending: list[Json]

    def state_before(self) -> Any:
        """Return the state before the entry, with the pending corrections made, even if it is deleted by them."""
        position = self.context.position
        others = [change for change in self.pending if change not in deletions([self.key])]
        if not others:
            return position.state_before(self.key)
        try:
            return position.play((LogRow(position.last_row + 1, CORRECT, others),)).state_before(self.key)
        except InvalidChange:
            abort(400)


@bp.route("", methods=["GET", "POST"])
def correct(public_id: str, n: int, key: str) -> PageResponse:
    """Ask the question of the entry with this key again, or replace the entry with the one that was submitted."""
    return _show_or_submit(_correction(public_id, n, key))


@bp.route("/insert", methods=["GET", "POST"])
def insert(public_id: str, n: int, key: str) -> PageResponse:
    """Ask for an entry that was forgotten before the one with this key, or insert it."""
    return _show_or_submit(_correction(public_id, n, key, inserts=True))


@bp.post("/delete")
def delete(public_id: str, n: int, key: str) -> PageResponse:
    """Delete the entry with this key."""
    return _submit(_correction(public_id, n, key), deletions([key]))


@bp.post("/restore")
def restore(public_id: str, n: int, key: str) -> PageResponse:
    """Put back the entries that the result with this key replaced."""
    correction = _correction(public_id, n, key)
    context = correction.context
    replaced = context.position.replaced_entries(context.entry(key)) or abort(400)
    changes = [{"before": key, "entry": logged.entry} for logged in replaced] + deletions([key])
    return _submit(correction, changes)


@bp.post("/resolve")
def resolve(public_id: str, n: int, key: str) -> PageResponse:
    """Make the corrections in `pending`, and delete or move the later entries that prevented them."""
    changes = deletions(request.form.getlist("invalidated"))
    return _submit(_correction(public_id, n, key), changes, may_move=sent_action() == "move")


@bp.get("/delete")
@bp.get("/restore")
@bp.get("/resolve")
def return_to_entry(public_id: str, n: int, key: str) -> PageResponse:
    """Redirect to the entry: a page that says why it can't be changed is opened again, perhaps in another language."""
    return redirect(url_for("correction.correct", key=key), 303)


def _correction(public_id: str, n: int, key: str, *, inserts: bool = False) -> Correction:
    """Return the correction, or respond with 404 if no entry has this key and 403 if it is someone else's."""
    context = game_context(public_id, n, PLAYER)
    if not context.link.may_correct(_author(context, key)):
        abort(403, why_not_correct())
    pending = sent_json("pending")
    if not isinstance(pending, list | None):
        abort(400)
    return Correction(context, key, inserts, pending or [])


def _author(context: GameContext, key: str) -> AccessLink | None:
    row = context.entry(key).row
    return game_log.authors(context.game, [row])[row]


def _show_or_submit(correction: Correction) -> PageResponse:
    """Show the question, or make the correction that answers it."""
    if request.method == "GET" or not is_confirmed():
        return _page(correction)
    entry = read_entry(correction.context.game, correction.state_before())
    place = "before" if correction.inserts else "line"
    return _submit(correction, [{place: correction.key, "entry": entry}], entry)


def _submit(correction: Correction, changes: list[Json], entry: Json = None, *, may_move: bool = False) -> PageResponse:
    """Make these changes, together with those in `pending`, or show why that is not possible.

    `entry` is what was entered, unless this deletes or restores entries.
    """

    def page(latest: GameContext, notice: Notice) -> str:
        return _page(replace(correction, context=latest), notice)

    context, changes = correction.context, correction.pending + changes
    answer = corrections.append_correction(context.game, changes, sent_submission(context.link), may_move=may_move)
    if isinstance(answer, Conflict):  # its notice says what was entered
        answer = replace(answer, entry=entry, seen=correction.state_before())
    return response_to_changes(answer, context, correction.key, changes, page)


def response_to_changes(
    answer: SubmissionResult | CorrectionConflict,
    context: GameContext,
    key: str,
    changes: Sequence[Json],
    page: Callable[[GameContext, Notice], str],
) -> PageResponse:
    """Redirect to the log if `changes` were made; else show what prevents them, or the `page` again with the reason.

    `key` is that of a changed entry.
    """
    if isinstance(answer, CorrectionConflict):
        return _conflict_page(context.at(answer.position), key, changes, answer), 409
    if answer.position.find(key) is None:
        return redirect(url_for("log.show"), 303)
    return response_to(answer, context, page, "log.show")


def _conflict_page(context: GameContext, key: str, changes: Sequence[Json], conflict: CorrectionConflict) -> str:
    form_target = fresh_form_target(url_for("correction.resolve", key=key), context.position, changes)
    takes_result = context.position.rules.takes_result(context.entry(key).before)
    result_url = url_for("turn_correction.result", key=key) if takes_result else ""
    view = CorrectionConflictView(conflict, form_target, result_url)
    return render("log_conflict.html", view, context=context)


def _page(correction: Correction, notice: Notice | None = None) -> str:
    context, key, inserts = correction.context, correction.key, correction.inserts
    logged = context.entry(key)
    entry = None if inserts else logged.entry
    state = correction.state_before()
    form = None
    if entry is not None and entry["type"] == "adjust":
        form = AdjustmentForm(context.game.names, request.form or None, entry)
        notice = move_to_fields(notice, form, context.translator)
    pages, rules = context.pages_at(state), context.position.rules
    sent = request.form if request.method == "POST" else request.args
    typed: Mapping[str, str] | None = None  # the fields of the result form, or None if there is another form
    if form is None and "as-result" in sent:
        typed = sent
    elif entry is not None and rules.is_result(entry):
        typed = pages.result_fields(entry)
    has_picker = typed is None and form is None and rules.prompt(state) is not None
    url = url_for("correction.insert" if inserts else "correction.correct", key=key)
    view = CorrectionView(
        logged=logged,
        inserts=inserts,
        heading=context.translator(rules.heading(state, logged.entry)),
        author=author_name(_author(context, key)),
        pending=correction.pending,
        notice=notice,
        takes_result=rules.takes_result(state),
        is_of_turn=not inserts and context.entry_row(logged) is not None,
        replaced_count=0 if inserts else len(context.position.replaced_entries(logged)),
        form_target=fresh_form_target(url, context.position, correction.pending),
        form=form,
    )
    return render(
        "correction.html",
        view,
        context=context,
        result=None if typed is None else pages.result(typed),
        picker=pages.picker(entry) if has_picker else None,  # none where a pending correction ends the game
    )
