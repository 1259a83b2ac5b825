"""A game of six in progress is corrected with taps on the smallest phone, and each correction is undone."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any

from playwright.sync_api import expect

from tests.browser.axe import check
from tests.browser.taps import SMALL, begin, click, enter, offered, see

SIX = ("Ana", "Luis", "Zoë", "Olga", "Bo", "Bartholomäus")  # the longest name starts


def trick(centre: str, *cards: str) -> list[dict[str, Any]]:
    """Return the entries of a trick that Bartholomäus starts."""
    bids = [{"type": "bid", "seat": place, "card": card} for place, card in zip((5, 0, 1, 2, 3, 4), cards, strict=True)]
    return [{"type": "reveal", "card": centre}, *bids]


# He wins both.
FIRST = trick("K5", "R6", "R1", "R2", "R3", "R4", "R5")
SECOND = trick("K6", "B6", "B1", "B2", "B3", "B4", "B5")


def test_a_trick_of_six_is_one_line_of_cards_in_the_log(phones: Callable[..., Any]) -> None:
    phone = phones()
    phone.goto(f"{_game_of_six(phone, *FIRST)}/log")
    check(phone)
    boxes = [card.bounding_box() for card in phone.locator(".log-line a").all()]
    assert len(boxes) == 7
    assert len({box["y"] for box in boxes}) == 1
    assert min(min(box["width"], box["height"]) for box in boxes) >= 40
    assert phone.locator(".turn").bounding_box()["height"] <= 150, "a row of the log is dense"
    phone.locator(".turn summary").click()
    check(phone)
    phone.locator(".log-line a").nth(3).click()
    phone.wait_for_url("**/log/4")


def test_a_forgotten_trick_is_nine_taps_for_six_people_without_a_scroll(phones: Callable[..., Any]) -> None:
    """Two lead to its pad; then there is one for each card."""
    phone = phones()
    game = _game_of_six(phone, *FIRST, *SECOND)
    forgotten = trick("K9", "G6", "G1", "G2", "G3", "G4", "G5")
    way = [phone.locator(".bar a[href$='/log']"), phone.locator(".turn > a[href$='/log/insert/8']")]
    for target in chain(way, (offered(phone, entry, "main") for entry in forgotten)):
        target.wait_for()
        expect(target).to_be_in_viewport(ratio=1)
        click(target)
    phone.wait_for_url("**/log")
    check(phone)
    assert _cards(phone, game) == [entry["card"] for entry in FIRST + forgotten + SECOND]
    expect(phone.locator(".notice .changed li")).to_have_count(1)
    phone.goto(game)
    last_row = int(phone.locator("#board input[name=number]").first.input_value())
    phone.click("#board button.undo")
    see(phone, last_row + 1)
    assert _cards(phone, game) == [entry["card"] for entry in FIRST + SECOND]
    assert not phone.faults


def test_a_bid_of_an_earlier_trick_is_corrected_with_four_taps_and_no_scroll(phones: Callable[..., Any]) -> None:
    phone = phones()
    game = _game_of_six(phone, *FIRST, *SECOND)

    def tap_in_view(selector: str) -> None:
        target = phone.locator(selector).filter(visible=True).first
        expect(target).to_be_in_viewport(ratio=1)
        target.click()

    tap_in_view(".bar a[href$='/log']")
    phone.wait_for_url("**/log")
    tap_in_view(".log-line a[href$='/log/3']")
    tap_in_view(".grid button[value*='R9']")
    tap_in_view("button[value=surely]")
    phone.wait_for_url("**/log")
    check(phone)
    assert _cards(phone, game)[2] == "R9"
    phone.goto(game)
    expect(phone.locator("#board .notice .points-changed")).to_have_count(1)
    phone.click(".bar .undo")
    expect(phone.locator("#board .notice")).to_have_count(0)
    assert _cards(phone, game) == [entry["card"] for entry in FIRST + SECOND]
    assert not phone.faults


def _game_of_six(phone: Any, *entries: dict[str, Any]) -> str:
    """Open a game of six with these entries on a small phone, and return its URL."""
    phone.set_viewport_size(SMALL)
    game = begin(phone, "bids", *SIX)
    enter(phone, game, 0, *entries)
    phone.goto(game)
    return game


def _cards(phone: Any, game: str) -> list[str]:
    return [entry["card"] for entry in phone.request.get(f"{game}/record.json").json()["entries"]]
