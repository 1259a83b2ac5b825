"""A whole trick of Bids in one form: what was turned up, and everyone's bid."""

from __future__ import annotations

from collections.abc import Sequence

from flask_babel import gettext as _

from companion.core.messages import Json
from companion.core.translator import Translator
from companion.games.bids.cards import ALLY
from companion.games.bids.state import State
from companion.web.group_rows import ChoiceGroup, EntryRow


def entry_row(state: State, translator: Translator, entry: Json) -> EntryRow | None:
    """Return the row of a card that was turned up or bid, None of other entries."""
    if entry["type"] == "reveal":
        return _reveal(state, translator, _("Turned up"))
    if entry["type"] == "bid":
        return _bid(state, translator, entry["seat"])
    return None


def new_rows(state: State, translator: Translator) -> Sequence[EntryRow]:
    """Return the rows of a trick that was forgotten before the one in `state`."""
    seats = range(state.setup.seats)
    starter = state.trick.starter if state.round.starter is not None else 0
    return (
        _reveal(state, translator, _("Turned up")),
        _reveal(state, translator, _("Turned up next, after Shuffle or “Lowest wins”"), needed=False),
        *(_bid(state, translator, seat) for seat in (*seats[starter:], *seats[:starter])),
        _reveal(state, translator, _("Turned up after the bids of a blind trick"), needed=False),
    )


def _reveal(state: State, translator: Translator, label: str, needed: bool = True) -> EntryRow:
    return EntryRow(label, {"type": "reveal"}, ((_cards(translator, "color-K", state.setup.blacks),),), needed)


def _bid(state: State, translator: Translator, seat: int) -> EntryRow:
    setup = state.setup
    suits = [
        _cards(translator, f"color-{color}", [card for card in setup.coloured if card[0] == color])
        for color in setup.colors
    ]
    suits.append(_cards(translator, "color-K", setup.blacks))
    if setup.ally:
        suits.append(_cards(translator, "color-W", (ALLY,)))
    return EntryRow(translator.name(seat), {"type": "bid", "seat": seat}, (tuple(suits),))


def _cards(translator: Translator, color: str, cards: Sequence[str]) -> ChoiceGroup:
    return ChoiceGroup(translator.say(color), tuple(({"card": card}, translator.say(card)) for card in cards))
