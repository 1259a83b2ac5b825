"""A keyboard at the table: arrow keys move between the cards, and people; Enter enters a card."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.browser.evening import Evening
from tests.browser.taps import create_table, middle, seat, see, start


def test_arrow_keys_move_between_cards_and_enter_lays_one(phones: Callable[..., Any]) -> None:
    phone = Evening(phones, "bids", "Ana", "Luis", "Zoe").sit_down(phones(), "Ana")
    focused = phone.locator("#board :focus")
    card = phone.locator("#board .grid button:not(:disabled)")
    places = [box["y"] for box in (card.nth(index).bounding_box() for index in range(card.count()))]
    columns = places.count(places[0])
    card.first.focus()
    phone.keyboard.press("ArrowRight")
    expect(card.nth(1)).to_be_focused()
    phone.keyboard.press("ArrowLeft")
    phone.keyboard.press("ArrowLeft")  # there is nothing further left
    expect(card.first).to_be_focused()
    phone.keyboard.press("ArrowDown")
    expect(card.nth(columns)).to_be_focused()
    phone.keyboard.press("ArrowUp")
    expect(card.first).to_be_focused()
    expect(focused).to_have_count(1)
    phone.keyboard.press("Enter")
    see(phone, 1)


def test_people_are_moved_with_the_arrow_keys_and_by_dragging(phones: Callable[..., Any]) -> None:
    phone = phones()
    table = create_table(phone)
    seat(phone, table, "bids", "Ana", "Luis", "Zoe")
    names, handles = phone.locator(".places .name"), phone.locator(".places .grip")
    handles.nth(2).press("ArrowUp")
    expect(names).to_have_text(["Ana", "Zoe", "Luis"])
    expect(handles.nth(1)).to_be_focused()
    handles.nth(1).press("ArrowUp")
    handles.nth(0).press("ArrowUp")  # there is nothing further up
    expect(names).to_have_text(["Zoe", "Ana", "Luis"])
    game = start(phone)
    phone.goto(f"{game}/settings")
    phone.locator("#seats summary").click()
    chosen = phone.locator("#seats select option:checked")
    expect(chosen).to_have_text(["Zoe", "Ana", "Luis"])
    to, from_ = middle(handles.nth(0)), middle(handles.nth(2))
    phone.mouse.move(*from_)
    phone.mouse.down()
    phone.mouse.move(to[0], to[1] - 5, steps=5)
    phone.mouse.up()
    expect(chosen).to_have_text(["Luis", "Zoe", "Ana"])
    handles.nth(1).press("ArrowDown")
    expect(chosen).to_have_text(["Luis", "Ana", "Zoe"])
    phone.locator("button[value=save]").click()
    phone.wait_for_url(game)
    people = phone.request.get(f"{game}/record.json").json()["players"]
    assert [person["name"] for person in people] == ["Luis", "Ana", "Zoe"]
