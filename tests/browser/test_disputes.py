"""Ten disputes on a small phone, tap by tap: nothing has to be scrolled to, and the answer ends up in view."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

WIDTH, HEIGHT = 360, 640
BIDS, PLAY, TURN = "/rules?game=bids&players=4", "/rules?game=the-game&ask=play", "/rules?game=the-game"
ROW = "/rules?game=take-that"
TOP = "Change: first ascending pile"
LOW = ("blue 8", "green 6", "yellow 5")
# Where the question is asked, what is tapped then, and how many taps it may be from the home page on.
DISPUTES = {
    "a tie": (BIDS, ("black 6", "red 9", "blue 9", "green 7", "yellow 1"), 7, "B matches A's 9"),
    "a black card from hand": (BIDS, ("black 5", "black 8", "red 3", "green 7", "yellow 1"), 7, "A wins 13 points"),
    "the 2x": (BIDS, ("2x", "red 9", *LOW, "black 3", "Done"), 14, "Doubled by the 2x: black 3"),
    "the thief": (BIDS, ("thief", "red 9", *LOW, "black 3", "black 7", "Done"), 14, "must take one of D's cards"),
    "lowest wins": (BIDS, ("“lowest wins”", "black 5", "red 9", *LOW), 14, "D wins 5 points"),
    "the surprise": (BIDS, ("surprise", "red 9", *LOW, "black 7"), 14, "A wins 7 points"),
    "37 on 47": (PLAY, ("37", "first ascending pile", TOP, "47"), 6, "Yes, you can lay the 37 on the 47."),
    "stuck": (TURN, ("95", "98", "Done", "not empty", TOP, "99"), 8, "Yes, you can lay the 2 cards"),
    "a mirror image": (ROW, ("34", "41", "49", "Done", "94"), 7, "You can pair the 94 with the 49"),
    "a toad": (ROW, ("34", "33", "Done", "98"), 6, "Taking the row scores −6"),
}


@pytest.mark.parametrize("dispute", DISPUTES)
def test_a_dispute_needs_few_taps_and_no_scrolling(phones: Callable[..., Any], dispute: str) -> None:
    asked, labels, most, says = DISPUTES[dispute]
    phone = phones()
    phone.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    targets = ["a[href='/rules']", f"a[href='{asked}#now']"]
    targets += [
        f".desk-pad a[aria-label='{label}'], .desk-pad a:text-is('{label}'), .situation a[aria-label='{label}']"
        for label in labels
    ]
    assert len(targets) <= most
    for target in targets:
        tap = phone.locator(target).first
        box = tap.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= HEIGHT, target
        tap.click()
    answer = phone.locator(".answer")
    assert says in answer.inner_text()
    box = answer.bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] <= HEIGHT


def test_every_key_of_the_largest_pads_is_in_view(phones: Callable[..., Any]) -> None:
    phone = phones()
    phone.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    pads = ("bids&players=6&centre=K6&bids=R9", "bids&players=6&pad=front0&front0=K1", "the-game&hand=30&pad=hand")
    pads += ("the-game&pad=piles:0", "the-game&ask=play", "take-that&row=34&pad=row", "take-that&row=34&pad=cards")
    for pad in pads:
        phone.goto(f"/rules?game={pad}#now")
        boxes = [node.bounding_box() for node in phone.locator(".desk-pad a").all()]
        assert min(box["y"] for box in boxes) >= 0, pad
        assert max(box["y"] + box["height"] for box in boxes) <= HEIGHT, pad
