"""The response to a correction: the log, the form again, or a list of the later entries that prevent it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from flask import url_for
from msgspec import Struct, json

from companion.core.messages import Json
from companion.store.correction_checks import CorrectionConflict
from companion.store.submissions import Forbidden, SubmissionResult
from companion.web.correction_rights import why_not_correct_all
from companion.web.game_context import FormTarget, GameContext, fresh_form_target
from companion.web.notices import InvalidatedEntry, Notice, submission_response
from companion.web.rendering import PageResponse, render


class ConflictView(Struct, frozen=True):
    """The values for `log_conflict.html`, in addition to the `page`."""

    invalidated: Sequence[InvalidatedEntry]
    form_target: FormTarget
    key: str
    takes_result: bool  # whether the result of the round can be entered instead
    can_move: bool


def correction_response(
    context: GameContext,
    key: str,
    changes: Sequence[Json],
    submitted: SubmissionResult | CorrectionConflict | Forbidden,
    render_again: Callable[[GameContext, Notice], str],
    before: Any = None,
) -> PageResponse:
    """Return the response to a correction: the log, or why it can't be made; `key` is that of a changed entry.

    `render_again` returns the form again, with the current game, if the correction is refused or too late.
    """

    def render_or_list(latest: GameContext, notice: Notice) -> str:
        return _conflict_page(latest, key, changes, notice) if notice.invalidated else render_again(latest, notice)

    forbidden = why_not_correct_all()
    return submission_response(context, submitted, render_or_list, done="log.show", forbidden=forbidden, before=before)


def correction_target(url: str, context: GameContext, pending: Sequence[Json]) -> FormTarget:
    """Return where the forms of a correction submit to, with the changes that wait for it."""
    packed = json.encode(list(pending)).decode()
    return fresh_form_target(url, context.position, pending=packed)


def _conflict_page(context: GameContext, key: str, changes: Sequence[Json], notice: Notice) -> str:
    """Return the page that lists the entries made invalid or moved by `changes`; `key` is that of a changed entry."""
    form_target = correction_target(url_for("correction.correct", key=key), context, changes)
    changed = context.position.find(key)
    takes_result = changed is not None and context.pages_at(changed.before).takes_result()
    view = ConflictView(notice.invalidated, form_target, key, takes_result, notice.can_move)
    return render("log_conflict.html", view, page=context)
