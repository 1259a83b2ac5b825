"""Browsers older than the scripts: they play every game, or are shown a note and play with forms."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from companion.games import GAMES
from tests.browser.axe import check
from tests.browser.taps import create_table, seat, see, start

# Features that the scripts need, and that browsers older than Safari 15.4, Chrome 85 or Firefox 90 lack.
OLD = """
    const Modern = window.FormData;
    window.FormData = class extends Modern { constructor(form) { super(form); } };
    delete HTMLFormElement.prototype.requestSubmit;
    for (const prototype of [Array.prototype, String.prototype]) delete prototype.at;
    delete Element.prototype.replaceChildren;
    delete Document.prototype.replaceChildren;
    delete DocumentFragment.prototype.replaceChildren;
    delete Element.prototype.checkVisibility;
    delete Object.hasOwn;
    delete AbortSignal.timeout;
    delete window.structuredClone;
    delete Crypto.prototype.randomUUID;
    delete Navigator.prototype.vibrate;
"""


@pytest.mark.parametrize("kind", GAMES)
def test_a_browser_of_2021_starts_and_plays_every_game(phones: Callable[..., Any], kind: str) -> None:
    phone = phones()
    phone.add_init_script(OLD)
    seat(phone, create_table(phone), kind, "Ana", "Luis", "Zoe")
    start(phone)
    if phone.locator(".piles a").count():  # a pile is tapped before the card
        phone.locator(".piles a").first.click()
        phone.locator(".pad a:visible").first.click()
    else:
        phone.locator("#board .question button[name=entry]:not([disabled])").first.click()
    see(phone, 1)
    phone.locator(".bar .undo").click()
    see(phone, 2)
    phone.goto(f"{phone.url}/result")
    if phone.locator("[data-step]").count():
        phone.locator("[data-step]").nth(1).click()
    assert phone.faults == []


def test_a_browser_that_is_too_old_gets_a_notice_and_plays_with_forms(phones: Callable[..., Any]) -> None:
    phone = phones()
    phone.add_init_script("delete SubmitEvent.prototype.submitter")
    seat(phone, create_table(phone), "bids", "Ana", "Luis", "Zoe")
    expect(phone.locator("#old-browser")).to_be_visible()
    phone.click("button[value=start]")
    phone.wait_for_url("**/1")
    phone.locator("#board .question button[name=entry]:not([disabled])").first.click()
    see(phone, 1)
    entry = json.loads(phone.request.get(f"{phone.url}/record.json").text())["entries"][0]
    assert entry["type"] in ("starter", "reveal")
    check(phone)


def test_a_present_browser_is_not_called_old(phones: Callable[..., Any]) -> None:
    phone = phones("/")
    create_table(phone)
    expect(phone.locator("#old-browser")).to_be_hidden()
