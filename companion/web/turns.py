"""The tricks, turns and rounds of a game in progress: outcomes, corrections, results that replace their entries."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import cached_property
from itertools import groupby
from typing import Any

from flask import url_for
from msgspec import Struct, json

from companion import desk
from companion.core.messages import Json
from companion.core.situations import History, Situation
from companion.store import game_log
from companion.store.log_rows import CORRECT
from companion.store.positions import LogEntry
from companion.web.game_context import FormTarget, GameContext, fresh_form_target
from companion.web.notices import author_name

NEWEST = 80  # more turns than any round has


class PossibleCorrections(Struct, frozen=True):
    """The possible corrections of the trick or turn in question.

    `entry` and `form_target` make the correction that corresponds to the changed situation, `words` describe it.
    `has_others`: there are entries that the viewer may not correct.
    """

    links: tuple[tuple[str, str], ...]  # entries in words, and where they are corrected
    has_others: bool
    words: str = ""
    entry: Json = None
    form_target: FormTarget | None = None


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
        game, moments = self.context.game, as_history(self.context, self.entries)
        situations: list[tuple[dict[str, str], LogEntry]] = []
        for index, logged in enumerate(self.entries):
            situation = desk.situation_at(game.slug, len(game.names), game.options, moments, index)
            if situation not in [other for other, _logged in situations]:
                situations.append((situation, logged))
        for _situation, logged in situations:
            yield self.outcome if len(situations) == 1 else self.context.words(logged), logged


def turns(context: GameContext) -> list[Turn]:
    """Return the latest tricks or turns of the log, newest first; adjustments belong to none."""
    groups = groupby(context.position.log, _turn_of(context))
    all_turns = [Turn(context, [*entries]) for turn, entries in groups if turn is not None]
    return all_turns[-NEWEST:][::-1]


class Round(Struct, frozen=True):
    """The consecutive log entries of a round or of a game in a match, which may still be in progress."""

    number: int
    log: Sequence[LogEntry]
    is_over: bool

    @property
    def entries(self) -> list[LogEntry]:
        """Return what was entered in the round, without adjustments."""
        return [logged for logged in self.log if logged.entry["type"] not in ("adjust", "finish")]


def rounds(context: GameContext) -> list[Round]:
    """Return the rounds of the log in order; a game that does not add up scores is a single one."""

    def complete(state: Any) -> int:
        scores = context.position.game.scores(state)
        return 0 if scores is None else len(scores.rounds)

    groups = groupby(context.position.log, lambda logged: complete(logged.before))
    logs = [(number, [*entries]) for number, entries in groups]
    return [Round(number + 1, log, complete(log[-1].after) > number) for number, log in logs]


def entries_around(
    log: Sequence[LogEntry], logged: LogEntry, key: Callable[[LogEntry], Hashable]
) -> Sequence[LogEntry]:
    """Return `logged` and the entries next to it in the log that have the same key."""
    groups = ([*entries] for _key, entries in groupby(log, key))
    return next(entries for entries in groups if logged in entries)


def other_author(context: GameContext) -> str:
    """Return the name of someone whose entries in this game the viewer may not correct, or "" if there is nobody."""
    authors = game_log.authors(context.game, {logged.row for logged in context.position.log}).values()
    return next((author_name(author) for author in authors if not context.link.may_correct(author)), "")


def correctable(context: GameContext, entries: Sequence[LogEntry]) -> list[LogEntry]:
    """Return the `entries` that the viewer may correct: hosts may correct all, players their own."""
    authors = game_log.authors(context.game, {logged.row for logged in entries})
    return [logged for logged in entries if context.link.may_correct(authors[logged.row])]


def possible_corrections(context: GameContext, key: str, situation: Situation) -> PossibleCorrections | None:
    """Return what the viewer may correct in the trick or turn of the entry with this key, or None if there is none."""
    log, logged = context.position.log, context.position.find(key)
    turn_of = _turn_of(context)
    if logged is None or not context.link.may_enter:
        return None
    entries = [logged] if turn_of(logged) is None else entries_around(log, logged, turn_of)
    own_entries = correctable(context, entries)
    links = tuple((context.words(other), url_for("correction.correct", key=other.key)) for other in own_entries)
    changed = desk.load(context.game.slug).changed(as_history(context), log.index(logged), situation)
    changes = [(log[index], entry) for index, entry in sorted(changed.items())]
    if not changes or len(correctable(context, [other for other, _entry in changes])) < len(changes):
        return PossibleCorrections(links, len(own_entries) < len(entries))
    *others, (last, last_entry) = changes
    pending = json.encode([{"line": other.key, "entry": entry} for other, entry in others]).decode()
    action = url_for("correction.correct", key=last.key, do="replace")
    words = [context.translator(context.position.game.describe(other.before, entry)) for other, entry in changes]
    form_target = fresh_form_target(action, context.position, is_enhanced=False, pending=pending)
    return PossibleCorrections(links, len(own_entries) < len(entries), "; ".join(words), last_entry, form_target)


def as_history(context: GameContext, entries: Sequence[LogEntry] | None = None) -> History:
    """Return the game in progress, or some of its entries, as rules questions see it."""
    log = context.position.log if entries is None else entries
    return History([(logged.before, logged.entry) for logged in log], context.position.state)


def _turn_of(context: GameContext) -> Callable[[LogEntry], Hashable]:
    """Return a function that identifies the trick or turn that an entry belongs to."""
    turn_of = context.position.game.turn_of
    return lambda logged: turn_of(logged.before, logged.entry)


class ResultStart(Struct, frozen=True):
    """The state in which a result is entered, and the index in the log of the first entry that it replaces, if any.

    `count` is the number of entries that it replaces; adjustments stay.
    """

    state: Any
    first: int | None = None
    count: int = 0


def result_start(context: GameContext) -> ResultStart | None:
    """Return where a result can be entered, or None if that is not possible."""
    if context.pages.takes_result():
        return ResultStart(context.position.state)
    if context.position.is_over:
        return None
    log = context.position.log
    places = (index for index in reversed(range(len(log))) if context.pages_at(log[index].before).takes_result())
    first = next(places, None)
    if first is None or log[first].entry["type"] == "adjust":
        return None
    count = sum(logged.entry["type"] != "adjust" for logged in log[first:])
    return ResultStart(log[first].before, first, count)


def replaced_entries(context: GameContext, logged: LogEntry) -> Sequence[LogEntry]:
    """Return the entries that `logged`, if it is a result, replaced; nothing if it replaced none."""
    if logged.corrected is None or context.pages_at(logged.before).typed(logged.entry) is None:
        return ()
    for row in context.position.done:
        if row.kind != CORRECT or logged.key not in (lines := {change.get("line") for change in row.payload}):
            continue
        before = game_log.position_at(context.game, row.number - 1)
        entries = [entry for entry in before.log if entry.key in lines]
        if any(context.pages_at(entry.before).typed(entry.entry) is not None for entry in entries):
            continue
        return entries
    return ()


def restoring_changes(logged: LogEntry, entries: Sequence[LogEntry]) -> list[Json]:
    """Return the changes that replace the result `logged` with `entries` again."""
    back: list[Json] = [{"before": logged.key, "entry": entry.entry} for entry in entries]
    return [*back, {"line": logged.key, "entry": None}]
