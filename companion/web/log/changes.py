"""What all corrections share: finding the game and the entry, making the changes, saying why they can't be made.

A form that arrives twice leads to the log, and one that arrives too late is shown again with what was entered, even if
the entry that it is about is gone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import abort, make_response, redirect, render_template, request, url_for
from msgspec.structs import replace

from companion.core.messages import Json
from companion.store import game_log, submissions
from companion.store.differences import Difference
from companion.store.models import AccessLink, Game
from companion.store.positions import CORRECT, LogEntry
from companion.store.submissions import Accepted, Conflict, CorrectionConflict, Submission
from companion.web.forms import sent_action
from companion.web.play.change_views import change_view
from companion.web.play.context import GameContext, fresh_form_target, game_context, read_entry
from companion.web.play.entry_forms import is_confirmed, sent_submission
from companion.web.play.notices import NotWritten, why_not_written
from companion.web.play.rights import may_correct_all, why_not, why_not_correct


def game_with_entry(link: AccessLink, game: Game, key: str) -> tuple[GameContext, LogEntry]:
    """The game for a page that changes its log, and the entry with this key.

    :raises HTTPException: the change has already been made, so the response leads to the log; or the entry is gone
        since its form was shown (409); or there was none (404).
    """
    context = game_context(link, game)
    if "submission" in request.form:
        submission = sent_submission(context.link)
        if isinstance(submissions.load_unless_written(context.game, submission), Accepted):
            abort(redirect(came_from(), 303))
        if context.position.find(key) is None:
            abort(make_response(_response_without_entry(context, key, submission)))
    return context, context.entry(key)


def came_from() -> str:
    """The URL of the page that a correction began on, which shows what it did: the board or the log."""
    return url_for("play.show" if request.args.get("origin") == "play" else "log.show")


def check_rights(context: GameContext, entries: Sequence[LogEntry]) -> None:
    """Respond with 403 and the reason if the reader may not correct all these `entries`."""
    if not may_correct_all(context, entries):
        abort(403, why_not_correct() if len(entries) == 1 else why_not(CORRECT))


def submit(
    context: GameContext, key: str, changes: Sequence[Json], entry: Json = None, seen: Any = None, other: str = ""
) -> tuple[GameContext, NotWritten]:
    """Make these changes as one correction; return the latest game, and why that is not possible.

    `key` is that of a changed entry. If it is too late, the notice says which `entry` was meant for the state `seen`.
    The page `other` asks again for a new card that a later entry has too.

    :raises HTTPException: the changes were made, so the response leads to the log; or later entries prevent them, which
        it lists; or the entry is gone, which it says.
    """
    # Buttons of the pages that list the entries that would move, and what would be decided in another way.
    may_move, is_sure = sent_action() == "move", sent_action() in ("move", "surely")
    submission = sent_submission(context.link)
    is_alone = sent_action() == "alone"  # a button of the page that offers to swap two entries
    outcome = submissions.append_correction(context.game, changes, submission, may_move=may_move, is_sure=is_sure)
    if isinstance(outcome, Accepted):
        abort(redirect(came_from(), 303))
    latest = context.at(outcome.position)
    if isinstance(outcome, Difference):
        abort(make_response(_question_page(latest, key, changes, outcome), 409))
    if not is_alone and not isinstance(outcome, Conflict) and (swap := submissions.swapped(latest.position, changes)):
        row = latest.whole.next_row(CORRECT, swap)
        difference = Difference(latest.whole, latest.whole.play((row,)))
        # Without its swap, a correction that has been refused is not possible.
        alone = changes if isinstance(outcome, CorrectionConflict) else ()
        abort(make_response(_question_page(latest, key, swap, difference, alone, is_swap=True), 409))
    if isinstance(outcome, CorrectionConflict):
        abort(make_response(_conflict_page(latest, key, changes, outcome, other), 409))
    if isinstance(outcome, Conflict):
        outcome = replace(outcome, entry=entry, seen=seen)
    notice = why_not_written(outcome, latest)
    if latest.position.find(key) is None:
        abort(make_response(_page_without_entry(latest, notice)))
    return latest, notice


def _response_without_entry(context: GameContext, key: str, submission: Submission) -> tuple[str, int]:
    """Say what was entered in the form of an entry that is gone, or respond with 404 if there was no such entry."""
    game, last_row = context.game, submission.last_row
    shown = game_log.replay(game, last_row).find(key) or abort(404)
    entry = read_entry(game, shown.before) if is_confirmed() else None
    conflict = Conflict(context.position, game_log.rows(game, last_row), entry, shown.before)
    return _page_without_entry(context, why_not_written(conflict, context))


def _page_without_entry(context: GameContext, notice: NotWritten) -> tuple[str, int]:
    form_target = fresh_form_target(url_for("play.enter"), context.position)
    page = render_template("entry_gone.html", context=context, notice=notice, form_target=form_target)
    return page, notice.status


def _question_page(
    context: GameContext,
    key: str,
    changes: Sequence[Json],
    difference: Difference,
    alone: Sequence[Json] = (),
    *,
    is_swap: bool = False,
) -> str:
    """Show what these changes would do, and ask; if they swap two entries, `alone` is what was wanted at first."""
    url = url_for("correction.resolve", key=key, origin=request.args.get("origin"))
    return render_template(
        "correction_question.html",
        context=context,
        change=change_view(context, difference, difference.after.done[-1], ""),
        form_target=fresh_form_target(url, context.position, changes),
        alone=fresh_form_target(url, context.position, alone) if alone else None,
        is_swap=is_swap,
        came_from=came_from(),
    )


def _conflict_page(
    context: GameContext, key: str, changes: Sequence[Json], conflict: CorrectionConflict, other: str
) -> str:
    url = url_for("correction.resolve", key=key, origin=request.args.get("origin"))
    form_target = fresh_form_target(url, context.position, changes)
    takes_result = context.position.rules.takes_result(context.entry(key).before)
    result_url = url_for("turn_correction.result", key=key) if takes_result else ""
    return render_template(
        "log_conflict.html",
        context=context,
        conflict=conflict,
        # What is inserted counts in the numbers of the tricks or turns after it.
        places=context.at(conflict.corrected) if any("before" in change for change in changes) else context,
        other=other,
        form_target=form_target,
        result_url=result_url,
        origin=request.args.get("origin"),
        came_from=came_from(),
    )
