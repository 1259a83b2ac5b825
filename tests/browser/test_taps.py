"""A double tap is one tap, and what is tapped is marked at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.evening import button, three
from tests.browser.taps import Held, begin, create_table, enter, middle, seat, see, settle, start


@pytest.mark.parametrize(("pause", "entries"), [(0, 1), (500, 1), (700, 2)])
def test_a_double_tap_enters_one_card(phones: Callable[..., Any], pause: int, entries: int) -> None:
    phone = phones(has_clock=True)
    begin(phone, "bids", "Ana", "Luis", "Zoe")
    sent, held = requests(phone), Held(phone, "**/entries")
    card = phone.locator(".grid button[name=entry]").nth(6)
    place = middle(card)
    phone.clock.pause_at(phone.evaluate("Date.now()") / 1000 + 5)
    phone.mouse.click(*place)
    expect(card).to_have_attribute("aria-busy", "true")
    phone.clock.run_for(50)  # until the answer is there
    held.let_go()
    see(phone, 1)
    # Another card is now where the tapped one was; nobody aimed at it.
    phone.evaluate(
        """y => { const box = document.querySelector(".grid button[name=entry]").getBoundingClientRect();
            scrollBy(0, (box.top + box.height / 2 - y) % box.height); }""",
        place[1],
    )
    phone.clock.run_for(pause)
    assert phone.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('button')?.name", place) == "entry"
    phone.mouse.click(*place)
    settle(phone)
    assert len(sent) == entries
    see(phone, entries)


def requests(phone: Any) -> list[str]:
    """Return the list of the addresses to which a phone will have sent entries."""
    sent: list[str] = []
    phone.on("request", lambda request: sent.append(request.url) if request.url.endswith("/entries") else None)
    return sent


def tap_again(phone: Any, place: tuple[float, float], ago: int) -> None:
    """Tap where the button was that has led to this page so many milliseconds ago."""
    phone.evaluate(
        "tap => sessionStorage.setItem('companion:tap', JSON.stringify({ ...tap, at: Date.now() - tap.ago }))",
        {"x": place[0], "y": place[1], "ago": ago},
    )
    phone.reload()
    phone.mouse.click(*place)


def test_the_second_tap_on_a_button_that_led_here_enters_nothing(phones: Callable[..., Any]) -> None:
    phone = phones(has_clock=True)
    seat(phone, create_table(phone), "bids", "Ana", "Luis", "Zoe")
    start(phone)  # by its button
    sent = requests(phone)
    place = middle(phone.locator(".grid button[name=entry]").nth(6))
    phone.clock.pause_at(phone.evaluate("Date.now()") / 1000 + 5)  # however busy the machine is
    for ago, entries in ((500, 0), (1_000, 1)):
        tap_again(phone, place, ago)
        settle(phone)
        assert len(sent) == entries
        see(phone, entries)


def test_the_second_tap_on_a_button_that_led_to_the_pad_of_a_forgotten_trick_enters_nothing(
    phones: Callable[..., Any],
) -> None:
    phone = phones(has_clock=True)
    game = begin(phone, "bids", "Ana", "Luis", "Zoe")
    enter(phone, game, 0, {"type": "reveal", "card": "K5"})
    phone.goto(f"{game}/log")
    phone.locator(".turn summary").click()
    phone.click("a[href*='/log/insert/']:visible")
    place = middle(phone.locator(".grid button[name=entry]").first)
    phone.clock.pause_at(phone.evaluate("Date.now()") / 1000 + 5)  # however busy the machine is
    for ago, pending in ((500, "[]"), (1_000, '[{"card":"K1","type":"reveal"}]')):
        tap_again(phone, place, ago)
        if pending == "[]":
            settle(phone)
        expect(phone.locator("input[name=pending]").first).to_have_value(pending)


def test_the_tapped_card_is_marked_before_the_network_answers(phones: Callable[..., Any]) -> None:
    _evening, ana, luis = three(phones)
    held = Held(ana, "**/entries")
    card = button(ana, {"type": "bid", "seat": 0, "card": "R9"})
    place = middle(card)
    card.click()
    expect(card).to_have_attribute("aria-busy", "true")
    assert card.evaluate("card => getComputedStyle(card).outlineStyle") == "solid"
    # A notice about a slow answer moves no card away from the thumb.
    expect(ana.locator("#unsent li")).to_have_count(1)
    assert middle(card) == place
    # A change by someone else does not remove the mark.
    button(luis, {"type": "bid", "seat": 1, "card": "B4"}).click()
    expect(ana.locator(".scores .played.card")).to_have_count(1)
    expect(button(ana, {"type": "bid", "seat": 0, "card": "R9"})).to_have_attribute("aria-busy", "true")
    held.let_go()
    expect(ana.locator(".scores .played.card")).to_have_count(2)


def test_undo_is_no_longer_marked_once_it_is_refused_or_discarded(phones: Callable[..., Any]) -> None:
    evening, ana, luis = three(phones)
    entries = evening.record()
    marked = "#board [aria-busy]"
    undo = "undo => { undo.disabled = false; undo.click(); }"  # as on a page that is older than the entry of Ana
    luis.locator(".bar .undo").evaluate(undo)
    expect(luis.locator("#board > .notice")).to_have_count(1)
    expect(luis.locator("#unsent")).to_be_hidden()
    expect(luis.locator(marked)).to_have_count(0)
    luis.locator("#board a[href*='seat=']").first.click()
    expect(luis.locator("#board > .notice")).to_have_count(0)
    ana.context.set_offline(True)
    ana.locator(".bar .undo").click()
    expect(ana.locator("#unsent li")).to_have_count(1)
    expect(ana.locator(marked)).to_have_class("undo")
    ana.click("#unsent button")
    expect(ana.locator(marked)).to_have_count(0)
    assert evening.record() == entries
