"""Numbers that people type."""

from __future__ import annotations


def int_or_text(text: str | None) -> int | str:
    """Return the whole number that was typed, else the text itself, so that a message can repeat it."""
    text = (text or "").strip()
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 10 else text
