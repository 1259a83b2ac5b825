"""The cells of a round on the score sheet of Bids, and a trick in one line."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.messages import Json
from companion.core.translator import Translator, format_number
from companion.sheets.score_sheet import Cell


def cards_won(played: Json, seat: int, translator: Translator) -> Cell:
    """Return the black cards that a player won, in order, and their value."""
    if not played:
        return Cell()
    cards = played["fronts"][seat] if played["fronts"] else ()
    return Cell(format_number(played["raw"][seat]), " ".join(short_name(card, translator) for card in cards))


def short_name(card: str, translator: Translator) -> str:
    """Return a card as briefly as possible: its number or its name."""
    return card[1:] if card[1:].isdigit() else translator.say(card)


def lucky_or_half(played: Json, seat: int, count: int, rate: int) -> Cell:
    """Return what a lucky loser gets, with count × rate, or the half of an ally; `count` is that of earlier rounds.

    For an ally whose count goes up without points, the count is in brackets.
    """
    if not played:
        return Cell(quiet=f"\u00d7 {rate}")
    now, points = played["zero_rounds"][seat], format_number(played["scores"][seat])
    if played["alliance"] and seat in played["alliance"]:
        return Cell(points, f"\u00bd ({now})" if now > count else "\u00bd")
    return Cell(points, f"{now} \u00d7 {rate}") if now > count else Cell()


def verdict(trick: Json, names: Sequence[str], translator: Translator) -> str:
    """Return a trick in one line: the centre card, the bids, the reasons with their rules."""
    centre = translator.say(trick["centre"]) if trick["centre"] else "?"
    bids = ", ".join(f"{names[seat]} {translator.say(card)}" for seat, card in trick["bids"])
    why = " ".join(f"{reason['text']} [{reason['rule']}]" for reason in trick["why"])
    return f"{trick['turn']}. {centre} \u2013 {bids}. {why}"
