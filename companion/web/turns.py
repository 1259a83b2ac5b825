"""The tricks, turns and rounds of a game in progress: outcomes, corrections, results that replace their entries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import Any

from flask import url_for
from msgspec import Struct, json

from companion import desk
from companion.core.game import Refusal
from companion.core.messages import Json, Message
from companion.core.situations import History, Situation
from companion.store import game_log
from companion.store.log_rows import CORRECT
from companion.store.positions import LogEntry
from companion.web.game_context import FormTarget, GameContext, fresh_form_target
from companion.web.notices import why_not_correct
from companion.web.turn_form import EntryRow


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


class Turn(Struct, frozen=True, dict=True):
    """The log entries of one trick or turn, and the number of its round."""

    context: GameContext
    round: int
    entries: Sequence[LogEntry]

    @cached_property
    def rows(self) -> list[tuple[LogEntry, EntryRow]]:
        """Return the entries that are in the form of the whole turn, each with its row there."""
        rows = [(logged, self.context.entry_row(logged)) for logged in self.entries]
        return [(logged, row) for logged, row in rows if row is not None]

    @property
    def form_entries(self) -> Sequence[LogEntry]:
        """Return the entries that are in the form, or all if it has none of them."""
        return [logged for logged, _row in self.rows] or self.entries

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
    """Return the tricks or turns of the log in order; adjustments belong to none, even in the middle of one."""
    turn_of = context.position.rules.turn_of
    numbered = ((turn_of(logged.before, logged.entry), logged) for logged in context.position.log)
    groups = groupby(((turn, logged) for turn, logged in numbered if turn is not None), itemgetter(0))
    return [Turn(context, turn[0], [logged for _turn, logged in entries]) for turn, entries in groups]


def sections(context: GameContext, log: Sequence[LogEntry]) -> list[list[LogEntry]]:
    """Return entries of the log by heading; adjustments in the middle of a trick or turn come after it."""
    found: list[tuple[Message, list[LogEntry]]] = []
    rules = context.position.rules
    for logged in log:
        heading = rules.heading(logged.before, logged.entry)
        is_of_turn = rules.turn_of(logged.before, logged.entry) is not None
        recent = found[-2:] if is_of_turn else found[-1:]
        entries = next((entries for other, entries in recent if other == heading), None)
        if entries is None:
            found.append((heading, [logged]))
        else:
            entries.append(logged)
    return [entries for _heading, entries in found]


def turns_around(context: GameContext, logged: LogEntry, count: int = 0) -> list[Turn]:
    """Return the trick or turn of `logged`, and up to `count` before and after it in its round; none if it has none."""
    all_turns = turns(context)
    index = next((index for index, turn in enumerate(all_turns) if logged in turn.entries), None)
    if index is None:
        return []
    around = all_turns[max(0, index - count) : index + count + 1]
    return [turn for turn in around if turn.round == all_turns[index].round]


class LoggedRound(Struct, frozen=True):
    """The consecutive log entries of a round or of a game in a match, which may still be in progress."""

    number: int
    log: Sequence[LogEntry]
    is_over: bool

    @property
    def entries(self) -> list[LogEntry]:
        """Return what was entered in the round, without adjustments."""
        return [logged for logged in self.log if logged.entry["type"] not in ("adjust", "finish")]


def rounds(context: GameContext) -> list[LoggedRound]:
    """Return the rounds of the log in order; a game that does not add up scores is a single one."""

    def complete(state: Any) -> int:
        scores = context.position.rules.scores(state)
        return 0 if scores is None else len(scores.rounds)

    groups = groupby(context.position.log, lambda logged: complete(logged.before))
    logs = [(number, [*entries]) for number, entries in groups]
    return [LoggedRound(number + 1, log, complete(log[-1].after) > number) for number, log in logs]


def may_correct_all(context: GameContext, entries: Sequence[LogEntry]) -> bool:
    """Return whether the reader may correct all these `entries`."""
    return len(correctable(context, entries)) == len(entries)


def correctable(context: GameContext, entries: Sequence[LogEntry]) -> list[LogEntry]:
    """Return the `entries` that the reader may correct: hosts may correct all, players their own."""
    authors = game_log.authors(context.game, {logged.row for logged in entries})
    return [logged for logged in entries if context.link.may_correct(authors[logged.row])]


def possible_corrections(context: GameContext, key: str, situation: Situation) -> PossibleCorrections | None:
    """Return what the reader may correct in the trick or turn of the entry with this key, or None if there is none."""
    log, logged = context.position.log, context.position.find(key)
    if logged is None or not context.link.may_enter:
        return None
    entries = next((turn.entries for turn in turns_around(context, logged)), [logged])
    own_entries = correctable(context, entries)
    why_not = why_not_correct(is_rest=bool(own_entries)) if len(own_entries) < len(entries) else ""
    links = tuple((context.words(other), url_for("correction.correct", key=other.key)) for other in own_entries)
    given, declared = desk.read(context.game.slug, situation), desk.load(context.game.slug)
    changed = {} if isinstance(given, Refusal) else declared.changed(as_history(context), log.index(logged), given)
    changes = [(log[index], entry) for index, entry in sorted(changed.items())]
    if not changes or not may_correct_all(context, [other for other, _entry in changes]):
        return PossibleCorrections(links, why_not)
    *others, (last, last_entry) = changes
    pending = json.encode([{"line": other.key, "entry": entry} for other, entry in others]).decode()
    action = url_for("correction.correct", key=last.key, do="replace")
    words = [context.translator(context.position.rules.describe(other.before, entry)) for other, entry in changes]
    form_target = fresh_form_target(action, context.position, pending=pending)
    return PossibleCorrections(links, why_not, "; ".join(words), last_entry, form_target)


def as_history(context: GameContext, entries: Sequence[LogEntry] | None = None) -> History:
    """Return the game in progress, or some of its entries, as rules questions see it."""
    log = context.position.log if entries is None else entries
    return History([(logged.before, logged.entry) for logged in log], context.position.state)


class ResultStart(Struct, frozen=True):
    """The state in which a result is entered, and the entries that it replaces, if any; adjustments stay."""

    state: Any
    replaced: Sequence[LogEntry] = ()


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
    return ResultStart(log[first].before, [logged for logged in log[first:] if logged.entry["type"] != "adjust"])


def replaced_entries(context: GameContext, logged: LogEntry) -> Sequence[LogEntry]:
    """Return the entries that `logged`, if it is a result, replaced; none if it replaced none."""
    if logged.corrected is None or context.pages_at(logged.before).result_fields(logged.entry) is None:
        return ()
    for row in context.position.done:
        if row.kind != CORRECT or logged.key not in (lines := {change.get("line") for change in row.payload}):
            continue
        before = game_log.position_at(context.game, row.number - 1)
        entries = [entry for entry in before.log if entry.key in lines]
        if any(context.pages_at(entry.before).result_fields(entry.entry) is not None for entry in entries):
            continue
        return entries
    return ()
