"""Bids on a phone: a whole round of six by taps, an undo, corrections, results, the end, no JavaScript."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from playwright.sync_api import expect

from companion.games import bids
from companion.words import Voice
from tests.bids import legal
from tests.browser.axe import check
from tests.browser.test_number_games import SMALL, see
from tests.browser.test_table_pages import open_table, seat

SPECIALS = ["shuffle", "lowest", "surprise"]
VOICE = Voice(bids.WORDS, legal.NAMES)


def start(phone: Any, players: int, *specials: str, rounds: int = 1) -> str:
    """Start a game of Bids and return its address."""
    table = open_table(phone)
    seat(phone, table, "bids", *legal.NAMES[:players])
    for name in specials:
        phone.locator(f"input[name=specials][value={name}]").check(force=True)
    phone.locator("input[name=rounds]").fill(str(rounds))
    phone.click("button[value=start]")
    phone.wait_for_url("**/1")
    return f"{table}/1"


def report(phone: Any, entry: dict[str, Any]) -> None:
    """Report an entry of a legal game as the table does: by taps."""
    if entry["type"] == "deal":
        phone.locator(".before-cards summary", has_text="taken out").click()
        tap(phone, entry["removed"][0])
    elif entry["type"] == "starter":
        phone.locator(".seats button", has_text=legal.NAMES[entry["seat"]]).first.click()
    else:
        tap(phone, entry["card"])


def tap(phone: Any, card: str) -> None:
    phone.locator(".question").get_by_role("button", name=VOICE.card(card), exact=True).first.click()


def small_targets(phone: Any) -> Any:
    """Return the cards to tap that are smaller than a thumb needs."""
    return phone.evaluate(
        """[...document.querySelectorAll('.question button, .question a')].filter(it => it.offsetParent)
        .map(it => it.getBoundingClientRect()).filter(box => box.width < 40 || box.height < 40).length"""
    )


def test_a_whole_round_of_six_is_played_by_taps(phones: Callable[..., Any]) -> None:
    game = legal.play(Random(3), 6, {"specials": SPECIALS, "rounds": 1}, in_order=True)
    phone = phones()
    phone.set_viewport_size(SMALL)
    address = start(phone, 6, *SPECIALS)
    check(phone)
    for number, entry in enumerate((it for it in game.entries if it["type"] != "deal"), 1):
        report(phone, entry)
        see(phone, number)
        if number in (1, 3, 30, 60):
            check(phone)
            assert small_targets(phone) == 0
    last = game.states[-1]
    assert last.ending is not None
    expect(phone.locator(".verdict-of-game h2")).to_contain_text(
        f"with {last.ending.totals[last.ending.ranking[0][0]]}"
    )
    check(phone)
    phone.goto(f"{address}/log")
    check(phone)


def test_a_turn_is_undone_and_a_correction_topples_a_later_entry(phones: Callable[..., Any]) -> None:
    phone = phones()
    address = start(phone, 3)
    for number, card in enumerate(("K5", "R9", "B4", "Y2", "K6", "R3"), 2):
        if number == 2:
            phone.locator(".before-cards summary", has_text="Somebody else").click()
            phone.locator(".seats button", has_text="Ana").click()
            see(phone, 1)
        tap(phone, card)
        see(phone, number)
    expect(phone.locator(".verdict .words")).to_have_text("Ana wins 5 and starts.")
    phone.get_by_role("button", name="Undo").click()
    expect(phone.locator("#question")).to_have_text("Ana bids")
    tap(phone, "R4")
    phone.goto(f"{address}/log/3")
    check(phone)
    tap(phone, "R4")
    expect(phone.locator("h1")).to_have_text("Later entries would fall")
    check(phone)
    phone.get_by_role("button", name="Correct this one").click()
    tap(phone, "R5")
    phone.wait_for_url("**/log")
    phone.goto(address)
    expect(phone.locator(".verdict .words")).to_contain_text("Luis burns the 4 of Ana")
    expect(phone.locator(".bidders .done")).to_contain_text("5")


def test_a_round_result_is_tapped_and_its_scores_show_at_once(phones: Callable[..., Any]) -> None:
    phone = phones(color_scheme="dark")
    phone.set_viewport_size(SMALL)
    address = start(phone, 3, rounds=2)
    phone.goto(f"{address}/result")
    open_seat = phone.locator(".seat-result[data-open]")
    for at, card in enumerate(("K9", "K2X", "K10"), 1):
        open_seat.get_by_role("button", name=VOICE.card(card), exact=True).click()
        expect(phone.locator(".seat-result").first.locator(".opener .card")).to_have_count(at)
    for at, name in enumerate(("Luis", "Zoë"), 1):
        phone.locator(".opener", has_text=name).click()
        expect(phone.locator(".seat-result").nth(at).locator(".grid")).to_be_visible()
        if name == "Luis":
            phone.get_by_role("button", name="No black card", exact=True).click()
            expect(phone.locator(".seat-result").nth(1).locator(".comes")).to_have_text("+12")
    check(phone)
    phone.locator("#points-2").fill("7")
    phone.locator("#points-2").blur()
    expect(phone.locator(".seat-result").nth(2).locator(".comes")).to_have_text("+7")
    phone.get_by_role("button", name="Enter this result").click()
    phone.wait_for_url(address)
    expect(phone.locator(".scores .total")).to_have_text(["28", "12", "7"])
    expect(phone.locator(".round-end")).to_contain_text("Ana has the highest total and starts.")
    check(phone)


def test_without_javascript_a_turn_is_played_all_the_same(phones: Callable[..., Any]) -> None:
    phone = phones(java_script_enabled=False)
    start(phone, 3)
    phone.locator(".before-cards summary", has_text="Somebody else").click()
    phone.locator(".seats button", has_text="Ana").click()
    for card in ("K5", "R9", "B4", "Y9"):
        tap(phone, card)
    expect(phone.locator(".verdict .words")).to_have_text("Zoë burns the 9 of Ana: nobody wins, Zoë starts.")
