"""A game of Bids with six players and its first tricks, for tests of the log and of corrections."""

from __future__ import annotations

from typing import Any

from tests.bids.entries import trick
from tests.web.pages import Page, Visitor

SIX = ("Ana", "Luis", "Zoë", "Мария", "李雷", "Bartholomäus")
FIRST = trick("K5", "R1", "R2", "R3", "R4", "R5", "R6")
SECOND = trick("K6", "B1", "B2", "B3", "B4", "B5", "B6")


def game_of_six(visitor: Visitor, *entries: dict[str, Any], **options: str) -> Page:
    """Return the page of a new game of six with these options after these entries."""
    game = visitor.submit_all(visitor.seat("bids", *SIX).press("do=start", **options), *entries)
    assert game.status == 200
    return game
