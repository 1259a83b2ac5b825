"""Everyone on their own phone: joining, playing from several phones at once, bad networks, the big screen."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import combinations
from random import Random
from typing import Any

from playwright.sync_api import expect

from tests.bids import legal
from tests.browser.axe import check
from tests.browser.evening import Evening, button
from tests.browser.taps import Held, click, enter, see, send, settle, tap


def str_of(entry: dict[str, Any]) -> str:
    return json.dumps(entry, sort_keys=True)


def test_a_round_of_bids_is_entered_from_three_phones_at_once(phones: Callable[..., Any]) -> None:
    evening = Evening(phones, "bids", "Ana", "Luis", "Zoë")
    seats = [evening.sit_down(evening.host, "Ana"), evening.player("Luis"), evening.player("Zoë", color_scheme="dark")]
    screen = phones()
    screen.goto(f"/j/{evening.code}")
    check(screen)
    screen.click("button[name=watch]")
    screen.wait_for_url("**/1")
    screen.set_viewport_size({"width": 1280, "height": 800})
    screen.goto(f"{evening.game}/screen")
    expect(screen.locator("[data-link-sign]")).to_have_text("connected")
    entries = legal.play(Random(11), 3, {"rounds": 1}, in_order=True).record["entries"]
    number, later = 0, len(entries) - 8
    while number < len(entries) and entries[number]["type"] != "bid":
        if 12 <= number < later:  # what is tapped in the first three tricks is tapped in all
            enter(evening.host, evening.game, number, *entries[number:later])
            number = later
            for phone in seats:
                see(phone, number)
        click(button(seats[0], entries[number]))
        number += 1
        for phone in seats:
            see(phone, number)
        bids = []
        while number < len(entries) and entries[number]["type"] == "bid":
            bids.append(entries[number])
            number += 1
        for bid in bids:  # nobody waits for another's answer
            tap(seats[bid["seat"]], bid)
        for phone in seats:
            see(phone, number)
    assert sorted(evening.record(), key=str_of) == sorted(entries, key=str_of)
    totals = screen.locator(".scores .total b").all_text_contents()
    for phone in seats:
        assert phone.locator(".scores .total b").all_text_contents() == totals
        assert not phone.faults
    check(screen)


def test_what_is_tapped_offline_is_kept_and_sent_in_order_once(phones: Callable[..., Any]) -> None:
    evening = Evening(phones, "take-that", "Ana", "Luis")
    phone, other = evening.player("Ana"), evening.player("Luis")
    expect(phone.locator("#question")).to_have_text("You start the row")
    expect(other.locator("#question")).to_have_text("Waiting for Ana")
    cards = [{"type": "lay", "card": card} for card in (32, 36, 43)]
    phone.context.set_offline(True)
    expect(phone.locator("[data-link-sign]")).to_contain_text("offline")
    for entry in cards:
        button(phone, entry).click()
    expect(phone.locator("#unsent li")).to_have_count(3)
    assert evening.record() == []
    # The page is loaded again while entries still do not get through: they are kept on the phone.
    phone.route("**/entries", lambda route: route.abort())
    phone.context.set_offline(False)
    phone.reload()
    expect(phone.locator("#unsent li")).to_have_count(3)
    check(phone)
    phone.unroute("**/entries")
    expect(phone.locator("#unsent li")).to_have_count(0)
    see(phone, 3)
    see(other, 3)
    assert evening.record() == cards


def test_an_answer_that_is_lost_does_not_double_the_entry(phones: Callable[..., Any]) -> None:
    evening = Evening(phones, "take-that", "Ana", "Luis")
    phone = evening.player("Ana")
    lost: list[Any] = []

    def lose(route: Any) -> None:
        if lost:
            route.continue_()
            return
        lost.append(route.fetch())  # it arrives, and its answer does not
        route.abort()

    phone.route("**/entries", lose)
    button(phone, {"type": "lay", "card": 32}).click()
    see(phone, 1)
    expect(phone.locator("#unsent li")).to_have_count(0)
    assert len(lost) == 1
    assert evening.record() == [{"type": "lay", "card": 32}]


def test_undo_is_tapped_again_once_the_stream_has_shown_the_first(phones: Callable[..., Any]) -> None:
    evening = Evening(phones, "take-that", "Ana", "Luis")
    phone = evening.player("Ana")
    enter(phone, evening.game, 0, *({"type": "lay", "card": card} for card in (32, 36)))
    see(phone, 2)
    held = Held(phone, "**/undo", answers=True)
    undo = phone.locator(".bar .undo")
    click(undo)
    see(phone, 3)
    click(undo)
    click(undo)  # the same row is in view, so it is the same undo
    held.let_go()
    see(phone, 4)
    expect(phone.locator("#unsent li")).to_have_count(0)
    assert evening.record() == []


def test_a_revoked_link_ends_what_is_shown(phones: Callable[..., Any]) -> None:
    evening = Evening(phones, "take-that", "Ana", "Luis")
    phone = evening.player("Luis")
    evening.host.goto(f"{evening.table}/people")
    evening.host.locator("summary", has_text="Luis").click()
    evening.host.locator("button[value=revoke]").locator("visible=true").click()
    expect(phone.locator("h1")).to_have_text("Page not found")


def test_a_phone_that_sleeps_closes_its_stream_and_catches_up(phones: Callable[..., Any]) -> None:
    evening = Evening(phones, "take-that", "Ana", "Luis")
    phone, other = evening.player("Ana"), evening.player("Luis")
    hide = "document.dispatchEvent(new Event('visibilitychange'))"
    phone.evaluate("Object.defineProperty(document, 'hidden', {get: () => window.asleep, configurable: true})")
    phone.evaluate(f"window.asleep = true; {hide}")
    button(other, {"type": "lay", "card": 32}).click()
    see(other, 1)
    settle(phone)
    see(phone, 0)
    phone.evaluate(f"window.asleep = false; {hide}")
    see(phone, 1)


def test_a_proxy_that_holds_events_back_is_noticed(phones: Callable[..., Any]) -> None:
    evening = Evening(phones, "take-that", "Ana", "Luis")
    phone = evening.phones(has_clock=True)
    # The stream is opened and sends nothing at all.
    phone.add_init_script("window.EventSource = class extends EventTarget { close() {} }")
    phone.goto(f"/j/{evening.code}")
    phone.locator("button[name=player]", has_text="Ana").click()
    phone.wait_for_url(evening.game)
    other = evening.player("Luis")
    button(other, {"type": "lay", "card": 32}).click()
    see(other, 1)
    for _ in range(2):
        phone.clock.fast_forward(6_000)  # without a first event
        phone.clock.fast_forward(16_000)  # the longest pause before the next attempt
    see(phone, 1)


def test_a_screen_shows_how_a_game_ended_and_how_it_came_about(phones: Callable[..., Any]) -> None:
    evening = Evening(phones, "take-that", "Ana", "Luis")
    seats = [{"twisted": 20, "cards": 20, "toads": 3}, {"twisted": 10, "cards": 10, "toads": 1}]
    enter(evening.host, evening.game, 0, *[{"type": "result", "seats": seats}] * 2)
    screen = phones()
    screen.set_viewport_size({"width": 1280, "height": 720})
    send(screen, f"/j/{evening.code}", player=evening.ids["Luis"])
    screen.goto(f"{evening.game}/screen")
    parts = [screen.locator(part) for part in (".outcome-of-game", ".of-rounds", ".chart", ".way-in")]
    for part in parts:
        expect(part).to_be_visible()
    boxes = [part.bounding_box() for part in parts]
    for box in boxes:
        assert box["x"] >= 0 and box["x"] + box["width"] <= 1280
        assert box["y"] >= 0 and box["y"] + box["height"] <= 720
    for one, other in combinations(boxes, 2):
        beside = one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
        assert beside or one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"]


def test_all_who_play_or_watch_move_on_to_the_next_game_and_others_are_told(
    phones: Callable[..., Any],
) -> None:
    evening = Evening(phones, "the-game", "Ana", "Luis", "Zoe")
    ana, zoe, spectator, screen = evening.player("Ana"), evening.player("Zoe"), phones(), phones()
    for phone in (spectator, screen):
        send(phone, f"/j/{evening.code}", watch="1")
    screen.goto(f"{evening.game}/screen")
    for phone in (evening.host, spectator):
        phone.goto(evening.game)
    for phone in (evening.host, spectator, screen):
        expect(phone.locator("[data-link-sign]")).to_have_text("connected")
    form = [("game", "the-game"), ("do", "start"), *(("player", evening.ids[name]) for name in ("Ana", "Luis"))]
    started = str(send(evening.host, f"{evening.table}/new", *form).url)
    for phone in (ana, spectator):
        phone.wait_for_url(started)
    screen.wait_for_url(f"{started}/screen")
    for phone in (zoe, evening.host):
        expect(phone.locator("a[data-next]")).to_be_visible()
        assert phone.url == evening.game
    # Whoever looks at the old game again stays there.
    ana.goto(evening.game)
    expect(ana.locator("[data-link-sign]")).to_have_text("connected")
    enter(evening.host, evening.game, 0, {"type": "play", "pile": "up1", "card": 5})
    see(ana, 1)
    assert ana.url == evening.game


def test_the_join_code_leaves_the_screen_when_it_is_turned_off(phones: Callable[..., Any]) -> None:
    evening = Evening(phones, "take-that", "Ana", "Luis")
    screen = evening.player("Luis")
    screen.goto(f"{evening.game}/screen")
    expect(screen.locator(".way-in img.qr")).to_be_visible()
    expect(screen.locator(".join-address")).to_be_visible()
    expect(screen.locator("[data-link-sign]")).to_have_text("connected")
    evening.host.goto(f"{evening.table}/people")
    evening.host.click("button[value=close]")
    expect(screen.locator(".way-in")).to_have_count(0)
    expect(screen.locator(".join-address")).to_be_hidden()


def test_a_phone_is_called_when_it_is_its_turn(phones: Callable[..., Any]) -> None:
    evening = Evening(phones, "the-game", "Ana", "Luis")
    phone = evening.phones()
    phone.add_init_script("window.calls = 0; navigator.vibrate = () => { window.calls += 1; return true; }")
    evening.sit_down(phone, "Luis")
    expect(phone.locator("#question")).to_have_text("Waiting for Ana")
    phone.click("#to-menu")
    phone.check(".menu [data-call=vibrate]")
    tried = phone.evaluate("window.calls")
    turn: list[dict[str, Any]] = [
        {"type": "play", "pile": "up1", "card": 5},
        {"type": "play", "pile": "up1", "card": 9},
        {"type": "end_turn"},
    ]
    enter(evening.host, evening.game, 0, *turn)
    see(phone, 3)
    expect(phone.locator("#question")).to_have_text("Your turn: 2 more cards")
    assert phone.evaluate("window.calls") == tried + 1
    phone.reload()  # the menu is still open
    assert phone.is_checked(".menu [data-call=vibrate]")
