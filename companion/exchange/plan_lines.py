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

# What is done with something, and how many games and evenings that concerns.
_NEW = NN_("New: %(n)s game.", "New: %(n)s games."), NN_("New: %(n)s evening.", "New: %(n)s evenings.")
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
    games = [*plan.new, *(game for _known, _last_row, game in plan.continued)]
    refused = [
        LeftOut(
            game.number, game.refused, game.slug, game.options, game.started_at, tuple(who.name for who in game.seats)
        )
        for game in games
        if game.refused is not None
    ]
    counted: list[tuple[tuple[str, str], Sequence[object]]] = [
        (_NEW[0], plan.new),
        (_NEW[1], plan.evenings),
        (_CONTINUED[0], plan.continued),
        (_CONTINUED[1], plan.continued_evenings),
        (_KNOWN[0], [item for item in plan.known if isinstance(item, FileGame)]),
        (_KNOWN[1], [item for item in plan.known if isinstance(item, FileEvening)]),
        (_LEFT_OUT[0], [item for item in plan.left_out if item.evening is None]),
        (_LEFT_OUT[1], [item for item in plan.left_out if item.evening is not None]),
        (_REFUSED, refused),
    ]
    if not any(items for _text, items in counted):
        yield translator.text(_NOTHING), []
    for text, items in counted:
        if items:
            details = [_line(item, translator) for item in items if isinstance(item, LeftOut)]
            yield translator.count(text, len(items)), details


def _line(item: LeftOut, translator: Translator) -> str:
    names = [*map(isolated, item.names)] or [f"#{seat + 1}" for seat in range(10)]
    why = " ".join(map(translator.with_texts(item.error.words, names), item.error.reasons))
    if item.evening is not None:
        return translator.text(_EVENING, number=item.number, what=isolated(item.evening) or "?", why=why)
    what = title_of(item.slug, item.options if type(item.options) is dict else {}) if item.slug else "?"
    if item.started_at is not None:
        what = f"{what}, {day(day_of(item.started_at), translator.lang)}"
    text = _GAME if item.error.entry is None else _ENTRY
    return translator.text(text, number=item.number, what=what, entry=item.error.entry, why=why)
