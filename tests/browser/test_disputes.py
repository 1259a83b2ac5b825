"""Ten disputes of Bids on a small phone, tap by tap: nothing has to be scrolled to, and the answer ends up in view."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

WIDTH, HEIGHT = 360, 640
BIDS = ("red 9", "blue 8", "green 6", "yellow 5")
# What is tapped after the number of players, and how many taps it may be from the home page on.
DISPUTES = {
    "a tie": (("black 6", "red 9", "blue 9", "green 7", "yellow 1"), 7, "B matches A's 9"),
    "a plain win": (("black 5", *BIDS), 7, "A wins 5 points"),
    "a black card from hand": (("black 5", "black 8", "red 3", "green 7", "yellow 1"), 7, "A wins 13 points"),
    "the −5": (("−5", *BIDS), 7, "A wins the trick (−5)"),
    "the 2x": (("2x", *BIDS, "black 3", "Done"), 14, "Doubled by the 2x: black 3"),
    "the 2x with nothing": (("2x", *BIDS, "Nothing"), 14, "no card to double"),
    "the thief": (("thief", *BIDS, "black 3", "black 7", "Done"), 14, "must take one of D's cards"),
    "lowest wins": (("“lowest wins”", "black 5", *BIDS), 14, "D wins 5 points"),
    "the surprise": (("surprise", *BIDS, "black 7"), 14, "A wins 7 points"),
    "the shuffle card": (("shuffle", "black 5", *BIDS), 14, "A wins 5 points"),
}


@pytest.mark.parametrize("dispute", DISPUTES)
def test_a_dispute_needs_few_taps_and_no_scrolling(phones: Callable[..., Any], dispute: str) -> None:
    cards, most, says = DISPUTES[dispute]
    phone = phones()
    phone.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    phone.goto("/")
    targets = ["a[href='/rules']", "a[href='/rules?game=bids&players=4#now']"]
    targets += [f".desk-pad a[aria-label='{card}'], .desk-pad a:text-is('{card}')" for card in cards]
    assert len(targets) <= most
    for target in targets:
        tap = phone.locator(target).first
        box = tap.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= HEIGHT, target
        tap.click()
    verdict = phone.locator(".verdict")
    assert says in verdict.inner_text()
    box = verdict.bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] <= HEIGHT
