"""What an import does in words, the same before and after, on the command line and on the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.core.messages import N_, NN_
from companion.core.names import isolated
from companion.core.translator import Translator
from companion.exchange.evening_file import FileEvening
from companion.exchange.file_fields import LeftOut
from companion.exchange.table_file import FileGame
from companion.exchange.table_import import Plan
from companion.i18n.language import day
from companion.store.base import day_of
from companion.store.models import title_of

_NEW = (
    NN_("New: %(n)s game.", "New: %(n)s games."),
    NN_("New: %(n)s evening.", "New: %(n)s evenings."),
)
_CONTINUED = (
    NN_("Continued: %(n)s game.", "Continued: %(n)s games."),
    NN_("Continued: %(n)s evening.", "Continued: %(n)s evenings."),
)
_KNOWN = (
    NN_("Already here: %(n)s game.", "Already here: %(n)s games."),
    NN_("Already here: %(n)s evening.", "Already here: %(n)s evenings."),
)
_LEFT_OUT = (
    NN_("Left out: %(n)s game.", "Left out: %(n)s games."),
    NN_("Left out: %(n)s evening.", "Left out: %(n)s evenings."),
)
_REFUSED = NN_(
    "With entries that are no longer valid and count for nothing: %(n)s game.",
    "With entries that are no longer valid and count for nothing: %(n)s games.",
)
_NOTHING = N_("There are no games in this file.")
_GAME = N_("Game %(number)s of the file (%(what)s): %(why)s")
_ENTRY = N_("Game %(number)s of the file (%(what)s), entry %(entry)s: %(why)s")
_EVENING = N_("Evening %(number)s of the file (%(what)s): %(why)s")


def plan_lines(plan: Plan, translator: Translator) -> Iterator[tuple[str, list[str]]]:
    """Yield sentences that say how many games and evenings are added, continued, already here, and left out.

    Each has a list of sentences, such as one for each game that is left out.
    """
    refused = [
        LeftOut(
            game.number, game.refused, game.slug, game.options, game.started_at, tuple(who.name for who in game.seats)
        )
        for game in (*plan.new, *(game for _known, _last_row, game in plan.continued))
        if game.refused is not None
    ]
    counted: list[tuple[tuple[tuple[str, str], ...], Sequence[Sequence[object]]]] = [
        (_NEW, (plan.new, plan.evenings)),
        (_CONTINUED, (plan.continued, plan.continued_evenings)),
        (_KNOWN, _parts(plan.known)),
        (_LEFT_OUT, _parts(plan.left_out)),
        ((_REFUSED,), (refused,)),
    ]
    is_empty = True
    for texts, both in counted:
        for text, items in zip(texts, both, strict=True):
            if items:
                is_empty = False
                yield (
                    translator.count(text, len(items)),
                    [_line(i, translator) for i in items if isinstance(i, LeftOut)],
                )
    if is_empty:
        yield translator.text(_NOTHING), []


def _parts(items: Sequence[FileGame | FileEvening | LeftOut]) -> list[list[object]]:
    """Return the games among the `items`, and the evenings."""
    evenings = [isinstance(item, FileEvening) or getattr(item, "evening", None) is not None for item in items]
    return [
        [item for item, is_evening in zip(items, evenings, strict=True) if is_evening == wanted] for wanted in (0, 1)
    ]


def _line(item: LeftOut, translator: Translator) -> str:
    """Return in a sentence which game or evening it is, and what is wrong with it."""
    names = [*map(isolated, item.names)] or [f"#{seat + 1}" for seat in range(10)]
    why = " ".join(map(translator.with_texts(item.error.words, names), item.error.reasons))
    if item.evening is not None:
        return translator.text(_EVENING, number=item.number, what=isolated(item.evening) or "?", why=why)
    what = title_of(item.slug, item.options if type(item.options) is dict else {}) if item.slug else "?"
    if item.started_at is not None:
        what = f"{what}, {day(day_of(item.started_at), translator.lang)}"
    text = _GAME if item.error.entry is None else _ENTRY
    return translator.text(text, number=item.number, what=what, entry=item.error.entry, why=why)
