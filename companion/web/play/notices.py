"""Notices at the top of a page: the result of what was entered."""

from __future__ import annotations

from collections.abc import Container
from typing import Any, ClassVar

from flask_babel import gettext as _
from msgspec import Struct
from wtforms import Form

from companion.core.game import Refusal
from companion.core.messages import Json, Message, Violation
from companion.core.translator import Translator
from companion.store.correction_checks import CorrectionConflict
from companion.store.log_rows import CORRECT, ENTRY, REDO, SETTINGS, UNDO
from companion.store.models import AccessLink, StoredRow
from companion.store.submissions import Conflict, Refused
from companion.web.forms import add_refusal
from companion.web.play.context import GameContext


class NoticeRow(Struct, frozen=True):
    """A row written in the meantime; `key` leads to its correction if it answers the same question."""

    words: str
    author: str
    key: str = ""


class UnsavedEntry(Struct, frozen=True):
    """An entry that came too late; `still_fits`: it would still be valid, and mean the same."""

    entry: Json
    words: str
    still_fits: bool


class AcceptedNotice(Struct, frozen=True):
    """The remarks on an entry that was accepted; `is_repeated`: it had been submitted before."""

    kind: ClassVar[str] = "accepted"
    warnings: tuple[Message, ...] = ()
    is_repeated: bool = False


class RefusedNotice(Struct, frozen=True):
    """Why something was refused."""

    kind: ClassVar[str] = "refused"
    status: ClassVar[int] = 422
    violations: tuple[Violation, ...]


class ConflictNotice(Struct, frozen=True):
    """Someone else got there first: what was written `meanwhile`, and the entry that was not."""

    kind: ClassVar[str] = "conflict"
    status: ClassVar[int] = 409
    meanwhile: tuple[NoticeRow, ...] = ()
    unsaved: UnsavedEntry | None = None


Notice = AcceptedNotice | RefusedNotice | ConflictNotice


def notice_of(
    context: GameContext, submitted: Refused | Conflict | CorrectionConflict, before: Any = None
) -> RefusedNotice | ConflictNotice:
    """Return the notice that says why a submission to the game of `context` was not accepted.

    `before` is the state for which the entry of a correction was meant.
    """
    if isinstance(submitted, Refused):
        return RefusedNotice(submitted.refusal.violations)
    if isinstance(submitted, CorrectionConflict):
        return ConflictNotice()
    latest, entry = submitted.position, submitted.entry
    meanwhile = tuple(_row(context, submitted, row) for row in submitted.meanwhile)
    if entry is None:
        return ConflictNotice(meanwhile)
    heading, words = _in_words(context, before or submitted.seen or latest.state, entry)
    # An entry meant for one round, trick or player is not offered as another's.
    is_same = before is not None or (heading, words) == _in_words(context, latest.state, entry)
    return ConflictNotice(meanwhile, UnsavedEntry(entry, words, is_same and latest.accepts(entry)))


def move_to_fields(notice: Notice | None, form: Form, translator: Translator) -> Notice | None:
    """Show violations at the fields of `form` that they concern; return a notice with the others, or None."""
    if not isinstance(notice, RefusedNotice):
        return notice
    add_refusal(form, Refusal(notice.violations), translator=translator)
    rest = tuple(violation for violation in notice.violations if (violation.field or "") not in form)
    return RefusedNotice(rest) if rest else None


def author_name(link: AccessLink | None) -> str:
    """Return who wrote a row of the log."""
    if link is None:
        return ""
    if link.is_of_removed_player:
        return _("someone who was removed")
    return link.player.name if link.player else _("the host")


def row_kind(row: StoredRow, done: Container[int]) -> str:
    """Return in words what kind of row it is, for rows that are not an entry in effect.

    `done` are the numbers of the rows that have not been undone.
    """
    is_done = row.number in done
    kinds = {
        ENTRY: _("an entry that a correction has removed") if is_done else _("an entry that has been undone"),
        CORRECT: _("a correction") if is_done else _("a correction that has been undone"),
        SETTINGS: _("changed settings") if is_done else _("changed settings that have been undone"),
        UNDO: _("an undo"),
        REDO: _("a redo"),
    }
    return kinds[row.kind]


def _row(context: GameContext, submitted: Conflict, row: StoredRow) -> NoticeRow:
    rules, author = submitted.position.rules, author_name(row.link)
    logged = submitted.position.find(str(row.number)) if row.kind == ENTRY else None
    if logged is None:
        return NoticeRow(row_kind(row, {done.number for done in submitted.position.done}), author)
    question_key = rules.question_key(logged.before, submitted.entry)
    is_same = question_key is not None and question_key == rules.question_key(logged.before, logged.entry)
    key = logged.key if is_same and context.link.may_correct(row.link) else ""
    return NoticeRow(context.words(logged), author, key)


def _in_words(context: GameContext, state: Any, entry: Json) -> tuple[str, str]:
    """Return the heading of an entry and the entry itself in words if possible, else as it was sent."""
    rules, translator = context.position.rules, context.translator
    try:
        return translator(rules.heading(state, entry)), translator(rules.describe(state, entry))
    except (AssertionError, AttributeError, LookupError, TypeError, ValueError):  # nobody has checked the entry
        return "", str(entry)
