"""Turns of The Game."""

from __future__ import annotations

from typing import Any

END: dict[str, Any] = {"type": "end_turn"}
STUCK: dict[str, Any] = {"type": "stuck"}


def play(card: int, pile: str = "up1") -> dict[str, Any]:
    return {"type": "play", "pile": pile, "card": card}


def lay(pile: str, *cards: int) -> list[dict[str, Any]]:
    return [play(card, pile) for card in cards]
