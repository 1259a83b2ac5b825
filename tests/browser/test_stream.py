"""The stream of a page: dropped when it falls silent, opened again, read again from the cache."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import expect

from companion.web.play.stream import HEARTBEAT
from tests.browser.taps import Held, begin, click, see, settle, tap

FAKE_STREAM = """
    window.sources = [];
    window.EventSource = class extends EventTarget {
        constructor(url) { super(); this.url = url; window.sources.push(this); }
        close() { this.closed = true; }
    };
    window.send = (name, at = -1) => window.sources.at(at).dispatchEvent(new Event(name));
    window.sendBoard = (lastEventId, data) =>
        window.sources.at(-1).dispatchEvent(new MessageEvent("board", { lastEventId, data }));
"""


def open_with_fake_stream(phones: Callable[..., Any]) -> Any:
    phone = phones(has_clock=True)
    url = begin(phone, "bids", "Ana", "Luis", "Zoe")
    phone.add_init_script(FAKE_STREAM)
    phone.goto(url)
    phone.evaluate("send('hello')")
    expect(phone.locator("[data-link-sign]")).to_have_text("connected")
    return phone


def test_a_stream_is_closed_when_three_heartbeats_in_a_row_are_lost(phones: Callable[..., Any]) -> None:
    phone = open_with_fake_stream(phones)
    phone.clock.pause_at(phone.evaluate("Date.now()") / 1000 + 5)  # however busy the machine is
    phone.evaluate("send('heartbeat')")
    heartbeat = int(HEARTBEAT * 1000)
    for _ in range(3):
        phone.clock.fast_forward(2 * heartbeat)
        phone.evaluate("send('heartbeat')")
    assert phone.evaluate("window.sources.length") == 1
    expect(phone.locator("[data-link-sign]")).to_have_text("connected")
    phone.clock.fast_forward(3 * heartbeat)
    expect(phone.locator("[data-link-sign]")).to_contain_text("reconnecting")
    phone.clock.fast_forward(4_000)  # the longest pause before the second attempt
    assert phone.evaluate("window.sources.length") == 2
    assert phone.evaluate("window.sources[0].closed")
    phone.evaluate("send('hello')")
    expect(phone.locator("[data-link-sign]")).to_have_text("connected")


def test_a_phone_that_polls_stays_connected_while_it_tries_to_open_the_stream(phones: Callable[..., Any]) -> None:
    phone = open_with_fake_stream(phones)
    sign = phone.locator("[data-link-sign]")
    for _ in range(2):
        phone.evaluate("send('error')")
        expect(sign).to_contain_text("reconnecting")
        phone.clock.fast_forward(8_000)
    phone.evaluate("send('error')")
    expect(sign).to_have_text("connected")  # by polling
    phone.clock.fast_forward(8_000)
    said = "() => { send('error'); return document.querySelector('[data-link-sign]').textContent; }"
    assert phone.evaluate(said) == "connected"


def test_the_end_of_an_old_stream_does_not_end_the_new_one(phones: Callable[..., Any]) -> None:
    phone = open_with_fake_stream(phones)
    phone.evaluate("dispatchEvent(new Event('pagehide')); dispatchEvent(new PageTransitionEvent('pageshow'))")
    assert phone.evaluate("window.sources.length") == 2
    phone.evaluate("send('hello'); send('error', 0)")
    settle(phone)
    expect(phone.locator("[data-link-sign]")).to_have_text("connected")
    assert not phone.evaluate("window.sources[1].closed")


def test_a_new_stream_sends_the_board_unless_the_page_shows_the_last_one_of_the_old(phones: Callable[..., Any]) -> None:
    phone = open_with_fake_stream(phones)
    phone.evaluate("sendBoard('0-tag', document.getElementById('board').innerHTML)")
    assert shown_in_new_stream(phone) == ["0-tag"]
    tap(phone, {"type": "reveal", "card": "K7"})
    see(phone, 1)  # from the response: the stream is gone before it sends this board
    assert shown_in_new_stream(phone) == []


def test_an_older_board_that_cannot_be_asked_for_is_sent_again_by_a_new_stream(phones: Callable[..., Any]) -> None:
    phone = open_with_fake_stream(phones)
    tap(phone, {"type": "reveal", "card": "K7"})
    see(phone, 1)
    phone.route("**/board*", lambda route: route.abort())
    phone.evaluate("sendBoard('0-tag', '<p>of a backup</p>')")
    expect(phone.locator("[data-link-sign]")).to_contain_text("reconnecting")
    phone.clock.fast_forward(4_000)
    assert phone.evaluate("window.sources.length") == 2
    assert shown_in_new_stream(phone) == []


def shown_in_new_stream(phone: Any) -> list[str]:
    """End the stream, and return which board the page says that it shows when it opens the next."""
    phone.evaluate("send('closing')")
    phone.clock.fast_forward(4_000)
    phone.evaluate("send('hello')")
    return parse_qs(urlsplit(phone.evaluate("String(window.sources.at(-1).url)")).query).get("shown", [])


def test_a_page_restored_by_the_browser_is_loaded_again_if_no_stream_runs(phones: Callable[..., Any]) -> None:
    phone = phones()
    url = begin(phone, "bids", "Ana", "Luis", "Zoe")
    restore = "setTimeout(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))"
    phone.goto(f"{url}/log")
    with phone.expect_navigation():
        phone.evaluate(restore)
    phone.goto(url)
    phone.evaluate("window.old = true")
    phone.evaluate(restore)
    settle(phone)
    assert phone.evaluate("window.old")


def test_a_view_that_arrives_after_a_newer_entry_is_not_shown(phones: Callable[..., Any]) -> None:
    phone = open_with_fake_stream(phones)
    tap(phone, {"type": "reveal", "card": "K7"})
    see(phone, 1)
    held = Held(phone, "**/board?seat=1", "GET", answers=True)
    phone.locator("#board a[href*='seat=1']").first.click()
    click(phone.locator(".grid button[name=entry]:visible").nth(6))
    see(phone, 2)
    held.let_go()
    settle(phone)
    see(phone, 2)


def test_of_two_taps_on_names_the_second_decides(phones: Callable[..., Any]) -> None:
    phone = open_with_fake_stream(phones)
    tap(phone, {"type": "reveal", "card": "K7"})
    see(phone, 1)
    held = Held(phone, "**/board?seat=1", "GET", answers=True)
    for other in (1, 2):
        phone.locator(f"#board a[href*='seat={other}']").first.click()
    chosen = phone.locator("#board a[aria-current][href*='seat=']")
    expect(chosen).to_have_text("Zoe")
    held.let_go()
    settle(phone)
    expect(chosen).to_have_text("Zoe")


def test_a_phone_that_polls_waits_for_each_response(phones: Callable[..., Any]) -> None:
    phone = phones(has_clock=True)
    url = begin(phone, "bids", "Ana", "Luis", "Zoe")
    phone.add_init_script(
        """
        window.EventSource = class extends EventTarget {
          constructor() { super(); queueMicrotask(() => this.dispatchEvent(new Event("error"))); }
          close() {}
        };
        """
    )
    asked: list[Any] = []

    def hold(route: Any) -> None:
        asked.append(route)

    phone.route("**/board", hold)
    phone.goto(url)
    with phone.expect_request("**/board"):
        for milliseconds in (2_000, 4_000):  # three streams that fail, then polling
            phone.clock.fast_forward(milliseconds)
    for _ in range(2):
        phone.clock.fast_forward(4_000)
    settle(phone)
    assert len(asked) == 1
    asked[0].continue_()
    expect(phone.locator("[data-link-sign]")).to_have_text("connected")


def test_nine_windows_of_one_browser_load_and_follow(phones: Callable[..., Any]) -> None:
    phone = phones()
    url = begin(phone, "bids", "Ana", "Luis", "Zoe")
    windows = [phone.context.new_page() for _ in range(8)]
    for window in windows:
        window.goto(url)
    tap(windows[-1], {"type": "reveal", "card": "K7"})
    for window in (phone, *windows):
        see(window, 1)
        expect(window.locator("[data-link-sign]")).to_have_text("connected")
