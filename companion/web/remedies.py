"""What a table taps after a misplay: links into its game, each already at the place that it mends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby

from flask import url_for
from flask_babel import gettext as _
from msgspec import Struct

from companion.core.rulebook import Misplay, Remedy
from companion.store import game_log
from companion.store.positions import LogEntry
from companion.web.game_context import GameContext, Post, fresh_post

SHOWN = 12  # newest tricks or turns


class Choice(Struct, frozen=True):
    """A trick, turn or round to choose, with what it came to and the link to its remedy."""

    heading: str
    outcome: str
    href: str


class Step(Struct, frozen=True):
    """One remedy: a link, a button that undoes the last entry (`post`), or a choice of tricks or rounds.

    `text` says more, such as what is undone. Without any link there is nothing to tap.
    """

    kind: str
    label: str
    text: str = ""
    href: str = ""
    post: Post | None = None
    choices: tuple[Choice, ...] = ()


def steps(context: GameContext, misplay: Misplay) -> list[Step]:
    """Return the remedies of `misplay` that this game has now, the likeliest first, for somebody who enters things."""
    found = (_MAKERS[remedy](context) for remedy in misplay.remedies if remedy in _MAKERS)
    return [step for step in found if step is not None]


def _undo(context: GameContext) -> Step | None:
    log = context.position.log
    if not log:
        return None
    post = fresh_post(url_for("play.undo"), context.position, enhance=False)
    return Step("undo", _("Undo the last entry"), context.words(log[-1]), post=post)


def _correct(context: GameContext) -> Step | None:
    def address(entries: list[LogEntry]) -> str:
        return url_for("group.show" if len(entries) > 1 else "correction.show", key=entries[-1].key)

    choices = tuple(_choices(context, address))
    return Step("correct", _("Which one do you want to correct?"), choices=choices) if choices else None


def _insert(context: GameContext) -> Step | None:
    def address(entries: list[LogEntry]) -> str:
        return url_for("group.insert", key=entries[0].key)

    choices = tuple(_choices(context, address))
    text = _("If it was the last one, just enter it as usual.")
    return Step("insert", _("Which one came after it?"), text, choices=choices) if choices else None


def _result(context: GameContext) -> Step | None:
    if not context.pages.takes_result(context.position.state):
        return Step("result", _("End the game, or enter points"), href=url_for("play.adjust"))
    return Step("result", _("Enter the result instead"), href=url_for("play.result"))


def _rounds(context: GameContext) -> Step | None:
    """Return the rounds or games that are over, to be replaced by their result."""
    choices = []
    for unit, number, last in _finished(context):
        href = url_for("group.result", key=last.key)
        heading = _("Round %(num)s", num=number) if unit == "round" else _("Game %(num)s", num=number)
        choices.append(Choice(heading, context.outcome(last), href))
    return Step("rounds", _("Which result do you want to correct?"), choices=tuple(choices[::-1])) if choices else None


def _finished(context: GameContext) -> Iterator[tuple[str, int, LogEntry]]:
    """Yield what is over, "round" or "game", its number, and the entry that ended it."""
    game = context.position.game
    for logged in context.position.log:
        before, after = game.prompt(logged.before) or {}, game.prompt(logged.after) or {}
        for unit in ("round", "game"):
            if unit in before and before[unit] != after.get(unit) and logged.entry["type"] not in ("adjust", "finish"):
                yield unit, before[unit], logged


def _settings(context: GameContext) -> Step | None:
    return Step("settings", _("Change the settings of this game"), href=url_for("settings.show"))


def _adjust(context: GameContext) -> Step | None:
    return Step("adjust", _("Enter points you agree on"), href=url_for("play.adjust"))


_MAKERS: dict[Remedy, Callable[[GameContext], Step | None]] = {
    Remedy.UNDO: _undo,
    Remedy.CORRECT: _correct,
    Remedy.INSERT_TRICK: _insert,
    Remedy.RESULT: _result,
    Remedy.ROUND: _rounds,
    Remedy.SETTINGS: _settings,
    Remedy.ADJUST: _adjust,
}


def moments(context: GameContext) -> tuple[Choice, ...]:
    """Return the newest tricks or turns of a game, the newest first, with links that ask the desk about them."""
    groups = [(heading, [*entries]) for heading, entries in groupby(context.position.log, context.heading)]
    found = []
    for heading, entries in groups[-SHOWN:][::-1]:
        outcome = next((said for said in map(context.outcome, reversed(entries)) if said), "")
        href = url_for("desk.of_game", line=entries[-1].key)
        found.append(Choice(heading, outcome or context.words(entries[-1]), href))
    return tuple(found)


def _choices(context: GameContext, address: Callable[[list[LogEntry]], str]) -> Iterator[Choice]:
    """Yield the newest tricks or turns of the log that the viewer may correct, the newest first."""
    groups = [(heading, [*entries]) for heading, entries in groupby(context.position.log, context.heading)]
    newest = groups[-SHOWN:][::-1]
    authors = {
        number: author
        for number in {entries[-1].row for _heading, entries in newest}
        for author in game_log.authors(context.game, [number])
    }
    for heading, entries in newest:
        if context.who.may_correct(authors[entries[-1].row]):
            outcome = next((said for said in map(context.outcome, reversed(entries)) if said), "")
            yield Choice(heading, outcome or context.words(entries[-1]), address(entries))
