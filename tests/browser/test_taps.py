"""A double tap is one tap, and what is tapped is marked at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.evening import button, three
from tests.browser.taps import open_table, seat, see, start

# Notes when the second tap came, counted from the moment in which the first one had changed the question.
NOTED = """() => {
  addEventListener("click", (event) => { window.waited = event.timeStamp - window.changedAt }, true)
  const note = () => { window.changedAt = performance.now() }
  new MutationObserver(note).observe(board, { subtree: true, attributes: true, attributeFilter: ["value"] })
}"""
IGNORED = 400  # milliseconds


@pytest.mark.parametrize("pause", [100, 300, 500])
def test_a_double_tap_enters_one_card(phones: Callable[..., Any], pause: int) -> None:
    phone = phones()
    seat(phone, open_table(phone), "bids", "Ana", "Luis", "Zoe")
    start(phone)
    card = phone.locator(".grid button[name=entry]").nth(6)
    card.scroll_into_view_if_needed()
    box = card.bounding_box()
    place = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    phone.evaluate(NOTED)
    phone.mouse.click(*place)
    see(phone, 1)
    # Where the card was there is another one now, which nobody has aimed at.
    phone.evaluate(
        """y => { const box = document.querySelector(".grid button[name=entry]").getBoundingClientRect();
            scrollBy(0, (box.top + box.height / 2 - y) % box.height); }""",
        place[1],
    )
    assert phone.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('button')?.name", place) == "entry"
    phone.wait_for_timeout(pause)
    phone.mouse.click(*place)
    waited = phone.evaluate("window.waited")  # a busy machine may have taken its time
    assert waited >= pause
    if abs(waited - IGNORED) > 20:
        phone.wait_for_timeout(300)
        see(phone, 1 if waited < IGNORED else 2)


def test_the_tapped_card_is_marked_before_the_network_answers(phones: Callable[..., Any]) -> None:
    _evening, ana, luis = three(phones)
    held: list[Any] = []

    def hold(route: Any) -> None:
        held.append(route)

    ana.route("**/entries", hold)
    card = button(ana, {"type": "bid", "seat": 0, "card": "R9"})
    place = card.bounding_box()
    card.click()
    expect(card).to_have_attribute("aria-busy", "true")
    assert card.evaluate("card => getComputedStyle(card).outlineStyle") == "solid"
    # What is said while the answer takes its time moves no card from under the thumb.
    expect(ana.locator("#unsent li")).to_have_count(1)
    assert card.bounding_box() == place
    # A change by somebody else does not wipe the mark away.
    button(luis, {"type": "bid", "seat": 1, "card": "B4"}).click()
    expect(ana.locator(".scores .played.card")).to_have_count(1)
    expect(button(ana, {"type": "bid", "seat": 0, "card": "R9"})).to_have_attribute("aria-busy", "true")
    held[0].continue_()
    expect(ana.locator(".scores .played.card")).to_have_count(2)
