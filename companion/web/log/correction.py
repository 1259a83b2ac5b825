"""Correcting an entry: its question is asked again, and later entries that would become invalid are listed.

Corrections that depend on others are kept in the page (`pending`) until all of them can be made together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from msgspec import Struct
from msgspec.structs import replace

from companion.core.messages import Json
from companion.store import game_log
from companion.store.log_rows import CORRECT, InvalidChange, LogRow, deletions
from companion.store.models import PLAYER, VIEWER, AccessLink, Game
from companion.web import access
from companion.web.forms import sent_json
from companion.web.log.changes import check_rights, game_with_entry, submit
from companion.web.play.context import GameContext, fresh_form_target, read_entry
from companion.web.play.entry_forms import AdjustmentForm, is_confirmed
from companion.web.play.notices import Notice, author_name, move_to_fields
from companion.web.workers import in_worker, is_long_game

bp = Blueprint("correction", __name__, url_prefix="/t/<public_id>/<int:n>/log/<key>")


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
@access.needs(PLAYER)
@in_worker(is_long=is_long_game)
def correct(link: AccessLink, game: Game, key: str) -> ResponseReturnValue:
    """Ask the question of the entry with this key again, or replace the entry with the one that was submitted."""
    return _show_or_submit(_correction(link, game, key))


@bp.route("/insert", methods=["GET", "POST"])
@access.needs(PLAYER)
@in_worker(is_long=is_long_game)
def insert(link: AccessLink, game: Game, key: str) -> ResponseReturnValue:
    """Ask for an entry that was forgotten before the one with this key, or insert it."""
    return _show_or_submit(_correction(link, game, key, inserts=True))


@bp.post("/delete")
@access.needs(PLAYER)
@in_worker(is_long=is_long_game)
def delete(link: AccessLink, game: Game, key: str) -> ResponseReturnValue:
    return _submit(_correction(link, game, key), deletions([key]))


@bp.post("/restore")
@access.needs(PLAYER)
@in_worker(is_long=is_long_game)
def restore(link: AccessLink, game: Game, key: str) -> ResponseReturnValue:
    """Put back the entries that the result with this key replaced."""
    correction = _correction(link, game, key)
    context = correction.context
    replaced = context.position.replaced_entries(context.entry(key)) or abort(400)
    changes = [{"before": key, "entry": logged.entry} for logged in replaced] + deletions([key])
    return _submit(correction, changes)


@bp.post("/resolve")
@access.needs(PLAYER)
@in_worker(is_long=is_long_game)
def resolve(link: AccessLink, game: Game, key: str) -> ResponseReturnValue:
    """Make the corrections in `pending`, and delete or move the later entries that prevented them."""
    changes = deletions(request.form.getlist("invalidated"))
    return _submit(_correction(link, game, key), changes)


@bp.get("/delete")
@bp.get("/restore")
@bp.get("/resolve")
@access.needs(VIEWER)
def return_to_entry(link: AccessLink, game: Game, key: str) -> ResponseReturnValue:
    """Redirect to the entry: a page that says why it can't be changed is opened again, perhaps in another language."""
    return redirect(url_for("correction.correct", key=key), 303)


def _correction(link: AccessLink, game: Game, key: str, *, inserts: bool = False) -> Correction:
    """Return the correction, unless there is no such entry or it is someone else's."""
    context, logged = game_with_entry(link, game, key)
    check_rights(context, [logged])
    pending = sent_json("pending")
    if not isinstance(pending, list | None):
        abort(400)
    return Correction(context, key, inserts, pending or [])


def _show_or_submit(correction: Correction) -> ResponseReturnValue:
    """Show the question, or make the correction that answers it."""
    if request.method == "GET" or not is_confirmed():
        return _page(correction)
    seen = correction.state_before()
    entry = read_entry(correction.context.game, seen)
    place = "before" if correction.inserts else "line"
    return _submit(correction, [{place: correction.key, "entry": entry}], entry, seen)


def _submit(
    correction: Correction, changes: Sequence[Json], entry: Json = None, seen: Any = None
) -> ResponseReturnValue:
    """Make these changes, together with those in `pending`, or show why that is not possible.

    `entry` is what was entered for the state `seen`, unless this deletes or restores entries.
    """

    def page(latest: GameContext, notice: Notice) -> str:
        return _page(replace(correction, context=latest), notice)

    return submit(correction.context, correction.key, [*correction.pending, *changes], page, entry, seen)


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
    return render_template(
        "correction.html",
        context=context,
        result=None if typed is None else pages.result(typed),
        picker=pages.picker(entry) if has_picker else None,  # none where a pending correction ends the game
        logged=logged,
        inserts=inserts,
        heading=context.translator(rules.heading(state, logged.entry)),
        author=author_name(game_log.authors(context.game, [logged.row])[logged.row]),
        pending=correction.pending,
        notice=notice,
        takes_result=rules.takes_result(state),
        is_of_turn=not inserts and context.entry_row(logged) is not None,
        replaced_count=0 if inserts else len(context.position.replaced_entries(logged)),
        form_target=fresh_form_target(url, context.position, correction.pending),
        form=form,
    )
