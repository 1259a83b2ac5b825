"""Sound and vibration that alert a player."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.browser.evening import Evening


def test_sound_starts_with_the_first_tap_on_each_page(phones: Callable[..., Any]) -> None:
    evening = Evening(phones, "bids", "Ana", "Luis", "Zoe")
    phone = evening.phones()
    phone.add_init_script(
        """
        localStorage.setItem("companion:sound", "1");
        window.resumed = 0;
        window.AudioContext = class {
            state = "suspended";
            resume() { window.resumed += 1; return Promise.resolve(); }
        };
        """
    )
    evening.sit_down(phone, "Ana")
    assert phone.evaluate("window.resumed") == 0
    phone.locator("#question").click()
    assert phone.evaluate("window.resumed") == 1


def test_vibration_is_offered_only_where_the_phone_can(phones: Callable[..., Any]) -> None:
    evening = Evening(phones, "bids", "Ana", "Luis", "Zoe")
    for init, count in (("", 5), ("delete Navigator.prototype.vibrate", 4)):
        phone = evening.phones()
        phone.add_init_script(init)
        evening.sit_down(phone, "Ana")
        phone.click("#to-menu")
        phone.locator("details:has([data-call]) summary").click()
        expect(phone.locator(".menu label:has([data-call]):visible")).to_have_count(count)


def test_a_new_phone_is_asked_once_what_it_should_do(phones: Callable[..., Any]) -> None:
    evening = Evening(phones, "bids", "Ana", "Luis", "Zoe")
    phone = evening.sit_down(phones(is_new=True), "Ana")
    offers = phone.locator("#offers")
    phone.evaluate(
        """() => {
          window.held = 0
          navigator.wakeLock.request = () => { window.held += 1; return Promise.resolve(new EventTarget()) }
        }"""
    )
    offers.locator("[data-call=awake]").check()
    expect(offers.locator("button")).to_have_text("Done")
    phone.wait_for_function("window.held === 1")
    offers.locator("button").click()
    expect(offers).to_be_hidden()
    phone.reload()
    expect(offers).to_be_hidden()
    expect(phone.locator(".menu [data-call=awake]")).to_be_checked()
    refused = evening.sit_down(phones(is_new=True), "Luis")
    refused.locator("#offers button").click()
    refused.reload()
    expect(refused.locator("#offers")).to_be_hidden()
    expect(refused.locator(".menu [data-call]:checked")).to_have_count(0)
