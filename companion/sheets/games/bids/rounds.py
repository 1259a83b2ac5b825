"""The cells of a round on the score sheet of Bids, and a trick in one line."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.messages import Json
from companion.core.translator import Translator, format_number
from companion.sheets.grid import Cell


def front(done: Json, seat: int, translator: Translator) -> Cell:
    """Return the black cards of a front in the order won, and their value."""
    if not done:
        return Cell()
    cards = done["fronts"][seat] if done["fronts"] else ()
    return Cell(format_number(done["raw"][seat]), " ".join(short_name(card, translator) for card in cards))


def short_name(card: str, translator: Translator) -> str:
    """Return a card as briefly as possible: its number or its name."""
    return card[1:] if card[1:].isdigit() else translator.say(card)


def half(done: Json, seat: int) -> Cell:
    """Return the points of an ally, or nothing for anyone else."""
    allied = done and done["alliance"] and seat in done["alliance"]
    return Cell(format_number(done["scores"][seat]), "\u00bd") if allied else Cell()


def beside(half: Cell, luck: Cell) -> Cell:
    """Return an ally's half, and the number of rounds without black cards if it changed."""
    return Cell(half.number, f"{half.quiet} {luck.quiet}".strip())


def lucky(done: Json, count: int, seat: int, rate: str) -> Cell:
    """Return count × rate and the points; for an ally whose count goes up without points, the count in brackets."""
    if not done:
        return Cell(quiet=rate)
    now = done["zero_rounds"][seat]
    if now <= count:
        return Cell()
    if done["alliance"] and seat in done["alliance"]:
        return Cell(quiet=f"({now})")
    return Cell(format_number(done["scores"][seat]), f"{now} {rate}")


def verdict(trick: Json, names: Sequence[str], translator: Translator) -> str:
    """Return a trick in one line: the centre card, the bids, the reasons with their rules."""
    centre = translator.say(trick["centre"]) if trick["centre"] else "?"
    bids = ", ".join(f"{names[seat]} {translator.say(card)}" for seat, card in trick["bids"])
    why = " ".join(f"{reason['text']} [{reason['rule']}]" for reason in trick["why"])
    return f"{trick['turn']}. {centre} \u2013 {bids}. {why}"
