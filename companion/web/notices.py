"""The result of an entry as a notice at the top of the page that answers it."""

from __future__ import annotations

from typing import Any, Literal

from flask_babel import gettext as _
from msgspec import Struct
from msgspec.structs import replace
from wtforms import Form

from companion.core.messages import Json, Message, Violation
from companion.core.translator import Translator
from companion.store import submissions
from companion.store.log_rows import CORRECT, ENTRY, REDO, SETTINGS, UNDO
from companion.store.models import AccessLink, LogRow
from companion.web.game_context import GameContext


class NoticeRow(Struct, frozen=True):
    """A row written in the meantime; `key` leads to its correction if it answers the same question."""

    words: str
    author: str
    key: str = ""


class Notice(Struct, frozen=True):
    """The result of an entry: refused, a conflict, or accepted (with warnings)."""

    result: Literal["accepted", "refused", "conflict"] = "accepted"
    messages: tuple[Message, ...] = ()
    meanwhile: tuple[NoticeRow, ...] = ()
    entry: Json = None
    entry_words: str = ""
    still_fits: bool = False
    is_repeated: bool = False

    @property
    def status(self) -> int:
        """Return the HTTP status of the response that shows this notice."""
        return {"accepted": 200, "refused": 422, "conflict": 409}[self.result]


def build_notice(context: GameContext, answer: submissions.Answer, before: Any = None) -> Notice:
    """Return the notice for an answer; `before` is the state for which the entry of a correction was meant."""
    if isinstance(answer, submissions.Accepted):
        return Notice(messages=answer.warnings, is_repeated=answer.repeated)
    if isinstance(answer, submissions.Refused):
        return Notice("refused", answer.refusal.violations)
    latest, entry = answer.position, answer.entry
    meanwhile = tuple(_row(context, answer, row) for row in answer.meanwhile)
    if entry is None:
        return Notice("conflict", meanwhile=meanwhile)
    words = _entry_words(context, before or answer.seen or latest.state, entry)
    # An entry meant for one player's turn is not offered as another player's.
    is_same = before is not None or words == _entry_words(context, latest.state, entry)
    return Notice(
        "conflict", meanwhile=meanwhile, entry=entry, entry_words=words, still_fits=is_same and latest.accepts(entry)
    )


def move_to_fields(notice: Notice, form: Form, translator: Translator) -> Notice | None:
    """Show violations at the fields of `form` that they concern; return a notice with the others, or None."""
    if notice.result != "refused":
        return notice
    rest = []
    for message in notice.messages:
        name = message.field if isinstance(message, Violation) else None
        if name is not None and name in form:
            form[name].errors = [*form[name].errors, translator(message)]
        else:
            rest.append(message)
    return replace(notice, messages=tuple(rest)) if rest else None


def author_name(link: AccessLink | None) -> str:
    """Return who wrote a row of the log."""
    if link is None:
        return ""
    return link.player.name if link.player else _("the host")


def row_kind(row: LogRow) -> str:
    """Return in words what kind of row it is, for rows that are not an entry in effect."""
    return {
        ENTRY: _("an entry that has been undone"),
        CORRECT: _("a correction"),
        UNDO: _("an undo"),
        REDO: _("a redo"),
        SETTINGS: _("changed settings"),
    }[row.kind]


def _row(context: GameContext, answer: submissions.Conflict, row: LogRow) -> NoticeRow:
    game, author = answer.position.game, author_name(row.link)
    logged = answer.position.find(str(row.number)) if row.kind == ENTRY else None
    if logged is None:
        return NoticeRow(row_kind(row), author)
    question = game.question(logged.before, answer.entry)
    is_same = question is not None and question == game.question(logged.before, logged.entry)
    key = logged.key if is_same and context.link.may_correct(row.link) else ""
    return NoticeRow(context.words(logged), author, key)


def _entry_words(context: GameContext, state: Any, entry: Json) -> str:
    """Return an entry in words if possible, else as it was sent."""
    try:
        return context.translator(context.position.game.describe(state, entry))
    except (AssertionError, AttributeError, LookupError, TypeError, ValueError):  # nobody has checked the entry
        return str(entry)
