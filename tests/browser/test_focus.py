"""The focus stays where it is while others play, and a phone's keyboard stays open."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.browser.evening import button, three
from tests.browser.taps import create_table, see

FOCUS = "document.activeElement.getAttribute('href') ?? document.activeElement.id"


def test_the_focus_stays_on_a_link_while_others_play(phones: Callable[..., Any]) -> None:
    _evening, ana, luis = three(phones)
    link = ana.locator(".scores a.who", has_text="Zoe")
    link.focus()
    href = link.get_attribute("href")
    button(luis, {"type": "bid", "seat": 1, "card": "R9"}).click()
    expect(ana.locator(".scores .played.card")).to_have_count(1)
    assert ana.evaluate(FOCUS) == href


def test_the_focus_stays_on_a_summary_whose_question_closes_when_others_answer_it(phones: Callable[..., Any]) -> None:
    _evening, ana, luis = three(phones)
    button(ana, {"type": "bid", "seat": 0, "card": "R9"}).click()
    summary = ana.locator("#for-others > summary")
    summary.click()
    summary.focus()
    button(luis, {"type": "bid", "seat": 1, "card": "R8"}).click()
    expect(ana.locator(".scores .played.card")).to_have_count(2)
    assert ana.evaluate("document.activeElement.nodeName") == "SUMMARY"
    expect(ana.locator("#for-others")).not_to_have_attribute("open", "")


def test_the_focus_of_a_card_that_is_used_up_goes_to_the_question(phones: Callable[..., Any]) -> None:
    _evening, ana, _luis = three(phones)
    bid = {"type": "bid", "seat": 0, "card": "R9"}
    last_row = int(ana.locator("#board input[name=number]").first.input_value())
    target = button(ana, bid)
    target.focus()
    ana.keyboard.press("Enter")
    see(ana, last_row + 1)
    assert ana.evaluate(FOCUS) == "question"


def test_the_keyboard_stays_open_while_names_are_added(phones: Callable[..., Any]) -> None:
    phone = phones()
    phone.goto(f"{create_table(phone)}/new?game=bids")
    phone.locator("#new-name").focus()
    # A field that is replaced closes the keyboard of a phone, even if another one is given the focus at once.
    phone.evaluate(
        """() => {
            window.blurs = 0;
            window.field = document.getElementById("new-name");
            window.field.addEventListener("blur", () => { window.blurs += 1; });
        }"""
    )
    for count, name in enumerate(("Ana", "Luis", "Zoe"), start=1):
        phone.keyboard.type(name)
        if count % 2:
            phone.keyboard.press("Enter")
        else:
            phone.click("button[value=new]")
        expect(phone.locator(".places li")).to_have_count(count)
        expect(phone.locator("#new-name")).to_have_value("")
    assert phone.evaluate("window.field === document.activeElement && window.field.isConnected")
    assert phone.evaluate("window.blurs") == 0
