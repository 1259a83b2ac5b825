"""A game that the program does not know, from the first page to its end, tapped on the smallest phone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import expect

from tests.browser.axe import check
from tests.browser.taps import ELSEWHERE, SMALL, see

FOUR = ("Raúl", "Eva", "Jo", "Kim")
ROUNDS = ((12, -5, 0, 30), (-20, 3, 3, 0), (5, -9, 4, 0))
CORRECTED = (-20, 3, -2, 0)  # the second round


def test_another_game_is_named_counted_corrected_and_won_by_taps(phones: Callable[..., Any]) -> None:
    phone = phones(has_touch=True)
    phone.set_viewport_size(SMALL)
    phone.goto("/")
    phone.locator("#name").fill("Friday")
    tap(phone.get_by_role("button", name="Create"))
    phone.wait_for_url("**/new")
    begin(phone, title="Skat & Co.", winner="fewest", end="rounds", rounds="3")
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
    expect(phone.locator(".outcome-of-game h2")).to_have_text("Eva wins with −11 points")
    kept = phone.request.get(f"{phone.url}/record.json").json()["entries"]
    assert [[seat["points"] for seat in entry["seats"]] for entry in kept] == [
        [*points] for points in (ROUNDS[0], CORRECTED, ROUNDS[2])
    ]
    assert not phone.faults


def tap(target: Any) -> None:
    """Tap a moment after the tap before: two at the same place at once would be a double tap."""
    target.evaluate(ELSEWHERE)
    target.tap()


def begin(phone: Any, **options: str) -> None:
    """Start a game of four with these options, tapped on the form of a new game."""
    tap(phone.locator("a.door[href$='game=any-game']"))
    phone.locator("#new-name").fill(", ".join(FOUR))
    tap(phone.locator("button[value=new]"))
    expect(phone.locator(".places li")).to_have_count(len(FOUR))
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
