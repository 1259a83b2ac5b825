"""Corrections of several entries at once: a trick or turn corrected or inserted, a round replaced by its result.

Each is one correction of the log, whose changes are checked together.
"""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.core.messages import RECORD, Json, Series, Verbatim, Violation
from companion.store import game_log
from companion.store.log_rows import result_changes
from companion.store.models import PLAYER, AccessLink, Game
from companion.store.positions import LogEntry
from companion.store.submissions import Conflict
from companion.web import access
from companion.web.log.changes import came_from, check_rights, game_with_entry, submit
from companion.web.log.turns import rounds, turns_around
from companion.web.play.context import GameContext, fresh_form_target, read_entry
from companion.web.play.entry_forms import is_confirmed, sent_submission
from companion.web.play.notices import NotWritten, RefusedNotice, why_not_written
from companion.web.play.turn_form import FormRow, TurnForm
from companion.web.workers import in_worker, is_long_game

bp = Blueprint("turn_correction", __name__, url_prefix="/t/<public_id>/<int:n>/log")


@bp.route("/turn/<key>", methods=["GET", "POST"])
@access.needs(PLAYER)
@in_worker(is_long=is_long_game)
def correct(link: AccessLink, game: Game, key: str) -> ResponseReturnValue:
    """Correct all entries of the trick or turn that the entry with this key belongs to."""
    context, logged = game_with_entry(link, game, key)
    turns = turns_around(context, logged, context.pages.turns_beside)
    rows = [row for turn in turns for row in turn.rows]
    entries = [logged for logged, _row in rows]
    check_rights(context, entries)
    form = _form([row for _logged, row in rows], [logged.entry for logged in entries])
    notice = None
    if request.method == "POST" and (notice := _why_not_read(context, form)) is None:
        changes = [
            {"line": logged.key, "entry": entry}
            for logged, entry in zip(entries, form.entries(), strict=True)
            if entry != logged.entry
        ]
        if not changes:
            return redirect(came_from(), 303)
        context, notice = submit(context, key, changes)
    return _page(context, notice, key, entries[0], form)


@bp.route("/insert/<key>", methods=["GET", "POST"])
@access.needs(PLAYER)
@in_worker(is_long=is_long_game)
def insert(link: AccessLink, game: Game, key: str) -> ResponseReturnValue:
    """Insert a whole trick or turn that was forgotten before the one of this entry."""
    context, logged = game_with_entry(link, game, key)
    (turn,) = turns_around(context, logged) or abort(404)
    check_rights(context, turn.form_entries)
    first = turn.form_entries[0]
    rows = context.pages_at(first.before).new_rows()
    form = _form(rows, [None] * len(rows))
    notice = None
    if request.method == "POST" and (notice := _why_not_read(context, form)) is None:
        if not form.missing:
            changes = [{"before": first.key, "entry": entry} for entry in form.entries() if entry is not None]
            context, notice = submit(context, key, changes)
        else:
            missing = Series(tuple(map(Verbatim, form.missing)))
            notice = RefusedNotice((Violation(RECORD, "turn-incomplete", {"labels": missing}),))
    return _page(context, notice, key, first, form, inserts=True)


@bp.route("/round/<key>", methods=["GET", "POST"])
@access.needs(PLAYER)
@in_worker(is_long=is_long_game)
def result(link: AccessLink, game: Game, key: str) -> ResponseReturnValue:
    """Show the result form of a round as typed so far, or replace the round's entries with the result.

    :raises NotFound: no result can be entered for it.
    """
    context, logged = game_with_entry(link, game, key)
    entries = next(played.replaceable for played in rounds(context) if logged in played.entries)
    if not entries or not context.position.rules.takes_result(entries[0].before):
        abort(404)
    check_rights(context, entries)
    first, notice = entries[0], None
    if is_confirmed():
        changes = result_changes(entries, read_entry(game, first.before))
        context, notice = submit(context, first.key, changes)
    url = url_for("turn_correction.result", key=first.key, origin=request.args.get("origin"))
    page = render_template(
        "round_result.html",
        context=context,
        notice=notice,
        form_target=fresh_form_target(url, context.position),
        replaced_count=len(entries),
        result=context.pages_at(first.before).result(request.form or request.args),
    )
    return page, notice.status if notice else 200


def _form(rows: Sequence[FormRow], entries: Sequence[Json]) -> TurnForm:
    """Return the form, or respond with 404 if there is nothing to choose."""
    return TurnForm(rows, request.form, entries) if rows else abort(404)


def _why_not_read(context: GameContext, form: TurnForm) -> NotWritten | None:
    """Return why a choice is not possible: something was written since the form was shown; else respond with 400."""
    if form.validate():
        return None
    meanwhile = game_log.rows(context.game, sent_submission(context.link).last_row) or abort(400)
    return why_not_written(Conflict(context.position, meanwhile), context)


def _page(
    context: GameContext, notice: NotWritten | None, key: str, first: LogEntry, form: TurnForm, *, inserts: bool = False
) -> ResponseReturnValue:
    """Show the form; the `first` of its entries is in the log or, if it `inserts` them, will follow the new ones."""
    endpoint = "turn_correction.insert" if inserts else "turn_correction.correct"
    url = url_for(endpoint, key=key, origin=request.args.get("origin"))
    page = render_template(
        "turn_correction.html",
        context=context,
        notice=notice,
        form_target=fresh_form_target(url, context.position),
        key=key,
        first=first,
        form=form,
        inserts=inserts,
        origin=request.args.get("origin"),
        came_from=came_from(),
    )
    return page, notice.status if notice else 200
