"""An evening of three games of three kinds at one table, tapped on the smallest phone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.axe import check
from tests.browser.taps import ELSEWHERE, SMALL, see
from tests.take_that import legal as take_that
from tests.the_game import legal as the_game

SEVEN = ("Ana", "Luis", "Zoë", "Raúl", "Eva", "Jo", "Kim")
ROUNDS = ((12, -5, 0, 30, 7, 0, -5), (-20, 3, 3, 0, -1, 0, 8), (5, -9, 4, 4, 0, -11, 2))
CORRECTED = (-20, 3, 3, 0, -2, 0, 8)  # the second round


@pytest.mark.slow
def test_an_evening_of_three_games_is_played_by_taps(phones: Callable[..., Any]) -> None:
    phone = phones(has_touch=True)
    phone.set_viewport_size(SMALL)
    phone.goto("/")
    phone.locator("#name").fill("Friday")
    tap(phone.get_by_role("button", name="Create"))
    phone.wait_for_url("**/new")
    table = phone.url.removesuffix("/new")

    # The shortest of some games, played to its end.
    game = min((the_game.play(Random(seed), 2, {"starter": 0}) for seed in range(60)), key=lambda it: len(it.entries))
    begin(phone, table, "the-game", "Ana", "Luis")
    for number, entry in enumerate(game.entries, 1):
        ends = number > 1 and game.entries[number - 2]["type"] == "end_turn"  # the board is ready for the next player
        if not ends and phone.locator(".another").count():
            tap(phone.locator(".another"))
            expect(phone.locator(".another")).to_have_count(0)
        play_the_game(phone, entry)
        if entry["type"] != "end_turn":  # the next card ends it
            see(phone, number)
    expect(phone.locator(".outcome-of-game h2")).to_contain_text("left")

    match = min((take_that.play(Random(seed), 3, {"games": 1}) for seed in range(20)), key=lambda it: len(it.entries))
    begin(phone, table, "take-that", "Zoë", games="1")
    for number, entry in enumerate(match.entries, 1):
        play_take_that(phone, entry)
        see(phone, number)
    expect(phone.locator(".outcome-of-game h2")).to_contain_text(
        f"with {max(match.tables[0].scores)}".replace("-", "−")
    )

    begin(phone, table, "any-game", *SEVEN[3:], title="Skat & Co.", winner="fewest", end="rounds", rounds="3")
    check(phone)
    for number, points in enumerate(ROUNDS[:2], 1):
        enter_round(phone, points)
        see(phone, number)
        check(phone)
    tap(phone.locator(".bar a[href$='/log']"))
    tap(phone.locator("a[href$='/log/2']"))
    enter_round(phone, CORRECTED)
    tap(phone.locator("button[value=surely]"))
    phone.wait_for_url("**/log")
    phone.goto(phone.url.removesuffix("/log"))
    see(phone, 3)
    tap(phone.locator("button.undo"))
    see(phone, 4)
    tap(phone.locator("button.redo"))
    see(phone, 5)
    enter_round(phone, ROUNDS[2])
    see(phone, 6)
    expect(phone.locator(".outcome-of-game h2")).to_have_text("Luis and Jo share the win with −11 points")
    kept = phone.request.get(f"{phone.url}/record.json").json()["entries"]
    assert [[seat["points"] for seat in entry["seats"]] for entry in kept] == [
        [*points] for points in (ROUNDS[0], CORRECTED, ROUNDS[2])
    ]

    phone.goto(f"{table}/statistics")
    titles = phone.locator("h2[id^=kind]").all_text_contents()
    assert titles == ["The Game", "Take That", "Skat & Co. · Fewest points win"]
    assert not phone.faults


def tap(target: Any) -> None:
    """Tap a moment after the tap before: two at the same place at once would be a double tap."""
    target.evaluate(ELSEWHERE)
    target.tap()


def begin(phone: Any, table: str, kind: str, *names: str, **options: str) -> None:
    """Start a game with these people and those who have played before, tapped on the form of a new game."""
    phone.goto(f"{table}/new")
    tap(phone.locator(f"a.door[href$='game={kind}']"))
    phone.locator("#new-name").fill(", ".join(names))
    seated = phone.locator(".places li")
    before = seated.count()
    tap(phone.locator("button[value=new]"))
    expect(seated).to_have_count(before + len(names))
    if not phone.locator("#change[open]").count():
        tap(phone.locator("#change > summary"))
    for name, value in options.items():
        choice = phone.locator(f"label:has(input[name={name}][value={value!r}])")
        if choice.count():
            tap(choice)
            expect(phone.locator(f"input[name={name}]:checked")).to_have_value(value)
        else:
            phone.locator(f"input[name={name}]").fill(value)
    tap(phone.locator("button[value=start]"))
    expect(phone.locator("#question")).to_be_visible()


def play_the_game(phone: Any, entry: dict[str, Any]) -> None:
    """Tap a pile and a card, or what ends the turn or the game."""
    if entry["type"] == "play":
        tap(phone.locator(f".piles a[href$={entry['pile']}]"))
        tap(phone.locator(f".pad a[href$='card={entry['card']}']"))
    elif entry["type"] == "stuck":
        tap(phone.locator(".stuck summary"))
        tap(phone.locator(".stuck button[name=entry]"))
    else:
        tap(phone.locator(".end-turn"))
        expect(phone.locator(".another")).to_have_count(1)


def play_take_that(phone: Any, entry: dict[str, Any]) -> None:
    if entry["type"] == "take":
        tap(phone.locator(".take-row button"))
    else:
        kind = "Lay" if entry["type"] == "lay" else "Pair"
        tap(phone.locator(f".pad button[aria-label^='{kind} {entry['card']}']"))


def enter_round(phone: Any, points: Sequence[int]) -> None:
    """Type everyone's points on the number pad, down the column, with the sign beside those below 0."""
    for seat, number in enumerate(points):
        field = phone.locator(f"input[name=points-{seat}]")
        tap(field)
        phone.keyboard.type(str(abs(number)))
        sign = phone.locator(f"input[name=points-{seat}-minus]")
        if sign.is_checked() != (number < 0):
            tap(phone.locator(f"label:has(input[name=points-{seat}-minus])"))
        expect(sign).to_be_checked(checked=number < 0)
        expect(field).to_have_value(str(abs(number)))
    tap(phone.locator("button[value=round]"))
