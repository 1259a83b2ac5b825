"""Numbers that people type."""

from __future__ import annotations

from collections.abc import Container


def int_or_text(text: str | None) -> int | str:
    """The whole number that was typed, with - or −, else the text itself, so that a message can repeat it."""
    text = (text or "").strip()
    number = text.replace("\N{MINUS SIGN}", "-")
    digits = number.removeprefix("-")
    return int(number) if digits.isascii() and digits.isdigit() and len(digits) < 10 else text


def int_or_none(text: str | None) -> int | None:
    number = int_or_text(text)
    return number if isinstance(number, int) else None


def number_in(text: str | None, within: Container[int]) -> int | None:
    number = int_or_none(text)
    return number if number in within else None
