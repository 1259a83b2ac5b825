"""Bids on one phone: a whole evening of six players with specials, and a round without any script."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.bids import legal
from tests.browser.axe import check
from tests.browser.taps import open_table, seat, see, start, tap

SPECIALS = ["shuffle", "lowest", "surprise"]


def first_round(players: int, options: dict[str, Any], wanted: Callable[[Any], bool]) -> list[dict[str, Any]]:
    """Return what a table reports in the first round of a game that has what is wanted."""
    for rng in range(500):
        game = legal.play(Random(rng), players, options, in_order=True)
        end = next(index for index, state in enumerate(game.states) if state.results)
        if wanted(game.states[end].results[0]):
            # That no card is taken out is nothing to report on a phone.
            return [it for it in game.entries[: end + 1] if it.get("removed") != []]
    raise AssertionError("no such game among 500")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_an_evening_of_six_players_with_specials(phones: Callable[..., Any], scheme: str) -> None:
    entries = first_round(
        6,
        {"specials": SPECIALS, "rounds": 2},
        lambda done: any(turn.alliance for turn in done.turns) and any(turn.winner is None for turn in done.turns),
    )
    phone = phones(color_scheme=scheme)
    table = open_table(phone)
    seat(phone, table, "bids", *legal.NAMES)
    for special in SPECIALS:
        phone.locator(f"input[value={special}]").check()
    phone.locator("#rounds").fill("2")
    check(phone)
    game = start(phone)

    number = 0
    for entry in entries[:-1]:
        tap(phone, entry)
        number += 1
        see(phone, number)
        if number in (1, 8, 40):
            check(phone)

    # An undo, and what it took back again.
    phone.locator(".bar .undo").click()
    see(phone, number + 1)
    phone.get_by_role("button", name="Redo").click()
    see(phone, number + 2)
    tap(phone, entries[-1])
    number += 3
    see(phone, number)
    expect(phone.locator("#live")).to_contain_text("Round 1")
    check(phone)

    # The first bid was another card: one that was bid in a later turn.
    first = next(index for index, it in enumerate(entries) if it["type"] == "bid")
    later = next(
        index
        for index, it in enumerate(entries)
        if index > first + 12 and it["type"] == "bid" and it["card"][0] in "YBRG"
    )
    wrong, right = entries[first]["card"], entries[later]["card"]
    phone.goto(f"{game}/log/{first + 1}")
    check(phone)
    tap(phone, {**entries[first], "card": right}, "main")
    expect(phone.locator("h1")).to_have_text("Later entries would fall")
    check(phone)
    phone.get_by_role("button", name="Correct this one").first.click()
    check(phone)
    tap(phone, {**entries[later], "card": wrong}, "main")
    expect(phone.locator("h1")).to_have_text("Log")
    check(phone)

    # The second round is told as its result.
    phone.goto(f"{game}/result")
    check(phone)
    assert phone.get_by_role("button", name="Enter this result").count() == 0, (
        "zero is not empty: five are not told yet"
    )
    for place, fronts in enumerate((["black 5", "2x", "black 8"], ["black 13"], [], [], ["-5"], [])):
        opener = phone.locator(f"button.opener[value='{place}']")
        if opener.get_attribute("aria-expanded") == "false":
            opener.click()
        expect(opener).to_have_attribute("aria-expanded", "true")
        told = phone.locator("section[data-open]")
        for card in fronts:
            told.get_by_role("button", name=card, exact=True).click()
            expect(told.get_by_role("button", name=card, exact=True)).to_have_attribute("aria-pressed", "true")
        if not fronts:
            told.get_by_role("button", name="No black card").click()
            expect(phone.locator("section.seat-result").nth(place)).to_contain_text("Lucky loser")
    expect(phone.locator("section.seat-result").nth(0)).to_contain_text("+18")
    check(phone)
    phone.get_by_role("button", name="Enter this result").click()
    phone.wait_for_url(game)
    expect(phone.locator("#live h2").first).to_contain_text("win")
    check(phone)
    for page in ("/scores", "/log", "/setup"):
        phone.goto(game + page)
        check(phone)
    phone.goto(table)
    check(phone)


def test_a_whole_round_is_played_without_any_script(phones: Callable[..., Any]) -> None:
    entries = first_round(3, {"rounds": 1}, lambda _: True)
    phone = phones(java_script_enabled=False)
    table = open_table(phone)
    seat(phone, table, "bids", *legal.NAMES[:3])
    phone.locator("input[name=rounds]").fill("1")
    phone.click("button[value=start]")
    game = f"{table}/1"
    expect(phone).to_have_url(game)
    for number, entry in enumerate(entries, start=1):
        tap(phone, entry)
        if number < len(entries):
            see(phone, number)
    expect(phone.locator("#live h2").first).to_contain_text("win")
    phone.locator(".bar .undo").click()
    expect(phone.locator("#live .question")).to_be_visible()


def test_refusals_and_warnings_are_fit_for_everybody(phones: Callable[..., Any]) -> None:
    phone = phones()
    seat(phone, open_table(phone), "bids", *legal.NAMES[:4])
    game = start(phone)
    # The page of a phone that slept is behind: what it sends is judged when it arrives.
    sleeper = phone.context.new_page()
    sleeper.faults = []
    sleeper.route("**/events*", lambda route: route.abort())
    sleeper.goto(game)
    tap(phone, {"type": "reveal", "card": "K5"})
    see(phone, 1)
    tap(sleeper, {"type": "reveal", "card": "K6"})
    expect(sleeper.locator("#live .notice")).to_contain_text("Somebody was quicker")
    check(sleeper)
