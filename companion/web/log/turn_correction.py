"""Corrections of several entries at once: a trick or turn corrected or inserted, a round replaced by its result.

Each is one correction of the log, whose changes are checked together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from msgspec import Struct

from companion.core.messages import RECORD, Json, Violation
from companion.store import game_log
from companion.store.log_rows import result_changes
from companion.store.models import PLAYER, AccessLink, Game
from companion.store.positions import LogEntry
from companion.store.submissions import Conflict
from companion.web import access
from companion.web.log.changes import check_rights, game_with_entry, submit
from companion.web.log.turns import rounds, turns_around
from companion.web.play.context import GameContext, fresh_form_target, read_entry
from companion.web.play.entry_forms import is_confirmed, sent_submission
from companion.web.play.notices import Notice, RefusedNotice, why_not_written
from companion.web.play.turn_form import FormRow, TurnForm
from companion.web.workers import in_worker, is_long_game

bp = Blueprint("turn_correction", __name__, url_prefix="/t/<public_id>/<int:n>/log")


class TurnCorrection(Struct, frozen=True):
    """The correction of the trick or turn of the entry with this key.

    The `first` of the entries is in the log or, if the form `inserts` them, will follow the new ones.
    """

    key: str
    first: LogEntry
    form: TurnForm
    inserts: bool = False


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

    def changes() -> list[Json]:
        return [
            {"line": logged.key, "entry": entry}
            for logged, entry in zip(entries, form.entries(), strict=True)
            if entry != logged.entry
        ]

    return _show_or_submit(context, TurnCorrection(key, entries[0], form), changes)


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

    def changes() -> list[Json]:
        return [{"before": first.key, "entry": entry} for entry in form.entries() if entry is not None]

    return _show_or_submit(context, TurnCorrection(key, first, form, inserts=True), changes)


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
    page = partial(_result_page, entries)
    if not is_confirmed():
        return page(context)
    first = entries[0]
    changes = result_changes(entries, read_entry(context.game, first.before))
    return submit(context, first.key, changes, page)


def _form(rows: Sequence[FormRow], entries: Sequence[Json]) -> TurnForm:
    """Return the form, or respond with 404 if there is nothing to choose."""
    return TurnForm(rows, request.form, entries) if rows else abort(404)


def _show_or_submit(
    context: GameContext, view: TurnCorrection, changes: Callable[[], list[Json]]
) -> ResponseReturnValue:
    """Show the form, or make the changes that were submitted, or show why they can't be made.

    A value that is no possible choice is a conflict if something was written since the form was shown, else 400.
    """
    url = url_for("turn_correction.insert" if view.inserts else "turn_correction.correct", key=view.key)

    def page(latest: GameContext, notice: Notice | None = None) -> str:
        form_target = fresh_form_target(url, latest.position)
        return render_template(
            "turn_correction.html",
            context=latest,
            notice=notice,
            form_target=form_target,
            key=view.key,
            first=view.first,
            form=view.form,
            inserts=view.inserts,
        )

    if request.method == "GET":
        return page(context)
    if not view.form.validate():
        meanwhile = game_log.rows(context.game, sent_submission(context.link).last_row) or abort(400)
        notice = why_not_written(Conflict(context.position, meanwhile), context)
        return page(context, notice), notice.status
    if view.inserts and not view.form.is_complete:
        missing = RefusedNotice((Violation(RECORD, "turn-incomplete"),))
        return page(context, missing), missing.status
    if not (made := changes()):
        return redirect(url_for("log.show"), 303)
    return submit(context, view.key, made, page)


def _result_page(entries: Sequence[LogEntry], context: GameContext, notice: Notice | None = None) -> str:
    first = entries[0]
    url = url_for("turn_correction.result", key=first.key)
    return render_template(
        "round_result.html",
        context=context,
        notice=notice,
        form_target=fresh_form_target(url, context.position),
        replaced_count=len(entries),
        result=context.pages_at(first.before).result(request.form or request.args),
    )
