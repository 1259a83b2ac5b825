"""Correcting an entry: its question is asked again, and later entries that would become invalid are listed.

Corrections that depend on others are kept in the page (`pending`) until all of them can be made together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.core.entries import Adjust
from companion.core.messages import Json
from companion.store import game_log
from companion.store.models import PLAYER, VIEWER, AccessLink, Game
from companion.store.positions import CORRECT, InvalidChange, deletions
from companion.web import access
from companion.web.forms import sent_json
from companion.web.log.changes import came_from, check_rights, game_with_entry, submit
from companion.web.log.turns import turn_with
from companion.web.play.context import GameContext, fresh_form_target, read_entry
from companion.web.play.entry_forms import AdjustmentForm, is_confirmed
from companion.web.play.notices import Notice, NotWritten, author_name, move_to_fields
from companion.web.workers import in_worker, is_long_game

bp = Blueprint("correction", __name__, url_prefix="/t/<public_id>/<int:n>/log/<key>")


@bp.route("", methods=["GET", "POST"], endpoint="correct", defaults={"inserts": False})
@bp.route("/insert", methods=["GET", "POST"], endpoint="insert", defaults={"inserts": True})
@access.needs(PLAYER)
@in_worker(is_long=is_long_game)
def correct(link: AccessLink, game: Game, key: str, *, inserts: bool) -> ResponseReturnValue:
    """Ask the question of the entry with this key again, and replace it; or insert one that was forgotten before it."""
    context, pending = _begin(link, game, key)
    if not is_confirmed():
        return _page(context, None, key, pending, inserts=inserts)
    seen = _state_before(context, key, pending)
    entry = read_entry(game, seen)
    change = {"before" if inserts else "line": key, "entry": entry}
    context, notice = submit(context, key, [*pending, change], entry, seen)
    return _page(context, notice, key, pending, inserts=inserts)


@bp.post("/delete")
@access.needs(PLAYER)
@in_worker(is_long=is_long_game)
def delete(link: AccessLink, game: Game, key: str) -> ResponseReturnValue:
    context, pending = _begin(link, game, key)
    context, notice = submit(context, key, [*pending, *deletions([key])])
    return _page(context, notice, key, pending)


@bp.post("/restore")
@access.needs(PLAYER)
@in_worker(is_long=is_long_game)
def restore(link: AccessLink, game: Game, key: str) -> ResponseReturnValue:
    """Put back the entries that the result with this key replaced."""
    context, pending = _begin(link, game, key)
    replaced = context.position.replaced_entries(context.entry(key)) or abort(400)
    insertions = [{"before": key, "entry": logged.raw} for logged in replaced]
    context, notice = submit(context, key, [*pending, *insertions, *deletions([key])])
    return _page(context, notice, key, pending)


@bp.post("/resolve")
@access.needs(PLAYER)
@in_worker(is_long=is_long_game)
def resolve(link: AccessLink, game: Game, key: str) -> ResponseReturnValue:
    """Make the corrections in `pending`, and delete or move the later entries that prevented them."""
    context, pending = _begin(link, game, key)
    context, notice = submit(context, key, [*pending, *deletions(request.form.getlist("invalidated"))])
    return _page(context, notice, key, pending)


@bp.get("/delete")
@bp.get("/restore")
@bp.get("/resolve")
@access.needs(VIEWER)
def return_to_entry(link: AccessLink, game: Game, key: str) -> ResponseReturnValue:
    """Redirect to the entry: a page that says why it can't be changed is opened again, perhaps in another language."""
    return redirect(url_for("correction.correct", key=key, origin=request.args.get("origin")), 303)


def _begin(link: AccessLink, game: Game, key: str) -> tuple[GameContext, list[Json]]:
    """The game and the corrections in `pending`, unless there is no such entry or it is someone else's."""
    context, logged = game_with_entry(link, game, key)
    check_rights(context, [logged])
    pending = sent_json("pending")
    if not isinstance(pending, list | None):
        abort(400)
    return context, pending or []


def _state_before(context: GameContext, key: str, pending: Sequence[Json]) -> Any:
    """The state before an entry, with the `pending` corrections made, even if they delete the entry."""
    position = context.position
    others = [change for change in pending if change not in deletions([key])]
    if not others:
        return position.state_before(key)
    try:
        corrected = position.play((position.next_row(CORRECT, others),))
        return context.at(corrected).position.state_before(key)
    except InvalidChange:
        abort(400)


def _page(
    context: GameContext, not_written: NotWritten | None, key: str, pending: Sequence[Json], *, inserts: bool = False
) -> ResponseReturnValue:
    logged = context.entry(key)
    turn = turn_with(context, logged)
    entry = None if inserts else logged.entry
    state = _state_before(context, key, pending)
    notice: Notice | None = not_written
    form = None
    if isinstance(entry, Adjust):
        form = AdjustmentForm(context.game.names, request.form or None, entry)
        notice = move_to_fields(notice, form, context.translator)
    pages = context.pages_for_anybody(state) if inserts else context.pages_at(state)
    rules = context.position.rules
    sent = request.form if request.method == "POST" else request.args
    typed: Mapping[str, str] | None = None  # the fields of the result form, or None if there is another form
    if form is None and "as-result" in sent:
        typed = sent
    elif entry is not None and rules.is_result(entry):
        typed = pages.result_fields(entry)
    is_asked = typed is None and form is None and rules.prompt(state) is not None
    endpoint = "correction.insert" if inserts else "correction.correct"
    url = url_for(endpoint, key=key, origin=request.args.get("origin"))
    page = render_template(
        "correction.html",
        context=context,
        result=None if typed is None else pages.result(typed),
        pages=pages,
        state=state,
        question=pages.question(entry) if is_asked else None,  # none where a pending correction ends the game
        logged=logged,
        inserts=inserts,
        heading=context.translator(rules.heading(state, logged.entry)),
        author=author_name(game_log.authors(context.game, [logged.row])[logged.row]),
        pending=pending,
        notice=notice,
        takes_result=rules.takes_result(state),
        is_of_turn=not inserts and turn is not None and turn.number > 0,
        replaced_count=0 if inserts else len(context.position.replaced_entries(logged)),
        form_target=fresh_form_target(url, context.position, pending),
        form=form,
        origin=request.args.get("origin"),
        came_from=came_from(),
    )
    return page, not_written.status if not_written else 200
