"""Notices at the top of a page: what was accepted, or why not."""

from __future__ import annotations

from collections.abc import Container
from typing import Any, ClassVar

from flask_babel import gettext as _
from msgspec import Struct
from wtforms import Form

from companion.core.entries import Entry
from companion.core.game import Refusal
from companion.core.messages import Json, Message, Violation
from companion.core.translator import Translator
from companion.games.rulebooks import house_rule
from companion.store.models import AccessLink, StoredRow
from companion.store.positions import CORRECT, ENTRY, REDO, SETTINGS, UNDO, LogRow
from companion.store.submissions import Conflict, Refused
from companion.web.forms import add_refusal
from companion.web.play.context import GameContext
from companion.web.workers import is_long_game


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
    """Why an entry is not valid, and the answers of house rules under which it would be."""

    kind: ClassVar[str] = "refused"
    status: ClassVar[int] = 422
    violations: tuple[Violation, ...]
    allowed_by: tuple[str, ...] = ()


class ConflictNotice(Struct, frozen=True):
    """Someone else got there first: what was written `meanwhile`, and the entry that was not."""

    kind: ClassVar[str] = "conflict"
    status: ClassVar[int] = 409
    meanwhile: tuple[NoticeRow, ...] = ()
    unsaved: UnsavedEntry | None = None


NotWritten = RefusedNotice | ConflictNotice
Notice = AcceptedNotice | NotWritten


def why_not_written(outcome: Refused | Conflict, latest: GameContext, entry: Json = None) -> NotWritten:
    """Why a submission was not written; `latest` is the game at the position of the outcome.

    With the `entry`, it says under which house rules the entry would be valid.
    """
    if isinstance(outcome, Refused):
        return RefusedNotice(outcome.refusal.violations, () if entry is None else allowed_by(latest, entry))
    return _conflict_notice(latest, outcome)


def allowed_by(context: GameContext, entry: Json) -> tuple[str, ...]:
    """The answers of the house rules, in words, under which a refused `entry` would be valid now."""
    position, lang = context.position, context.translator.lang
    decoded = position.decode(entry)
    if is_long_game() or not isinstance(decoded, position.rules.ENTRIES):
        return ()
    allowing = position.entered_game.rules_that_allow(decoded)
    return tuple(house_rule(switch.rule, lang).answers[value] for switch, value in allowing)


def move_to_fields(notice: Notice | None, form: Form, translator: Translator) -> Notice | None:
    """Show violations at the fields of `form` that they concern; return a notice with the others, or None."""
    if not isinstance(notice, RefusedNotice):
        return notice
    add_refusal(form, Refusal(notice.violations), translator=translator)
    rest = tuple(violation for violation in notice.violations if (violation.field or "") not in form)
    return RefusedNotice(rest) if rest else None


def author_name(link: AccessLink | None) -> str:
    if link is None:
        return ""
    if link.is_of_removed_player:
        return _("someone who was removed")
    return link.player.shown_name if link.player else _("the host")


def row_kind(row: StoredRow, done: Container[int]) -> str:
    """In words what kind of row it is, for rows that are not an entry in effect.

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


def row_words(row: LogRow | StoredRow) -> str:
    """In words what undoing or redoing a row of the log changes, if not an entry that the reader sees."""
    return {CORRECT: _("correction"), SETTINGS: _("settings"), ENTRY: _("a card face down")}[row.kind]


def _conflict_notice(latest: GameContext, conflict: Conflict) -> ConflictNotice:
    raw, position = conflict.entry, latest.position
    entry = position.decode(raw)
    meanwhile = tuple(_row(latest, row, entry) for row in conflict.meanwhile)
    if raw is None:
        return ConflictNotice(meanwhile)
    heading, words = _in_words(latest, conflict.seen or position.state, raw)
    # An entry meant for one round, trick or player is not offered as another's.
    is_same = (heading, words) == _in_words(latest, position.state, raw)
    return ConflictNotice(meanwhile, UnsavedEntry(raw, words, is_same and position.accepts(entry)))


def _row(context: GameContext, row: StoredRow, entry: Entry) -> NoticeRow:
    rules, author = context.position.rules, author_name(row.link)
    logged = context.position.find(str(row.number)) if row.kind == ENTRY else None
    if logged is None and context.whole.find(str(row.number)):
        return NoticeRow(row_words(row), author)
    if logged is None:
        return NoticeRow(row_kind(row, {done.number for done in context.position.done}), author)
    question_key = rules.question_key(logged.before, entry)
    is_same = question_key is not None and question_key == rules.question_key(logged.before, logged.entry)
    key = logged.key if is_same and context.link.may_correct(row.link) else ""
    return NoticeRow(context.words(logged), author, key)


def _in_words(context: GameContext, state: Any, raw: Json) -> tuple[str, str]:
    """The heading of an entry and the entry itself in words if possible, else as it was sent."""
    rules, translator, entry = context.position.rules, context.translator, context.position.decode(raw)
    try:
        return translator(rules.heading(state, entry)), translator(rules.describe(state, entry))
    except (AssertionError, AttributeError, LookupError, TypeError, ValueError):  # nobody has checked the entry
        return "", str(raw)
