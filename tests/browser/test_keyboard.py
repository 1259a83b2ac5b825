"""A keyboard at the table: arrow keys move between the cards, Enter enters one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.browser.evening import Evening
from tests.browser.taps import see


def test_arrow_keys_move_between_cards_and_enter_lays_one(phones: Callable[..., Any]) -> None:
    phone = Evening(phones, "bids", "Ana", "Luis", "Zoe").sit_down(phones(), "Ana")
    focused = phone.locator("#board :focus")
    card = phone.locator("#board .grid button:not(:disabled)")
    places = [box["y"] for box in (card.nth(index).bounding_box() for index in range(card.count()))]
    columns = places.count(places[0])
    card.first.focus()
    phone.keyboard.press("ArrowRight")
    expect(card.nth(1)).to_be_focused()
    phone.keyboard.press("ArrowLeft")
    phone.keyboard.press("ArrowLeft")  # there is nothing further left
    expect(card.first).to_be_focused()
    phone.keyboard.press("ArrowDown")
    expect(card.nth(columns)).to_be_focused()
    phone.keyboard.press("ArrowUp")
    expect(card.first).to_be_focused()
    assert focused.count() == 1
    phone.keyboard.press("Enter")
    see(phone, 1)
