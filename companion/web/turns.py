"""The tricks and turns of a game in progress: their outcomes, and their correction."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import cached_property
from itertools import groupby

from flask import url_for
from msgspec import Struct, json

from companion import desk
from companion.core.messages import Json
from companion.core.situations import History, Situation
from companion.store import game_log
from companion.store.positions import LogEntry
from companion.web.game_context import GameContext, Post, fresh_post
from companion.web.notices import author_name

NEWEST = 80  # more turns than any round has


class Corrections(Struct, frozen=True):
    """The possible corrections of the trick or turn in question.

    `entry` and `post` make the correction that corresponds to the changed situation, `words` describe it.
    `has_others`: there are entries that the viewer may not correct.
    """

    links: tuple[tuple[str, str], ...]  # entries in words, and where they are corrected
    has_others: bool
    words: str = ""
    entry: Json = None
    post: Post | None = None


class Turn:
    """The consecutive log entries of one trick or turn."""

    def __init__(self, context: GameContext, entries: Sequence[LogEntry]) -> None:
        self.context = context
        self.entries = entries

    @property
    def heading(self) -> str:
        """Return the heading of the turn in the log."""
        return self.context.heading(self.entries[-1])

    @cached_property
    def outcome(self) -> str:
        """Return the outcome of the turn, or else its last entry in words."""
        outcomes = map(self.context.outcome, reversed(self.entries))
        return next(filter(None, outcomes), "") or self.context.words(self.entries[-1])

    def moments(self) -> Iterator[tuple[str, LogEntry]]:
        """Yield the moments of this turn that a rules question can be about: what happened, and the entry."""
        kind, options = self.context.game.kind, self.context.game.options
        history = History([(logged.before, logged.entry) for logged in self.entries], self.context.position.state)
        players = len(self.context.game.names)
        found: list[tuple[dict[str, str], LogEntry]] = []
        for at, logged in enumerate(self.entries):
            situation = desk.situation_at(kind, players, options, history, at)
            if situation not in [other for other, _logged in found]:
                found.append((situation, logged))
        for _situation, logged in found:
            yield self.outcome if len(found) == 1 else self.context.words(logged), logged


def turns(context: GameContext, most: int = NEWEST) -> list[Turn]:
    """Return the latest tricks or turns of the log, newest first; adjustments belong to none."""
    asked = desk.load(context.game.kind)

    def key(logged: LogEntry) -> Hashable:
        return asked.turn_of(logged.before, logged.entry)

    found = [Turn(context, [*entries]) for turn, entries in groupby(context.position.log, key) if turn is not None]
    return found[-most:][::-1]


def turn_with(context: GameContext, asked: LogEntry) -> Turn:
    """Return the trick or turn that an entry belongs to; the entry alone if it belongs to none."""
    turn_of = desk.load(context.game.kind).turn_of

    def key(logged: LogEntry) -> Hashable:
        return turn_of(logged.before, logged.entry)

    alone = key(asked) is None
    return Turn(context, [asked] if alone else entries_around(context.position.log, asked, key))


def entries_around(log: Sequence[LogEntry], asked: LogEntry, key: Callable[[LogEntry], Hashable]) -> Sequence[LogEntry]:
    """Return `asked` and the entries next to it in the log that have the same key."""
    wanted, first = key(asked), log.index(asked)
    last = first
    while first and key(log[first - 1]) == wanted:
        first -= 1
    while last + 1 < len(log) and key(log[last + 1]) == wanted:
        last += 1
    return log[first : last + 1]


def other_author(context: GameContext) -> str:
    """Return the name of someone whose entries in this game the viewer may not correct, or "" if there is nobody."""
    authors = game_log.authors(context.game, {logged.row for logged in context.position.log}).values()
    return next((author_name(author) for author in authors if not context.link.may_correct(author)), "")


def correctable(context: GameContext, entries: Sequence[LogEntry]) -> list[LogEntry]:
    """Return the `entries` that the viewer may correct: hosts may correct all, players their own."""
    authors = game_log.authors(context.game, {logged.row for logged in entries})
    return [logged for logged in entries if context.link.may_correct(authors[logged.row])]


def corrections(context: GameContext, line: str, situation: Situation) -> Corrections | None:
    """Return what the viewer may correct in the trick or turn to which `line` belongs, or None if there is none."""
    log, asked = context.position.log, context.position.find(line)
    if asked is None or not context.link.may_enter:
        return None
    turn = turn_with(context, asked)
    own = correctable(context, turn.entries)
    links = tuple((context.words(logged), url_for("correction.correct", key=logged.key)) for logged in own)
    history = History([(other.before, other.entry) for other in log], context.position.state)
    changed = desk.load(context.game.kind).changed(history, log.index(asked), situation)
    found = [(log[at], entry) for at, entry in sorted(changed.items())]
    if not found or len(correctable(context, [logged for logged, _entry in found])) < len(found):
        return Corrections(links, len(own) < len(turn.entries))
    *others, (last, entry) = found
    pending = json.encode([{"line": logged.key, "entry": other} for logged, other in others]).decode()
    action = url_for("correction.correct", key=last.key, do="replace")
    words = [context.translator(context.position.game.describe(logged.before, other)) for logged, other in found]
    post = fresh_post(action, context.position, enhance=False, pending=pending)
    return Corrections(links, len(own) < len(turn.entries), "; ".join(words), entry, post)
