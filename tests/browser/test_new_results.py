"""A new result on a phone: the change is visible."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.browser.taps import begin, enter, see, tap

NOTED = """
window.moved = 0
Element.prototype.animate = () => { window.moved += 1 }
"""


def test_a_result_moves_where_motion_is_wanted_and_why_closes_with_it(phones: Callable[..., Any]) -> None:
    phone = phones()
    phone.add_init_script(NOTED)
    game = begin(phone, "bids", "Ana", "Luis", "Constanze")  # the longest name starts
    result = phone.locator(".outcome .words")

    first, second = bids("R9", "R1")
    enter(phone, game, 0, {"type": "reveal", "card": "K5"}, first)
    see(phone, 2)
    phone.evaluate("window.moved = 0")
    tap(phone, second)
    see(phone, 3)
    assert phone.evaluate("window.moved") == 1, "the card in its cell"
    tap(phone, {"type": "bid", "seat": 1, "card": "R2"})
    see(phone, 4)
    expect(result).to_contain_text("Constanze wins 5 points")
    phone.locator(".outcome summary").click()
    expect(phone.locator(".outcome details")).to_have_attribute("open", "")
    enter(phone, game, 4, {"type": "reveal", "card": "K7"}, *bids("B9", "B1"))
    see(phone, 7)
    phone.emulate_media(reduced_motion="reduce")
    phone.evaluate("window.moved = 0")
    tap(phone, {"type": "bid", "seat": 1, "card": "B2"})
    see(phone, 8)
    expect(result).to_contain_text("Constanze wins 7 points")
    expect(phone.locator(".outcome details:not([open])")).to_have_count(1)
    assert phone.evaluate("window.moved") == 0


def bids(first: str, second: str) -> list[dict[str, Any]]:
    """Return the first two bids of a trick that the third player starts."""
    return [{"type": "bid", "seat": 2, "card": first}, {"type": "bid", "seat": 0, "card": second}]
