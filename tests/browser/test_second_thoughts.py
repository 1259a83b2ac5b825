"""Second thoughts on a running game of six, each done with taps on the smallest phone and undone again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.browser.axe import check
from tests.browser.taps import SMALL, open_table, seat, see, start, tap

SIX = ("Ana", "Luis", "Zoë", "Olga", "Bo", "Bartholomäus")


def test_settings_tricks_names_and_whole_games_are_changed_and_changed_back(phones: Callable[..., Any]) -> None:
    phone = phones()
    phone.set_viewport_size(SMALL)
    phone.click("form[action='/tables'] button")  # a table needs no name
    phone.goto(phone.url + "?kind=bids")
    phone.fill("#new-name", ", ".join(SIX))
    phone.click("button[value=start]")  # adds the names, and starts
    phone.wait_for_url("**/1")
    game = phone.url
    tap(phone, {"card": "K5", "type": "reveal"})
    for row, place in enumerate((5, 0, 1), 2):
        tap(phone, {"card": f"R{place + 1}", "seat": place, "type": "bid"})
        see(phone, row)

    phone.locator("#missing summary").click()
    phone.click("#missing a")
    check(phone)
    phone.check("input[value=lowest]")
    phone.click("button[value=save]")
    phone.wait_for_url(game)
    assert _record(phone, game)["options"]["specials"] == ["lowest"]
    _undo(phone, game)
    assert _record(phone, game)["options"]["specials"] == []

    phone.goto(f"{game}/log/group/2")
    check(phone)
    first, second = '{"card":"R1"}', '{"card":"R6"}'
    phone.select_option("#entry-1-0", first)
    phone.select_option("#entry-2-0", second)
    phone.click("main button.main")
    phone.wait_for_url("**/log")
    assert [entry["card"] for entry in _record(phone, game)["entries"]] == ["K5", "R1", "R6", "R2"]
    _undo(phone, game)
    assert [entry["card"] for entry in _record(phone, game)["entries"]] == ["K5", "R6", "R1", "R2"]

    phone.goto(f"{game}/log/insert/2")
    check(phone)
    phone.goto(f"{game}/end")
    check(phone)
    phone.click("button[value=delete]")
    phone.click("button[value=delete].danger >> nth=0")
    phone.get_by_role("button", name="Bring it back").click()
    phone.wait_for_url(game)
    assert len(_record(phone, game)["entries"]) == 4
    phone.goto(game.rsplit("/", 1)[0])
    check(phone)
    phone.goto("/")
    check(phone)


def test_a_trick_of_six_is_one_line_of_cards_in_the_log(phones: Callable[..., Any]) -> None:
    phone = phones()
    phone.set_viewport_size(SMALL)
    seat(phone, open_table(phone), "bids", *SIX)
    game = start(phone)
    tap(phone, {"card": "K5", "type": "reveal"})
    for row, place in enumerate((5, 0, 1, 2, 3, 4), 2):
        tap(phone, {"card": f"R{place + 1}", "seat": place, "type": "bid"})
        see(phone, row)
    phone.goto(f"{game}/log")
    check(phone)
    boxes = [card.bounding_box() for card in phone.locator(".log-line a").all()]
    assert len(boxes) == 7
    assert len({box["y"] for box in boxes}) == 1
    assert min(min(box["width"], box["height"]) for box in boxes) >= 40
    phone.locator("details summary", has_text="Who and when").click()
    check(phone)
    phone.locator(".log-line a").nth(3).click()
    phone.wait_for_url("**/log/4")


def _record(phone: Any, game: str) -> Any:
    return phone.request.get(f"{game}/record.json").json()


def _undo(phone: Any, game: str) -> None:
    phone.goto(game)
    number = int(phone.locator("#board input[name=number]").first.input_value())
    phone.click("#board button.undo")
    see(phone, number + 1)
