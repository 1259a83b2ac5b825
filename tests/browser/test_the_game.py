"""The Game and Take That on a phone: whole games by taps, a mistake corrected in the middle, results by steppers."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.axe import check, check_light_and_dark
from tests.browser.evening import Evening
from tests.browser.taps import SMALL, Held, begin, click, create_table, enter, seat, see, tap
from tests.take_that import legal as take_that
from tests.the_game import legal as the_game

TAPPED = 20  # entries of a game that are tapped; those after them are of the same kinds


def lay_nearest(phone: Any, pile: int, card: int) -> None:
    """Tap a card below its pile, once."""
    click(phone.locator(f".nearest > div:nth-child({pile + 1}) button[value*='\"card\": {card}}}']"))


def lay(phone: Any, entry: dict[str, Any]) -> None:
    """Tap the pile and then the card."""
    click(phone.locator(f".piles a[href$={entry['pile']}]"))
    lay_card(phone, entry["card"])


def lay_card(phone: Any, card: int) -> None:
    click(phone.locator(f".pad a[href$='card={card}']"))


def amend(phone: Any, url: str, button: str) -> None:
    """Tap what was really laid, on the open page that corrects it, and go back to the game."""
    check(phone)
    phone.locator(button).click()
    phone.wait_for_url("**/log")
    phone.goto(url)


def test_a_whole_game_of_the_game_is_played_by_taps(phones: Callable[..., Any]) -> None:
    game = next(
        item
        for item in (the_game.play(Random(seed), 2, {"starter": 0}) for seed in range(999))
        if len(item.entries) < 45 and item.deck
    )
    phone = phones()
    phone.set_viewport_size(SMALL)
    url = begin(phone, "the-game", "Ana", "Luis")
    amended = 0
    for number, entry in enumerate(game.entries, 1):
        ends = number > 1 and game.entries[number - 2]["type"] == "end_turn"  # the board is ready for the next player
        if not ends and phone.locator(".another").count():
            click(phone.locator(".another"))
            expect(phone.locator(".another")).to_have_count(0)
        if entry["type"] == "play" and number > 12 and not amended:
            phone.locator(f".piles a[href$={entry['pile']}]").click()
            phone.locator(f".pad a:not([href$='card={entry['card']}']):visible").first.click()
            see(phone, number)
            phone.goto(f"{url}/log/{number}")
            amend(phone, url, f""".pad button[value*='"card": {entry["card"]},']""")
            amended = 1
        elif TAPPED - (entry["type"] == "end_turn") <= number < len(game.entries) - 3:
            enter(phone, url, number - 1 + amended, entry)
        elif entry["type"] == "play":
            lay(phone, entry)
        elif entry["type"] == "end_turn":  # the next card ends it
            click(phone.locator(".end-turn"))
            expect(phone.locator(".another")).to_have_count(1)
            continue
        else:
            check_light_and_dark(phone)
            phone.click(".stuck summary")
            tap(phone, {"type": "stuck"})
        see(phone, number + amended)
        if number == 2:
            check_light_and_dark(phone)
    left = 98 - sum(entry["type"] == "play" for entry in game.entries)
    expect(phone.locator(".outcome-of-game h2")).to_contain_text(f"{left} left")
    expect(phone.locator(".while-playing:visible")).to_have_count(0)
    check_light_and_dark(phone)
    phone.goto(f"{url}/log")
    check_light_and_dark(phone)


def test_a_pile_tapped_before_the_last_entry_is_answered_stays_chosen(phones: Callable[..., Any]) -> None:
    phone = phones()
    begin(phone, "the-game", "Ana", "Luis")
    held = Held(phone, "**/entries", answers=True)
    lay(phone, {"pile": "up1", "card": 12})
    see(phone, 1)  # the stream was quicker than the answer
    phone.locator(".piles a[href$='pile=up2']").click()
    held.let_go()
    expect(phone.locator(".piles [aria-current]")).to_have_attribute("href", re.compile("pile=up2$"))
    lay_card(phone, 30)
    see(phone, 2)
    expect(phone.locator(".piles [aria-current]")).to_have_count(0)


def test_a_pile_and_a_card_are_tapped_without_asking_anybody(phones: Callable[..., Any]) -> None:
    phone = phones()
    begin(phone, "the-game", "Ana", "Luis")
    for number, (pile, card) in enumerate((("up1", 40), ("down1", 60)), 1):
        lay(phone, {"pile": pile, "card": card})
        see(phone, number)
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url))
    phone.locator(".piles a[href$=up1]").click()
    fitting = phone.locator(".pad a:not([data-closed], [data-used])")
    expect(fitting.first).to_have_attribute("aria-label", "30, ten back")
    assert fitting.all_text_contents()[1:4] == ["41", "42", "43"]
    phone.locator(".piles a[href$=down1]").click()
    expect(fitting.last).to_have_attribute("aria-label", "70, ten back")
    assert fitting.all_text_contents()[-4:-1] == ["57", "58", "59"]
    check(phone)
    phone.click(".hint[data-hint=pile] a")
    assert fitting.all_text_contents()[:3] == ["2", "3", "4"]
    phone.locator(".pad a[href$='card=30']").click()
    assert phone.locator(".piles small").all_text_contents() == ["« ten back", "lay here", "lay here", "lay here"]
    phone.locator(".pad a[href$='card=39']").press("Enter")
    expect(phone.locator(".pad a[href$='card=39']")).to_be_focused()
    assert phone.locator(".piles small").all_text_contents() == ["✕", "lay here", "lay here", "lay here"]
    check(phone)
    expect(phone.locator(".piles a[href$=up1]")).to_be_disabled()
    phone.locator(".piles a[href$=up1]").click(force=True)
    assert asked == []
    phone.locator(".piles a[href$=up2]").click()
    see(phone, 4)  # with the end of Ana's turn
    expect(phone.locator(".piles .top-card").nth(1)).to_have_text("39")


def test_a_pile_tapped_on_the_phone_of_another_player_opens_the_cards(phones: Callable[..., Any]) -> None:
    phone = Evening(phones, "the-game", "Ana", "Luis").player("Luis")
    expect(phone.locator("#question")).to_have_text("Waiting for Ana")
    expect(phone.locator(".pad")).to_be_hidden()
    lay(phone, {"pile": "up1", "card": 12})
    see(phone, 1)


def test_a_whole_match_of_take_that_is_played_by_taps(phones: Callable[..., Any]) -> None:
    match = take_that.play(Random(11), 2, {"games": 1})
    phone = phones()
    phone.set_viewport_size(SMALL)
    url = begin(phone, "take-that", "Ana", "Luis", games="1")
    amended, tapped = 0, set()
    for number, entry in enumerate(match.entries, 1):
        if entry["type"] == "lay" and number > 12 and not amended:
            others = f".pad button[aria-label^='Lay']:not([aria-label^='Lay {entry['card']}'])"
            click(phone.locator(others).first)
            see(phone, number)
            phone.goto(f"{url}/log/{number}")
            amend(phone, url, f".pad button[aria-label^='Lay {entry['card']}']")
            amended = 1
        elif TAPPED <= number < len(match.entries) - 3 and entry["type"] in tapped:
            enter(phone, url, number - 1 + amended, entry)
        elif entry["type"] == "take":
            click(phone.locator(".take-row button"))
        else:
            kind = "Lay" if entry["type"] == "lay" else "Pair"
            click(phone.locator(f".pad button[aria-label^='{kind} {entry['card']}']"))
        tapped.add(entry["type"])
        see(phone, number + amended)
        if number in (20, 40):
            check_light_and_dark(phone)
    best = max(match.tables[0].scores)
    expect(phone.locator(".outcome-of-game h2")).to_contain_text(f"with {best}".replace("-", "−"))
    check_light_and_dark(phone)


def test_the_newest_card_of_a_long_row_is_in_view(phones: Callable[..., Any]) -> None:
    phone = phones()
    phone.set_viewport_size(SMALL)
    begin(phone, "take-that", "Ana", "Luis")
    for number, card in enumerate((34, 37, 41, 44, 52, 53, 61, 65, 66, 71, 72), 1):
        click(phone.locator(f".pad button[aria-label^='Lay {card}']"))
        see(phone, number)
        newest = phone.locator(".row-of-cards .card").first
        expect(newest).to_contain_text(str(card))
        expect(newest).to_be_in_viewport(ratio=1)


def test_the_nearest_cards_are_laid_by_one_tap(phones: Callable[..., Any]) -> None:
    phone = phones()
    phone.set_viewport_size(SMALL)
    begin(phone, "the-game", "Ana", "Luis")
    for row, pile, card in ((1, 0, 5), (2, 2, 96), (4, 0, 11)):  # row 3 ends Ana's turn
        lay_nearest(phone, pile, card)
        see(phone, row)
    assert phone.locator(".piles .top-card").all_text_contents() == ["11", "1", "96", "100"]
    under = phone.locator(".nearest button:visible").last.bounding_box()
    assert under["y"] + under["height"] <= phone.locator(".bar").bounding_box()["y"], "no card lies under the bar"
    check(phone)
    # A tapped pile offers all of its cards.
    phone.locator(".piles a[href$=up1]").click()
    expect(phone.locator(".nearest")).to_be_hidden()
    expect(phone.locator(".pad a:visible:not([data-closed], [data-used])")).to_have_count(87)
    check(phone)


def test_a_result_is_entered_right_after_the_start_and_what_was_counted_is_carried_on(
    phones: Callable[..., Any],
) -> None:
    phone = phones()
    table = create_table(phone)
    seat(phone, table, "the-game", "Ana", "Luis")
    phone.click("button[value=result]")
    phone.wait_for_url("**/1/result")
    field = phone.locator("input[name=hand-0]")
    field.click()
    phone.keyboard.type("3")
    field.blur()
    expect(field).to_have_value("3")
    expect(phone.locator(".said")).to_contain_text("3 left")
    phone.locator("input[value=sum]").check()
    expect(phone.locator("input[name=leftover]")).to_have_value("3")
    expect(phone.locator(".said")).to_contain_text("3 left")
    phone.locator("input[name=leftover]").click()
    phone.keyboard.type("30")
    phone.click("button[name=type]")
    expect(phone.locator(".outcome-of-game h2")).to_contain_text("30 left")


@pytest.mark.parametrize("language", ["de", "es"])
def test_on_a_phone_on_its_side_the_question_is_beside_the_button_for_another_card(
    phones: Callable[..., Any], language: str
) -> None:
    phone = phones(locale=language)
    phone.set_viewport_size({"width": 640, "height": 360})
    url = begin(phone, "the-game", "Conceição", "Luis", "Zoë", "Marianne", "Bo")
    enter(phone, url, 0, *({"type": "play", "pile": pile, "card": card} for pile, card in (("up1", 9), ("up2", 8))))
    see(phone, 2)
    button, question = phone.locator(".another").bounding_box(), phone.locator("#question").bounding_box()
    assert button["x"] + button["width"] <= question["x"]
    assert question["x"] + question["width"] <= 640


def test_the_cards_keep_their_place_when_somebody_else_has_laid_enough(phones: Callable[..., Any]) -> None:
    phone = phones()
    phone.set_viewport_size(SMALL)
    game = begin(phone, "the-game", "Ana", "Luisito the Great")
    enter(phone, game, 0, {"type": "play", "pile": "up1", "card": 12}, {"type": "play", "pile": "up1", "card": 13})
    enter(phone, game, 2, {"type": "end_turn"}, {"type": "play", "pile": "down1", "card": 90})
    see(phone, 4)
    place = phone.locator(".nearest").bounding_box()
    enter(phone, game, 4, {"type": "play", "pile": "down1", "card": 88})
    see(phone, 5)
    expect(phone.locator(".another, .end-turn")).to_have_count(1)
    assert phone.locator(".nearest").bounding_box() == place
