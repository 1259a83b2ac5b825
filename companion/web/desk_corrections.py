"""From an answer back to the game: the entries that can be corrected, by the changes to the situation or one by one."""

from __future__ import annotations

from flask import url_for
from msgspec import Struct, json

from companion import desk
from companion.core.messages import Json
from companion.core.situations import History, Situation
from companion.web.game_context import GameContext, Post, fresh_post
from companion.web.turns import correctable, turn_with


class EntryLink(Struct, frozen=True):
    """An entry in words, and where it is corrected."""

    words: str
    href: str


class Corrections(Struct, frozen=True):
    """What can be corrected in the trick or turn in question.

    `entry` and `post` make the correction that corresponds to the changed situation, `words` describe it.
    `has_others`: there are entries that the viewer may not correct.
    """

    links: tuple[EntryLink, ...]
    has_others: bool
    words: str = ""
    entry: Json = None
    post: Post | None = None


def corrections(context: GameContext, line: str, situation: Situation) -> Corrections | None:
    """Return what the viewer may correct in the trick or turn to which `line` belongs, None if there is none."""
    log, asked = context.position.log, context.position.find(line)
    if asked is None or not context.link.may_enter:
        return None
    turn = turn_with(context, asked)
    own = correctable(context, turn.entries)
    links = tuple(EntryLink(context.words(logged), url_for("correction.show", key=logged.key)) for logged in own)
    history = History([(other.before, other.entry) for other in log], context.position.state)
    changed = desk.load(context.game.kind).changed(history, log.index(asked), situation)
    found = [(log[at], entry) for at, entry in sorted(changed.items())]
    if not found or len(correctable(context, [logged for logged, _entry in found])) < len(found):
        return Corrections(links, len(own) < len(turn.entries))
    *others, (last, entry) = found
    pending = json.encode([{"line": logged.key, "entry": other} for logged, other in others]).decode()
    action = url_for("correction.correct", key=last.key, how="replace")
    words = [context.translator(context.position.game.describe(logged.before, other)) for logged, other in found]
    post = fresh_post(action, context.position, enhance=False, pending=pending)
    return Corrections(links, len(own) < len(turn.entries), "; ".join(words), entry, post)
