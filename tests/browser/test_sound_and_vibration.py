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
    for init, count in (("", 4), ("delete Navigator.prototype.vibrate", 3)):
        phone = evening.phones()
        phone.add_init_script(init)
        evening.sit_down(phone, "Ana")
        phone.click("#to-menu")
        phone.locator("details:has([data-call]) summary").click()
        expect(phone.locator("label:has([data-call]):visible")).to_have_count(count)
