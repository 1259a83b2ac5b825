"""Numbers that people typed."""

from __future__ import annotations


def whole(text: str | None) -> int | str:
    """Return the whole number that was typed; anything else as it stands, so that it can be refused in words."""
    text = (text or "").strip()
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 10 else text
