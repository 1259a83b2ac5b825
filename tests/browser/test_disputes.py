"""Disputes on a small phone, tap by tap: nothing has to be scrolled to, and the answer ends up in view."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from companion.games import with_rules
from tests import samples

WIDTH, HEIGHT = 360, 640
DISPUTES = [(game, dispute) for game in with_rules() for dispute in samples.of(game).DISPUTES]


@pytest.mark.parametrize(("game", "dispute"), DISPUTES)
def test_a_dispute_needs_few_taps_and_no_scrolling(phones: Callable[..., Any], game: str, dispute: str) -> None:
    asked, labels, most, says = samples.of(game).DISPUTES[dispute]
    phone = phones("/")
    phone.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    targets = ["a[href='/rules']", f"a[href='/rules?game={game}{asked}#now']"]
    targets += [
        f".desk-pad a[aria-label='{label}'], .desk-pad a:text-is('{label}'), .situation a[aria-label='{label}']"
        for label in labels
    ]
    assert len(targets) <= most
    for target in targets:
        tap = phone.locator(target).first
        expect(tap).to_be_in_viewport(ratio=1)
        with phone.expect_navigation():
            tap.click()
    answer = phone.locator(".answer")
    expect(answer).to_contain_text(says, use_inner_text=True)
    expect(answer).to_be_in_viewport(ratio=1)


def test_every_key_of_the_largest_pads_is_in_view(phones: Callable[..., Any]) -> None:
    phone = phones()
    phone.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    for pad in (f"/rules?game={game}{pad}#now" for game in with_rules() for pad in samples.of(game).LARGEST_PADS):
        phone.goto(pad)
        boxes = phone.locator(".desk-pad a").evaluate_all(
            "all => all.map(node => node.getBoundingClientRect().toJSON())"
        )
        assert min(box["top"] for box in boxes) >= 0, pad
        assert max(box["bottom"] for box in boxes) <= HEIGHT, pad
