"""Correcting an entry: its question is asked again, and later entries that would become invalid are listed.

Corrections that depend on others are kept in the page (`pending`) until all of them can be made together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Blueprint, abort, redirect, request, url_for
from msgspec import Struct
from msgspec.structs import replace

from companion.core.messages import Json
from companion.store import corrections, game_log
from companion.store.log_rows import CORRECT, InvalidChange, Row, deletions
from companion.store.models import PLAYER, AccessLink
from companion.store.positions import Position
from companion.store.submissions import Conflict, Refused
from companion.web.forms import sent_action, sent_json
from companion.web.log.correction_response import correction_response
from companion.web.play.context import FormTarget, GameContext, fresh_form_target, game_context, read_entry
from companion.web.play.entry_forms import AdjustmentForm, is_confirmed, sent_submission
from companion.web.play.notices import Notice, author_name, move_to_fields, notice_of
from companion.web.play.results import replaced_entries
from companion.web.play.rights import why_not_correct
from companion.web.rendering import PageResponse, render

bp = Blueprint("correction", __name__, url_prefix="/t/<public_id>/<int:n>/log/<key>")

# What a request can ask for in the field `do`. “insert” also has a URL of its own, which our pages use; “show” shows
# the form with the corrections in `pending`; “restore” puts back the entries that this result replaced; “move” lets
# later entries move to another round, trick or turn.
ACTIONS = ("replace", "insert", "delete", "delete-invalidated", "move", "restore", "show")


class CorrectionView(Struct, frozen=True):
    """The values for `log_entry.html`, in addition to `context` and the `result` or `picker`."""

    key: str
    inserts: bool  # whether an entry is inserted before this one
    words: str
    heading: str
    author: str
    pending: Sequence[Json]
    notice: Notice | None
    takes_result: bool
    is_of_turn: bool  # whether it belongs to a trick or turn that can be corrected as a whole
    replaced_count: int  # how many entries this result replaced
    form_target: FormTarget
    form: AdjustmentForm | None


@bp.route("", methods=["GET", "POST"])
def correct(public_id: str, n: int, key: str) -> PageResponse:
    """Show the question of the entry with this key again, or make the correction that was submitted."""
    return _response(public_id, n, key, sent_action("replace"))


@bp.route("/insert", methods=["GET", "POST"])
def insert(public_id: str, n: int, key: str) -> PageResponse:
    """Ask for an entry that was forgotten before the one with this key, or insert it."""
    return _response(public_id, n, key, "insert")


def _response(public_id: str, n: int, key: str, action: str) -> PageResponse:
    """Show the page, or make the correction that was submitted, with those in `pending`, which wait for it."""
    context, author = _own_entry(public_id, n, key)
    if action not in ACTIONS:
        abort(400)
    inserts = action == "insert"
    if request.method == "GET":
        return _correction_page(context, key, author, inserts)
    submission, pending = sent_submission(context.link), _pending()
    if action == "show" or (action in ("replace", "insert") and not is_confirmed()):
        return _correction_page(context, key, author, inserts, pending)
    before = _state_before(context.position, key, pending)
    changes = pending + _changes(context, key, action, before)

    submitted = corrections.correct(context.game, changes, submission, may_move=action == "move")
    if not isinstance(submitted, Refused | Conflict):
        return correction_response(context, key, changes, submitted)
    if submitted.position.find(key) is None:
        return redirect(url_for("log.show"), 303)
    if isinstance(submitted, Conflict) and action in ("replace", "insert"):
        submitted = replace(submitted, entry=changes[-1]["entry"])
    notice = notice_of(context, submitted, before)
    return _correction_page(context.at(submitted.position), key, author, inserts, pending, notice), notice.status


def _own_entry(public_id: str, n: int, key: str) -> tuple[GameContext, AccessLink | None]:
    """Return the game and the author of this entry; responds with 404 if there is none, 403 if it is someone else's."""
    context = game_context(public_id, n, PLAYER)
    row = context.entry(key).row
    author = game_log.authors(context.game, [row])[row]
    if not context.link.may_correct(author):
        abort(403, why_not_correct())
    return context, author


def _pending() -> list[Json]:
    pending = sent_json("pending")
    return pending if isinstance(pending, list) else [] if pending is None else abort(400)


def _changes(context: GameContext, key: str, action: str, before: Any) -> list[Json]:
    if action == "delete-invalidated":
        return deletions(request.form.getlist("invalidated"))
    if action == "move":
        return []
    if action == "delete":
        return deletions([key])
    if action == "restore":
        replaced = replaced_entries(context, context.entry(key)) or abort(400)
        return [{"before": key, "entry": logged.entry} for logged in replaced] + deletions([key])
    return [{"before" if action == "insert" else "line": key, "entry": read_entry(context.game, before)}]


def _state_before(position: Position, key: str, pending: Sequence[Json]) -> Any:
    """Return the state before the entry, with the pending corrections made, even if it is deleted by them."""
    others = [change for change in pending if change not in deletions([key])]
    if not others:
        return position.state_before(key)
    try:
        return position.play((Row(position.last_row + 1, CORRECT, others),)).state_before(key)
    except InvalidChange:
        abort(400)


def _correction_page(
    context: GameContext,
    key: str,
    author: AccessLink | None,
    inserts: bool,
    pending: Sequence[Json] = (),
    notice: Notice | None = None,
) -> str:
    logged = context.entry(key)
    state, entry = _state_before(context.position, key, pending), None if inserts else logged.entry
    form = None
    if entry is not None and entry["type"] == "adjust":
        form = AdjustmentForm(context.game.names, request.form or None, entry)
        notice = move_to_fields(notice, form, context.translator)
    pages = context.pages_at(state)
    sent = request.form if request.method == "POST" else request.args
    typed: Mapping[str, str] | None = None  # the fields of the result form, or None if there is another form
    if form is None:
        typed = sent if "as-result" in sent else entry and pages.result_fields(entry)
    url = url_for("correction.insert", key=key) if inserts else url_for("correction.correct", key=key, do="replace")
    view = CorrectionView(
        key=key,
        inserts=inserts,
        words=context.words(logged),
        heading=context.translator(context.position.rules.heading(state, logged.entry)),
        author=author_name(author),
        pending=pending,
        notice=notice,
        takes_result=pages.takes_result(),
        is_of_turn=not inserts and context.entry_row(logged) is not None,
        replaced_count=0 if inserts else len(replaced_entries(context, logged)),
        form_target=fresh_form_target(url, context.position, pending),
        form=form,
    )
    return render(
        "log_entry.html",
        view,
        context=context,
        result=None if typed is None else pages.result(typed),
        picker=pages.picker(entry) if typed is None and form is None else None,
    )
