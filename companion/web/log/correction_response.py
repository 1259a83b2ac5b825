"""The response to a correction: the log, or a list of the later entries that prevent it."""

from __future__ import annotations

from collections.abc import Sequence

from flask import abort, redirect, url_for
from msgspec import Struct, structs

from companion.core.messages import Json
from companion.store.correction_checks import CorrectionConflict
from companion.store.positions import LogEntry
from companion.store.submissions import Accepted, Forbidden
from companion.web.play.context import FormTarget, GameContext, fresh_form_target
from companion.web.play.rights import why_not_correct_all
from companion.web.rendering import PageResponse, render


class ConflictView(Struct, frozen=True):
    """The values for `log_conflict.html`, in addition to `context`.

    `can_move`: the entries would be valid, but in another round, trick or turn.
    """

    invalidated: Sequence[LogEntry]
    form_target: FormTarget
    key: str
    takes_result: bool  # whether the result of the round can be entered instead
    can_move: bool


def correction_response(
    context: GameContext, key: str, changes: Sequence[Json], submitted: Accepted | CorrectionConflict | Forbidden
) -> PageResponse:
    """Return the response to a correction that was accepted, is forbidden, or would make later entries invalid.

    `key` is that of a changed entry.
    """
    if isinstance(submitted, Forbidden):
        abort(403, why_not_correct_all())
    if isinstance(submitted, Accepted):
        return redirect(url_for("log.show"), 303)
    return _conflict_page(context.at(submitted.position), key, changes, submitted), 409


def invalidated_entries(conflict: CorrectionConflict) -> list[LogEntry]:
    """Return the later entries that prevent a correction or changed settings, each with its refusal."""
    refusals = {logged.key: logged.refusal for logged in conflict.invalidated}
    return [
        structs.replace(logged, refusal=refusals[logged.key])
        for logged in conflict.position.entries
        if logged.key in refusals
    ]


def _conflict_page(context: GameContext, key: str, changes: Sequence[Json], conflict: CorrectionConflict) -> str:
    changed = context.position.find(key)
    view = ConflictView(
        invalidated=invalidated_entries(conflict),
        form_target=fresh_form_target(url_for("correction.resolve", key=key), context.position, changes),
        key=key,
        takes_result=changed is not None and context.pages_at(changed.before).takes_result(),
        can_move=conflict.can_move,
    )
    return render("log_conflict.html", view, context=context)
