"""A phone that reloads the page while offline: if the browser allows it, the game comes back and play goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.browser.evening import Evening, button
from tests.browser.taps import see

# Let the page that the worker has kept be of 20:14.
IN_THE_EVENING = """async () => {
  const pages = await caches.open("pages"), page = await pages.match(location.href), headers = new Headers(page.headers)
  if (!headers.has("Last-Modified")) throw new Error("the worker has not noted when")
  headers.set("Last-Modified", new Date(2026, 0, 5, 20, 14).toUTCString())
  await pages.put(location.href, new Response(await page.text(), { headers }))
}"""


def worker(phones: Callable[..., Any]) -> tuple[Evening, Any]:
    """Return a game, and a phone that plays it with a service worker."""
    evening = Evening(phones, "take-that", "Ana", "Luis")
    phone = evening.sit_down(phones("/", service_workers="allow"), "Ana")
    phone.evaluate("navigator.serviceWorker.ready.then(() => null)")
    phone.reload()  # from now on the worker controls the page
    expect(phone.locator("[data-link-sign]")).to_have_text("connected")
    return evening, phone


def test_a_game_comes_back_offline_and_what_is_tapped_then_is_sent_later(phones: Callable[..., Any]) -> None:
    evening, phone = worker(phones)
    assert phone.evaluate("caches.open('pages').then((pages) => pages.keys()).then((keys) => keys.length)") == 1
    phone.evaluate(IN_THE_EVENING)
    phone.context.set_offline(True)
    phone.reload()
    expect(phone.locator("#board .question")).to_be_visible()
    expect(phone.locator("[data-link-sign]")).to_contain_text("as of 08:14 PM")
    button(phone, {"type": "lay", "card": 32}).click()
    expect(phone.locator("#unsent li")).to_have_count(1)
    assert evening.record() == []
    phone.context.set_offline(False)
    see(phone, 1)
    assert evening.record() == [{"type": "lay", "card": 32}]
    assert phone.faults == []


def test_a_game_that_is_closed_to_a_phone_does_not_come_back(phones: Callable[..., Any]) -> None:
    _evening, phone = worker(phones)
    phone.context.clear_cookies()
    assert phone.reload().status == 404
    assert phone.evaluate("caches.open('pages').then((pages) => pages.keys()).then((keys) => keys.length)") == 0


def test_a_phone_that_has_left_the_table_keeps_none_of_its_games(phones: Callable[..., Any]) -> None:
    _evening, phone = worker(phones)
    game = phone.url
    phone.goto(f"{game.rpartition('/')[0]}/leave")
    phone.click("form[action$='/leave'] button")
    phone.wait_for_url("**/")
    phone.wait_for_function("caches.open('pages').then((pages) => pages.keys()).then((keys) => keys.length === 0)")
    assert phone.goto(game).status == 404
