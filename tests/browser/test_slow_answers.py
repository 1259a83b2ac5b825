"""What is tapped and typed before any answer has come: nothing is lost, and no key moves under a finger."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.bids import tell_fronts
from tests.browser.taps import Held, begin, click, create_table, middle, seat, see, send, start, tap


def type_names(phone: Any, *names: str) -> None:
    phone.locator("#new-name").focus()
    for name in names:
        phone.keyboard.type(name)
        phone.keyboard.press("Enter")
        expect(phone.locator("#new-name")).to_have_value("")


def tap_all(phone: Any, *selectors: str) -> None:
    """Tap where each of these keys is now, whatever lies there by then."""
    for place in [middle(phone.locator(selector)) for selector in selectors]:
        phone.mouse.click(*place)


def test_names_of_a_new_game_are_typed_one_after_the_other(phones: Callable[..., Any]) -> None:
    phone = phones()
    phone.goto(f"{create_table(phone)}/new?game=bids")
    slow = Held(phone)
    type_names(phone, "Ana", "Bob", "Cy", "Dee")
    slow.let_go()
    expect(phone.locator(".places .name")).to_have_text(["Ana", "Bob", "Cy", "Dee"])


def test_a_refused_name_comes_back_beside_the_one_that_is_being_typed(phones: Callable[..., Any]) -> None:
    phone = phones()
    seat(phone, create_table(phone), "bids", "Ana")
    slow = Held(phone)
    type_names(phone, "Ana")
    phone.keyboard.type("Bob")
    slow.let_go()
    expect(phone.locator("#new-name")).to_have_value("Ana, Bob")


def test_names_that_could_not_be_sent_come_back(phones: Callable[..., Any]) -> None:
    phone = phones()
    phone.goto(f"{create_table(phone)}/new?game=bids")
    phone.context.set_offline(True)
    phone.fill("#new-name", "Ana")
    phone.keyboard.press("Enter")
    expect(phone.locator(".notice[data-kind=bad]")).to_be_visible()
    expect(phone.locator("#new-name")).to_have_value("Ana")


def test_known_people_take_their_seats_in_the_order_of_the_taps(phones: Callable[..., Any]) -> None:
    phone = phones()
    table, names = create_table(phone), ["Ana", "Bob", "Cleo", "Dora"]
    send(phone, f"{table}/new", game="bids", do="new", **{"new-name": ", ".join(names)})
    seat(phone, table, "bids")
    for name in names:  # who has been added sits down
        phone.locator(".chips button", has_text=name).click()
    expect(phone.locator(".places .name")).to_have_count(0)
    order = [phone.locator(".chips button", has_text=name).get_attribute("value") for name in reversed(names)]
    slow = Held(phone)
    tap_all(phone, *(f".chips button[value='{value}']" for value in order))
    slow.let_go()
    expect(phone.locator(".places .name")).to_have_text([*reversed(names)])


def test_people_who_are_moved_twice_stay_where_they_were_put(phones: Callable[..., Any]) -> None:
    phone = phones()
    seat(phone, create_table(phone), "bids", "Ana", "Bob", "Cleo", "Dora")
    slow = Held(phone)
    for at in (3, 2, 1):
        phone.locator(".places .grip").nth(at).press("ArrowUp")
    slow.let_go()
    game = start(phone)
    people = phone.request.get(f"{game}/record.json").json()["players"]
    assert [person["name"] for person in people] == ["Dora", "Ana", "Bob", "Cleo"]


def test_enter_brings_people_to_an_evening_and_sends_nobody_home(phones: Callable[..., Any]) -> None:
    phone = phones()
    phone.goto(f"{create_table(phone)}/evenings/new?game=take-that")
    phone.fill("[name=evening-name]", "Friday")
    phone.click("button[name=do][value=save]")
    phone.wait_for_url("**/evenings/*")
    slow = Held(phone)
    type_names(phone, "Ana, Ben, Cleo", "Dora", "Emil")
    slow.let_go()
    expect(phone.locator(".chips [aria-pressed=true]")).to_have_count(5)
    slow = Held(phone)
    tap_all(phone, ".chips button >> nth=1", ".chips button >> nth=3")
    slow.let_go()
    expect(phone.locator(".chips [aria-pressed=true]")).to_have_count(3)
    phone.reload()
    expect(phone.locator(".chips [aria-pressed=true]")).to_have_count(3)


def test_black_cards_of_a_result_are_kept_without_an_answer_and_stay_where_they_are(
    phones: Callable[..., Any],
) -> None:
    phone = phones()
    phone.goto(begin(phone, "bids", "Ana", "Bob", "Cleo") + "/result")
    cards = ["K3", "K-5", "K2X", "K8", "K10", "K2", "K4", "K6"]
    keys = [f".keys [value='{card}']" for card in cards]
    before = [middle(phone.locator(key)) for key in keys]
    slow = Held(phone)
    tap_all(phone, *keys)
    for key in keys:
        expect(phone.locator(key)).to_have_attribute("aria-pressed", "true")
    tap_all(phone, "[data-next-front]", ".keys [value='K7']", ".keys [value='K8']")
    fronts = phone.locator(".opener .cards")
    expect(fronts).to_have_text(["★3★−5★2x★10★2★4★6", "★7★8", "no black card"])
    slow.let_go()
    expect(phone.locator(".score").nth(1)).to_have_text("+15")  # the black 8 was in front of Ana
    expect(fronts).to_have_text(["★3★−5★2x★10★2★4★6", "★7★8", "no black card"])
    assert [middle(phone.locator(key)) for key in keys] == before


def test_numbers_of_a_result_are_typed_one_after_the_other(phones: Callable[..., Any]) -> None:
    phone = phones()
    phone.goto(begin(phone, "take-that", "Ana", "Bob") + "/result")
    slow = Held(phone)
    fields = phone.locator(".tally input")
    places = [middle(field) for field in fields.all()]
    fields.first.click()
    for number in ("40", "5", "10", "20", "0", "2"):
        phone.keyboard.type(number)
        phone.keyboard.press("Enter")
    expect(phone.locator("button.main")).to_be_focused()
    slow.let_go()
    expect(phone.locator(".score")).to_have_text(["+5", "+18"])
    assert [field.input_value() for field in fields.all()] == ["40", "5", "10", "20", "0", "2"]
    assert [middle(field) for field in fields.all()] == places
    phone.set_viewport_size({"width": 320, "height": 640})
    assert phone.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_options_chosen_one_after_the_other_are_all_kept(phones: Callable[..., Any]) -> None:
    phone = phones()
    seat(phone, create_table(phone), "bids", "Ana", "Bob", "Cleo")
    options = [phone.locator(f"input[value={value}]") for value in ("color", "thief", "lowest")]
    slow = Held(phone)
    for option in options:
        option.check(force=True)
    slow.let_go()
    expect(phone.locator("#board [aria-busy]")).to_have_count(0)
    for option in options:
        expect(option).to_be_checked()


def test_a_result_by_taps_is_entered_with_the_last_tap_still_on_its_way(phones: Callable[..., Any]) -> None:
    phone = phones()
    game = begin(phone, "bids", "Ana", "Bob", "Cleo")
    phone.goto(f"{game}/result")
    tell_fronts(phone, [["K9"], [], []])
    slow = Held(phone)
    phone.click(".opener[value='2']")
    phone.click(".keys [value=K7]")
    phone.click("button[name=type]")
    slow.let_go()
    phone.wait_for_url(game)
    seats = phone.request.get(f"{game}/record.json").json()["entries"][-1]["seats"]
    assert [item["front"] for item in seats] == [["K9"], [], ["K7"]]


@pytest.mark.parametrize("answers", [False, True])
def test_the_card_after_those_that_a_turn_needs_is_the_next_players_while_their_answers_are_slow(
    phones: Callable[..., Any], answers: bool
) -> None:
    phone = phones()
    game = begin(phone, "the-game", "Ana", "Luis", "Zoe")
    expect(phone.locator("[data-link-sign]")).to_have_text("connected")
    slow, question = Held(phone, "**/entries", answers=answers), phone.locator("#question")
    expect(question).to_have_text("Ana: 2 more cards")
    for card, then in (
        (2, "Ana: 2 more cards"),
        (99, "Luis: 2 more cards"),
        (99, "Luis: 2 more cards"),
        (3, "Luis: 2 more cards"),
        (98, ""),
    ):
        click(phone.locator(f"button[name=entry][value*='\"card\": {card}}}']").first)
        if then:
            expect(question).to_have_text(then)
        if answers and card == 2:  # the stream is quicker than the answer
            see(phone, 1)
            expect(question).to_have_text("Ana: 1 more card")
    slow.let_go()
    see(phone, 5)
    plays = [entry.get("card", entry["type"]) for entry in phone.request.get(f"{game}/record.json").json()["entries"]]
    assert plays == [2, 99, "end_turn", 3, 98]
    expect(phone.locator("#unsent")).to_be_hidden()


@pytest.mark.parametrize("answers", [False, True])
def test_each_card_is_the_bid_of_the_next_one_while_the_answers_to_the_others_are_slow(
    phones: Callable[..., Any], answers: bool
) -> None:
    phone = phones()
    game = begin(phone, "bids", "Ana", "Luis", "Zoe", "Max")
    tap(phone, {"type": "reveal", "card": "K7"})
    see(phone, 1)
    expect(phone.locator("[data-link-sign]")).to_have_text("connected")
    slow = Held(phone, "**/entries", answers=answers)
    question, shown = phone.locator("#question"), 1
    order = json.loads(phone.locator("[data-to-bid]").get_attribute("data-to-bid"))
    for card, then in (("Y2", 1), ("B3", 2), ("R4", 3), ("R4", 3), ("G9", 3)):
        click(phone.locator(f"button[name=entry][value*='\"{card}\"']"))
        expect(question).to_have_text(order[then][1])
        if answers and shown == 1:  # the stream is quicker than the answer
            shown = 2
            see(phone, shown)
    slow.let_go()
    see(phone, 5)
    bids = phone.request.get(f"{game}/record.json").json()["entries"][1:]
    assert [(bid["seat"], bid["card"]) for bid in bids] == [
        (seat, card) for (seat, _title), card in zip(order, ("Y2", "B3", "R4", "G9"), strict=True)
    ]
    expect(phone.locator("#unsent")).to_be_hidden()
