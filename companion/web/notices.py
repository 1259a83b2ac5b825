"""The response to what was entered: a redirect, or the page again with a notice at its top."""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Any, Literal

from flask import abort, redirect, url_for
from flask_babel import gettext as _
from msgspec import Struct, structs
from msgspec.structs import replace
from wtforms import Form

from companion.core.messages import Json, Message, Violation
from companion.core.translator import Translator
from companion.store.correction_checks import CorrectionConflict
from companion.store.log_rows import CORRECT, ENTRY, REDO, SETTINGS, UNDO
from companion.store.models import AccessLink, StoredRow
from companion.store.submissions import Accepted, Conflict, Forbidden, Refused, SubmissionResult
from companion.web.forms import add_errors
from companion.web.game_context import EntryWords, FormTarget, GameContext
from companion.web.rendering import PageResponse


class NoticeRow(Struct, frozen=True):
    """A row written in the meantime; `key` leads to its correction if it answers the same question."""

    words: str
    author: str
    key: str = ""


class InvalidatedEntry(EntryWords, frozen=True):
    """A later entry that a correction or changed settings would make invalid or move."""

    violations: tuple[Violation, ...]


class Notice(Struct, frozen=True):
    """The result of an entry: refused, a conflict, or accepted (with warnings).

    A conflict is with the rows written `meanwhile`, or with the entries that would be `invalidated`. `can_move`: those
    would be valid, but in another round, trick or turn.
    """

    result: Literal["accepted", "refused", "conflict"] = "accepted"
    warnings: tuple[Message, ...] = ()
    violations: tuple[Violation, ...] = ()
    meanwhile: tuple[NoticeRow, ...] = ()
    invalidated: tuple[InvalidatedEntry, ...] = ()
    can_move: bool = False
    entry: Json = None
    entry_words: str = ""
    still_fits: bool = False
    is_repeated: bool = False

    @property
    def status(self) -> int:
        """Return the HTTP status of the response that shows this notice."""
        return {"accepted": 200, "refused": 422, "conflict": 409}[self.result]


class ResultFrame(Struct, frozen=True):
    """The values for `result.html`, `result_board.html` and `round_result.html`, in addition to `page` and `result`.

    `replaced` is the number of entries that the result will replace.
    """

    notice: Notice | None
    form_target: FormTarget
    replaced: int


def submission_response(
    context: GameContext,
    submitted: SubmissionResult | CorrectionConflict | Forbidden,
    render_again: Callable[[GameContext, Notice], str],
    *,
    done: str = "play.show",
    forbidden: str | None = None,
    before: Any = None,
) -> PageResponse:
    """Return the response to a submission to the game of `context`; `submitted` is what the store returned for it.

    If it was accepted, it is a redirect to the page `done`. Otherwise, or if `done` is empty, it is what `render_again`
    returns for the game as it is now and a notice, with the status of the notice. `before` is the state for which the
    entry of a correction was meant. Responds with 403 and the text `forbidden` if this link may not do it.
    """
    if isinstance(submitted, Forbidden):
        abort(403, forbidden)
    if isinstance(submitted, Accepted) and done:
        return redirect(url_for(done), 303)
    latest = context if isinstance(submitted, CorrectionConflict) else context.after(submitted)
    notice = _notice(latest, submitted, before)
    return render_again(latest, notice), notice.status


def _notice(context: GameContext, submitted: SubmissionResult | CorrectionConflict, before: Any) -> Notice:
    if isinstance(submitted, Accepted):
        return Notice(warnings=submitted.warnings, is_repeated=submitted.is_repeated)
    if isinstance(submitted, Refused):
        return Notice("refused", violations=submitted.refusal.violations)
    if isinstance(submitted, CorrectionConflict):
        return Notice("conflict", invalidated=_invalidated(context, submitted), can_move=submitted.can_move)
    latest, entry = submitted.position, submitted.entry
    meanwhile = tuple(_row(context, submitted, row) for row in submitted.meanwhile)
    if entry is None:
        return Notice("conflict", meanwhile=meanwhile)
    heading, words = _in_words(context, before or submitted.seen or latest.state, entry)
    # An entry meant for one round, trick or player is not offered as another's.
    is_same = before is not None or (heading, words) == _in_words(context, latest.state, entry)
    return Notice(
        "conflict", meanwhile=meanwhile, entry=entry, entry_words=words, still_fits=is_same and latest.accepts(entry)
    )


def move_to_fields(notice: Notice | None, form: Form, translator: Translator) -> Notice | None:
    """Show violations at the fields of `form` that they concern; return a notice with the others, or None."""
    if notice is None or notice.result != "refused":
        return notice
    add_errors(form, ((violation.field, translator(violation)) for violation in notice.violations))
    rest = tuple(violation for violation in notice.violations if (violation.field or "") not in form)
    return replace(notice, violations=rest) if rest else None


def author_name(link: AccessLink | None) -> str:
    """Return who wrote a row of the log."""
    if link is None:
        return ""
    return link.player.name if link.player else _("the host")


def row_kind(row: StoredRow, done: Container[int]) -> str:
    """Return in words what kind of row it is, for rows that are not an entry in effect.

    `done` are the numbers of the rows that have not been undone.
    """
    if row.number in done or row.kind in (UNDO, REDO):
        kinds = {
            ENTRY: _("an entry that a correction has removed"),
            CORRECT: _("a correction"),
            UNDO: _("an undo"),
            REDO: _("a redo"),
            SETTINGS: _("changed settings"),
        }
    else:
        kinds = {
            ENTRY: _("an entry that has been undone"),
            CORRECT: _("a correction that has been undone"),
            SETTINGS: _("changed settings that have been undone"),
        }
    return kinds[row.kind]


def _invalidated(context: GameContext, conflict: CorrectionConflict) -> tuple[InvalidatedEntry, ...]:
    """Return the entries that a correction or changed settings would make invalid, in order, each with the reasons."""
    return tuple(
        InvalidatedEntry(**structs.asdict(context.in_words(present)), violations=logged.refusal.violations)
        for logged in conflict.invalidated
        if logged.refusal is not None and (present := context.position.find(logged.key)) is not None
    )


def _row(context: GameContext, submitted: Conflict, row: StoredRow) -> NoticeRow:
    rules, author = submitted.position.rules, author_name(row.link)
    logged = submitted.position.find(str(row.number)) if row.kind == ENTRY else None
    if logged is None:
        return NoticeRow(row_kind(row, {done.number for done in submitted.position.done}), author)
    question = rules.question(logged.before, submitted.entry)
    is_same = question is not None and question == rules.question(logged.before, logged.entry)
    key = logged.key if is_same and context.link.may_correct(row.link) else ""
    return NoticeRow(context.words(logged), author, key)


def _in_words(context: GameContext, state: Any, entry: Json) -> tuple[str, str]:
    """Return the heading of an entry and the entry itself in words if possible, else as it was sent."""
    rules, translator = context.position.rules, context.translator
    try:
        return translator(rules.heading(state, entry)), translator(rules.describe(state, entry))
    except (AssertionError, AttributeError, LookupError, TypeError, ValueError):  # nobody has checked the entry
        return "", str(entry)
