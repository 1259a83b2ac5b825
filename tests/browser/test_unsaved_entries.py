"""An entry that is not saved stays in view until its owner decides, and answers of other networks are ignored."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.browser.axe import check
from tests.browser.evening import button, three
from tests.browser.taps import create_table, seat, see, start

PORTAL = "<!doctype html><html><main><h1>Free Wi-Fi</h1><p>Please log in.</p></main></html>"


def refusal(status: int) -> Callable[[Any], None]:
    """Return what answers each request with a page of ours that refuses it."""
    page = f"<!doctype html><main><h1>Not here</h1><p>Because of {status}.</p></main>"
    return lambda route: route.fulfill(status=status, body=page, headers={"X-Companion": "1"})


def test_a_refused_entry_stays_until_its_owner_decides(phones: Callable[..., Any]) -> None:
    evening, _ana, luis = three(phones)
    known = evening.record()
    bid = {"type": "bid", "seat": 1, "card": "R9"}
    refused = luis.locator("#unsent .notice")
    for status in (400, 404, 409, 422, 403):
        luis.route("**/entries", refusal(status))
        button(luis, bid).click()  # once more: the earlier refusal is not kept beside it
        expect(refused).to_have_count(1)
        expect(refused).to_contain_text("Not saved: red 9")
        expect(refused).to_contain_text(f"Because of {status}.")
        luis.unroute("**/entries")
    check(luis)
    assert evening.record() == known
    luis.reload()
    expect(refused).to_contain_text("Because of 403.")
    refused.locator(".buttons button").first.click()
    expect(refused).to_have_count(0)
    see(luis, len(known) + 1)
    assert evening.record() == [*known, bid]


def test_an_entry_that_has_become_impossible_can_only_be_discarded(phones: Callable[..., Any]) -> None:
    evening, ana, luis = three(phones)
    known = evening.record()
    bid = {"type": "bid", "seat": 1, "card": "R9"}
    ana.context.set_offline(True)
    button(ana, {"type": "bid", "seat": 0, "card": "R9"}).click()
    expect(ana.locator("#unsent li")).to_have_count(1)
    button(luis, bid).click()
    expect(luis.locator(".scores .played.card")).to_have_count(1)
    ana.context.set_offline(False)
    refused = ana.locator("#unsent .notice")
    expect(refused).to_contain_text("Not saved: red 9")
    expect(refused.locator("li")).to_contain_text("red 9")  # why
    check(ana)
    expect(refused.locator("button")).to_have_count(1)
    refused.locator("button").click()
    expect(refused).to_have_count(0)
    expect(ana.locator("#question")).to_have_text("Your bid – after Zoe")
    ana.reload()
    expect(ana.locator("[data-link-sign]")).to_have_text("connected")
    expect(refused).to_have_count(0)
    assert evening.record() == [*known, bid]


def test_the_answer_of_a_captive_portal_is_ignored(phones: Callable[..., Any]) -> None:
    evening, ana, luis = three(phones)
    known = evening.record()
    bid = {"type": "bid", "seat": 1, "card": "R9"}

    def portal(route: Any) -> None:
        route.fulfill(status=200, content_type="text/html", body=PORTAL)

    for url in ("**/entries", "**/board*", "**/events*"):
        luis.route(url, portal)
    button(luis, bid).click()
    expect(luis.locator("#unsent li")).to_contain_text("red 9")
    luis.locator(".scores a.who", has_text="Zoe").click()
    expect(luis.locator("[data-link-sign]")).to_contain_text("reconnecting")
    assert "Free Wi-Fi" not in luis.content()
    assert evening.record() == known
    for url in ("**/entries", "**/board*", "**/events*"):
        luis.unroute(url)
    expect(luis.locator("#unsent li")).to_have_count(0)
    expect(ana.locator(".scores .played.card")).to_have_count(1)
    assert evening.record() == [*known, bid]


def test_a_form_answered_by_a_captive_portal_says_that_nothing_was_saved(phones: Callable[..., Any]) -> None:
    phone = phones()
    seat(phone, create_table(phone), "bids", "Ana", "Luis", "Zoe")
    phone.route("**/new", lambda route: route.fulfill(status=200, content_type="text/html", body=PORTAL))
    phone.click("button[value=start]")
    expect(phone.locator("#board .notice")).to_contain_text("nothing was saved")
    expect(phone.locator(".places li")).to_have_count(3)
    phone.unroute("**/new")
    start(phone)


def test_an_entry_is_sent_although_the_storage_of_the_phone_is_full(phones: Callable[..., Any]) -> None:
    evening, _ana, luis = three(phones)
    known = evening.record()
    bid = {"type": "bid", "seat": 1, "card": "R9"}
    luis.evaluate("() => { Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }; }")
    luis.context.set_offline(True)
    button(luis, bid).click()
    expect(luis.locator("#unsent li")).to_contain_text("red 9")
    luis.context.set_offline(False)
    expect(luis.locator("#unsent li")).to_have_count(0)
    see(luis, len(known) + 1)
    assert evening.record() == [*known, bid]
