"""The result of an import in words, the same for the command line and for the page."""

from __future__ import annotations

from collections.abc import Iterator

from companion import games
from companion.core.messages import N_, NN_
from companion.core.names import isolated
from companion.core.translator import Translator
from companion.exchange.table_import import Plan
from companion.i18n.language import day

_NEW = NN_("%(n)s game will be added.", "%(n)s games will be added.")
_KNOWN = NN_("%(n)s game is already here.", "%(n)s games are already here.")
_LEFT_OUT = NN_("%(n)s game will be left out:", "%(n)s games will be left out:")
_NEW_DONE = NN_("%(n)s game was added.", "%(n)s games were added.")
_LEFT_OUT_DONE = NN_("%(n)s game was left out:", "%(n)s games were left out:")
_NOTHING = N_("There are no games in this file.")
_ONE = N_("Game %(number)s of the file (%(what)s): %(why)s")
_ONE_ENTRY = N_("Game %(number)s of the file (%(what)s), entry %(entry)s: %(why)s")


def count_lines(plan: Plan, translator: Translator, added: int | None) -> Iterator[str]:
    """Yield sentences: how many games are added, how many are already here, and how many are left out.

    The last one introduces `left_out_lines`. `added` is the number of games that were added when the plan was carried
    out, or None before that.
    """
    new_count = len(plan.new) if added is None else added
    if new_count:
        yield translator.count(_NEW if added is None else _NEW_DONE, new_count)
    elif not (plan.known_count or plan.left_out):
        yield translator.text(_NOTHING)
    if plan.known_count:
        yield translator.count(_KNOWN, plan.known_count)
    if plan.left_out:
        yield translator.count(_LEFT_OUT if added is None else _LEFT_OUT_DONE, len(plan.left_out))


def left_out_lines(plan: Plan, translator: Translator) -> Iterator[str]:
    """Yield a sentence for each game left out, in the order of the file."""
    for game in plan.left_out:
        say = translator.with_texts(
            game.error.words, [*map(isolated, game.names)] or [f"#{seat + 1}" for seat in range(10)]
        )
        why = " ".join(map(say, game.error.reasons))
        what = games.rules_of(game.slug).TITLE if game.slug else "?"
        if game.started_at is not None:
            what = f"{what}, {day(game.started_at, translator.lang)}"
        if game.error.entry is None:
            yield translator.text(_ONE, number=game.number, what=what, why=why)
        else:
            yield translator.text(_ONE_ENTRY, number=game.number, what=what, entry=game.error.entry, why=why)
