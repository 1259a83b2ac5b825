"""A bid that one phone enters early, as another phone sees it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.browser.evening import button, three


def test_an_early_bid_is_turned_up_on_other_phones_by_the_bid_before_it(phones: Callable[..., Any]) -> None:
    _evening, ana, luis = three(phones)  # Luis starts, then Zoe
    button(ana, {"type": "bid", "seat": 0, "card": "R9"}).click()
    bids = luis.locator(".scores .played.card")
    expect(bids).to_have_text(["face down?"])
    expect(ana.locator(".scores .played.card")).to_have_attribute("aria-label", "red 9")
    expect(ana.locator(".question > .hint")).to_contain_text("face down")
    ana.context.set_offline(True)  # a phone that is locked keeps nobody waiting
    button(luis, {"type": "bid", "seat": 1, "card": "B4"}).click()
    expect(bids).to_have_count(2)
    expect(bids.first).to_have_text("face down?")
    button(luis, {"type": "bid", "seat": 2, "card": "Y2"}).click()
    expect(bids.first).to_have_attribute("aria-label", "red 9")
