"""Sound and vibration that alert a player, and the screen that stays on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.browser.evening import Evening
from tests.browser.taps import enter


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
    for init, count in (("", 2), ("delete Navigator.prototype.vibrate", 1)):
        phone = evening.phones()
        phone.add_init_script(init)
        evening.sit_down(phone, "Ana")
        phone.click("#to-menu")
        expect(phone.locator(".menu label:has([data-call]):visible")).to_have_count(count)


def test_the_screen_stays_on_while_a_game_is_open(phones: Callable[..., Any]) -> None:
    evening = Evening(phones, "the-game", "Ana", "Luis")
    phone = evening.phones()
    phone.add_init_script(
        """
        let held = 0;
        const count = (change) => { document.documentElement.dataset.held = held += change; };
        const hold = () => {
          count(1);
          return Promise.resolve(Object.assign(new EventTarget(), { release() { count(-1); } }));
        };
        Object.defineProperty(navigator, "wakeLock", { value: { request: hold } });
        """
    )
    evening.sit_down(phone, "Ana")
    expect(phone.locator("html")).to_have_attribute("data-held", "1")
    enter(evening.host, evening.game, 0, {"type": "result", "leftover": 7})
    expect(phone.locator("html")).to_have_attribute("data-held", "0")
