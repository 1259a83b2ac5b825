"""Numbers that people type, and places of labels."""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import pairwise


def int_or_text(text: str | None) -> int | str:
    """Return the whole number that was typed, with - or −, else the text itself, so that a message can repeat it."""
    text = (text or "").strip()
    number = text.replace("\N{MINUS SIGN}", "-", 1)
    digits = number.removeprefix("-")
    return int(number) if digits.isascii() and digits.isdigit() and len(digits) < 10 else text


def number_in(text: str | None, within: Container[int]) -> int | None:
    """Return the whole number that was typed if it is one of `within`, else None."""
    number = int_or_text(text)
    return number if isinstance(number, int) and number in within else None


def spread(places: Sequence[float], step: float, last: float) -> list[float]:
    """Return places for labels, in the same order: near to `places`, each at least `step` from the next, up to `last`.

    Labels that are too close together move down, and up again only as far as `last` demands.
    """
    order = sorted(range(len(places)), key=lambda index: places[index])
    found = list(places)
    for above, below in pairwise(order):
        found[below] = max(found[below], found[above] + step)
    for index in reversed(order):
        found[index] = min(found[index], last)
        last = found[index] - step
    return found
