"""A browser older than the scripts plays with plain forms."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from tests.browser.axe import check
from tests.browser.taps import create_table, seat, see


def test_a_browser_that_is_too_old_plays_with_forms(phones: Callable[..., Any]) -> None:
    phone = phones()
    phone.add_init_script("delete SubmitEvent.prototype.submitter")
    seat(phone, create_table(phone), "bids", "Ana", "Luis", "Zoe")
    phone.click("button[value=start]")
    phone.wait_for_url("**/1")
    phone.locator("#board .question button[name=entry]:not([disabled])").first.click()
    see(phone, 1)
    entry = json.loads(phone.request.get(f"{phone.url}/record.json").text())["entries"][0]
    assert entry["type"] in ("starter", "reveal")
    check(phone)
