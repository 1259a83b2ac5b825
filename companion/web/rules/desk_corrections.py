"""The corrections that a rules question about a game in progress leads to."""

from __future__ import annotations

from flask import url_for
from msgspec import Struct

from companion.core.game import Refusal
from companion.core.messages import Json
from companion.core.situations import Situation
from companion.desk import questions
from companion.web.log.turns import as_history, turns_around
from companion.web.play.context import FormTarget, GameContext, fresh_form_target
from companion.web.play.rights import correctable, may_correct_all, why_not_correct


class PossibleCorrections(Struct, frozen=True):
    """The possible corrections of the trick or turn in question.

    `entry` and `form_target` make the correction that corresponds to the changed situation, `words` describe it.
    `why_not` says why the reader may not correct all of the entries, or is empty.
    """

    links: tuple[tuple[str, str], ...]  # entries in words, and where they are corrected
    why_not: str
    words: str = ""
    entry: Json = None
    form_target: FormTarget | None = None


def possible_corrections(context: GameContext, key: str, situation: Situation) -> PossibleCorrections | None:
    """Return what the reader may correct in the trick or turn of the entry with this key, or None if there is none."""
    entries, logged = context.position.entries, context.position.find(key)
    if logged is None or not context.link.may_enter:
        return None
    turn_entries = next((turn.entries for turn in turns_around(context, logged)), [logged])
    own_entries = correctable(context, turn_entries)
    why_not = why_not_correct(is_rest=bool(own_entries)) if len(own_entries) < len(turn_entries) else ""
    links = tuple((context.words(own), url_for("correction.correct", key=own.key)) for own in own_entries)
    given, desk = questions.read_situation(context.game.slug, situation), questions.desk_of(context.game.slug)
    changed = {} if isinstance(given, Refusal) else desk.changed(as_history(context), entries.index(logged), given)
    changes = [(entries[index], entry) for index, entry in sorted(changed.items())]
    if not changes or not may_correct_all(context, [old for old, _entry in changes]):
        return PossibleCorrections(links, why_not)
    *others, (last, last_entry) = changes
    pending = [{"line": old.key, "entry": entry} for old, entry in others]
    action = url_for("correction.correct", key=last.key)
    words = [context.translator(context.position.rules.describe(old.before, entry)) for old, entry in changes]
    form_target = fresh_form_target(action, context.position, pending)
    return PossibleCorrections(links, why_not, "; ".join(words), last_entry, form_target)
