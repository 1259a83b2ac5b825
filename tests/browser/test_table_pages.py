"""Home, table, new game and the frame of a game in a real browser: small screen, both colour schemes, axe."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.taps import SMALL, begin, create_table, seat, send


def test_the_form_of_a_new_game_is_drawn_again_in_place(phones: Callable[..., Any]) -> None:
    phone = phones()
    seat(phone, create_table(phone), "bids", "Ana", "Luis", "Zoë", "Мария", "Olga")
    phone.evaluate("document.body.dataset.same = 'page'")
    ticked = "input => getComputedStyle(input.nextElementSibling, '::before').content.includes('✓')"
    chosen = phone.locator(".strip input:visible")
    assert chosen.evaluate_all(f"all => all.every(node => node.checked === ({ticked})(node))"), (
        "colour alone says nothing"
    )
    assert phone.locator("input[value=thief]").is_disabled()
    phone.locator(".house-rules > summary").click()
    phone.locator("#rule-thief_players > summary").click()
    phone.locator("input[name='rule-thief_players'][value=any]").check()
    expect(phone.locator("input[value=thief]")).to_be_enabled()
    assert phone.evaluate("document.body.dataset.same") == "page"
    assert phone.locator(".house-rules").get_attribute("open") is not None


def test_another_house_rule_in_a_game_takes_five_taps_and_no_scroll(phones: Callable[..., Any]) -> None:
    phone = phones(viewport=SMALL)
    game = begin(phone, "bids", "Ana", "Luis", "Zoë")
    answer = "label:has([name=rule-lucky_loser_count][value=consecutive])"
    for target in ("a[href='#menu']", ".menu a[href*='/settings']", "#rule-lucky_loser_count > summary", answer):
        expect(phone.locator(target)).to_be_in_viewport(ratio=1)
        phone.locator(target).click()
    phone.locator("button[value=save]").click()
    phone.wait_for_url(game)
    rulings = phone.request.get(f"{game}/record.json").json()["options"]["rulings"]
    assert rulings["lucky_loser_count"] == "consecutive"


def test_ticks_of_the_set_up_list_are_kept_on_the_phone(phones: Callable[..., Any]) -> None:
    phone = phones()
    table = create_table(phone)
    seat(phone, table, "the-game", "Ana", "Luis")
    phone.click("button[value=start]")
    phone.wait_for_url("**/1")
    phone.goto(f"{table}/1/setup")
    phone.locator("[data-ticks] input").nth(1).check()
    phone.reload()
    assert [box.is_checked() for box in phone.locator("[data-ticks] input").all()][:3] == [False, True, False]
    for box in phone.locator("[data-ticks] input").all():
        box.check()
    expect(phone.locator("[data-ticks-done]")).to_be_visible()


def test_every_target_is_large_enough_for_a_thumb(phones: Callable[..., Any]) -> None:
    phone = phones(viewport=SMALL)
    seat(phone, create_table(phone), "bids", "Ana", "Luis", "Zoë", "Мария", "Olga", "Bartholomäus")
    small = phone.evaluate(
        """() => [...document.querySelectorAll('main button, main a.button, main summary, .strip label')]
            .filter((node) => node.checkVisibility() && !node.matches('.unseen'))
            .map((node) => [node.textContent.trim(), node.getBoundingClientRect()])
            .filter(([, box]) => box.width < 40 || box.height < 40)
            .map(([name, box]) => `${name} ${box.width}x${box.height}`)"""
    )
    assert small == []


@pytest.mark.parametrize(("minutes", "is_shown"), [(4, False), (7, True), (-9 * 60, True)])
def test_a_phone_says_that_its_clock_or_its_time_zone_is_not_the_servers(
    phones: Callable[..., Any], minutes: int, is_shown: bool
) -> None:
    phone = phones()
    phone.add_init_script(
        f"Object.defineProperty(performance, 'timeOrigin', {{value: Date.now() + {minutes * 60_000}}})"
    )
    phone.goto(create_table(phone))
    expect(phone.locator("[data-clock]")).to_be_visible(visible=is_shown)


def test_someone_is_found_in_a_long_list(phones: Callable[..., Any]) -> None:
    phone = phones()
    table = create_table(phone)
    send(phone, f"{table}/new", game="bids", do="new", **{"new-name": ", ".join([*map(str, range(14)), "Ömer"])})
    phone.goto(f"{table}/new?game=bids")
    chips = phone.locator(".chips button:visible")
    expect(chips).to_have_count(15)
    phone.get_by_placeholder("Find someone").fill("om")
    expect(chips).to_contain_text(["Ömer"])
    expect(chips).to_have_count(1)
    with phone.expect_response("**/new"):
        chips.click()
    expect(phone.locator(".places .name")).to_have_count(1)
    phone.get_by_placeholder("Find someone").fill("")
    expect(chips).to_have_count(15)
