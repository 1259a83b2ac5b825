"""The rule books and rules questions in a real browser: small screen, search, links."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

PADS = {"/rules?game=bids&players=6&centre=K6&bids=R9": 40, "/rules?game=the-game&piles=47+60+12+15": 30}
PADS |= {"/rules?game=take-that&row=34+41+49&cards=94&pad=row": 33}  # ten and nine columns


def test_cards_of_the_pads_are_large_enough_to_tap(phones: Callable[..., Any]) -> None:
    phone = phones()
    phone.set_viewport_size({"width": 360, "height": 640})
    for page, width in PADS.items():
        phone.goto(page)
        cards = phone.locator(".desk-pad a.card")
        boxes = cards.evaluate_all("all => all.map(node => node.getBoundingClientRect().toJSON())")
        assert len(boxes) > 50
        assert all(box["width"] >= width and box["height"] >= 40 for box in boxes)


def test_results_are_drawn_under_the_field_while_someone_types(phones: Callable[..., Any]) -> None:
    phone = phones()
    phone.set_viewport_size({"width": 360, "height": 640})
    phone.goto("/rules/bids/look-up")
    phone.fill("#search", "BURNS starts")
    expect(phone.locator(".hits a").first).to_be_in_viewport()
    expect(phone.locator(".hits a").first).to_have_attribute("href", "/rules/bids/look-up#BID-25")
    expect(phone).to_have_url(re.compile(r"q=BURNS"))
    phone.fill("#search", "lorem ipsum")
    expect(phone.locator("#found")).to_have_text("Nothing found. Try another word.")
    phone.fill("#search", "")
    expect(phone.locator("#found")).to_have_text("")


def test_a_link_to_a_rule_leads_to_it(phones: Callable[..., Any]) -> None:
    phone = phones("/rules/bids/look-up#BID-25")
    expect(phone.locator("#BID-25")).to_be_in_viewport()


def test_a_link_to_an_answer_is_shared_copied_or_shown(phones: Callable[..., Any]) -> None:
    """By what the browser can do: an app to share with, a clipboard, or neither, as on plain http."""
    answer = "/rules?game=bids&players=4&centre=K6&bids=R9+B8+G7+Y1"
    for can in ("share", "clipboard", "neither"):
        phone = phones()
        phone.add_init_script(
            f"""
            window.taken = [];
            const take = async (what) => taken.push(what.url ?? what);
            const can = (name, value) => Object.defineProperty(navigator, name, {{ value, configurable: true }});
            can("share", {"take" if can == "share" else "undefined"});
            can("clipboard", {"{ writeText: take }" if can == "clipboard" else "undefined"});
            """
        )
        phone.goto(answer)
        link = phone.locator("[data-copy-link]")
        link.click()
        full = link.get_attribute("data-copy-link")
        assert full.startswith("http") and full.endswith(answer)
        if can == "neither":
            expect(phone.locator(".copied-link")).to_have_value(full)
            expect(phone.locator(".copied-link")).to_be_in_viewport()
        else:
            phone.wait_for_function("taken.length")
            assert phone.evaluate("taken") == [full]
        expect(link).to_have_text("Copied" if can == "clipboard" else "Link to this answer")
        expect(phone).to_have_url(re.compile(r"/rules\?game=bids"))
