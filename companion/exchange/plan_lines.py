"""The result of an import in words, the same for the command line and for the page."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from companion import games
from companion.core.messages import N_, NN_
from companion.core.translator import Translator
from companion.exchange.table_import import Plan

_NEW = NN_("{n} game will be added.", "{n} games will be added.")
_KNOWN = NN_("{n} game is already here.", "{n} games are already here.")
_LEFT_OUT = NN_("{n} game will be left out:", "{n} games will be left out:")
_NEW_DONE = NN_("{n} game was added.", "{n} games were added.")
_LEFT_OUT_DONE = NN_("{n} game was left out:", "{n} games were left out:")
_NOTHING = N_("There are no games in this file.")
_ENTRY = N_("entry {entry}: {why}")
_ONE = N_("Game {number} of the file ({what}): {why}")


def plan_lines(plan: Plan, translator: Translator, added: int | None = None) -> Iterator[str]:
    """Yield sentences: how many games are added, how many are already here, and why others are left out.

    `added` is the number of games that were added when the plan was carried out, or None before that.
    """
    new_count, known_count = len(plan.new) if added is None else added, plan.known
    left_out = [*left_out_lines(plan, translator)]
    if new_count or not (known_count or left_out):
        words = _NEW if added is None else _NEW_DONE
        yield translator.count(words, new_count) if new_count else translator.text(_NOTHING)
    if known_count:
        yield translator.count(_KNOWN, known_count)
    if left_out:
        yield translator.count(_LEFT_OUT if added is None else _LEFT_OUT_DONE, len(left_out))
        yield from left_out


def left_out_lines(plan: Plan, translator: Translator) -> Iterator[str]:
    """Yield a sentence for each game left out, in the order of the file."""
    lines: list[tuple[int, str]] = []
    for item in plan.file.left_out:
        say = translator.with_texts(item.error.words, item.names or [f"#{seat + 1}" for seat in range(10)])
        why = " ".join(map(say, item.error.reasons))
        if item.error.entry is not None:
            why = translator.text(_ENTRY, entry=item.error.entry, why=why)
        lines.append(
            (item.number, translator.text(_ONE, number=item.number, what=_what(item.slug, item.started_at), why=why))
        )
    for full in plan.games:
        if full.reason is not None:
            what = _what(full.game.slug, full.game.started_at)
            why = translator(full.reason)
            lines.append((full.game.number, translator.text(_ONE, number=full.game.number, what=what, why=why)))
    for _number, line in sorted(lines):
        yield line


def _what(slug: str, started_at: datetime | None) -> str:
    title = games.load(slug).TITLE if slug else "?"
    return f"{title}, {started_at:%Y-%m-%d}" if started_at else title
