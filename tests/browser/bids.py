"""Actions of people who play Bids with a phone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playwright.sync_api import expect

from companion.core.translator import Translator
from companion.games.bids.game import GAME
from tests.bids import legal

VOICE = Translator(GAME.WORDS, legal.NAMES)


def tell_fronts(phone: Any, fronts: Sequence[Sequence[str]]) -> None:
    """Tap the black cards in front of each player on the form of a result."""
    for place, cards in enumerate(fronts):
        opener = phone.locator(f".opener[value='{place}']")
        opener.click()
        expect(opener).to_have_attribute("aria-pressed", "true")
        for card in cards:
            button = phone.locator(f".keys [value='{card}']")
            button.click()
            expect(button).to_have_attribute("aria-pressed", "true")
