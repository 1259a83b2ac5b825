"""Turns of The Game."""

from __future__ import annotations

from typing import Any

END: dict[str, Any] = {"type": "end_turn"}
STUCK: dict[str, Any] = {"type": "stuck"}


def lay(pile: str, *cards: int) -> list[dict[str, Any]]:
    return [{"type": "play", "pile": pile, "card": card} for card in cards]
