"""What people do at a table with a phone: open it, sit down, tap cards."""

from __future__ import annotations

import json
import math
from typing import Any

from playwright.sync_api import expect

SMALL = {"width": 360, "height": 640}  # the smallest phone that everything has to fit on
DOUBLE_TAP = 450  # milliseconds after which a tap at the same place is meant as one


def open_table(phone: Any, name: str = "Friday evening") -> str:
    """Open a table and return its address."""
    phone.goto("/")
    phone.fill("#name", name)
    phone.click("form[action='/tables'] button")
    phone.wait_for_url("**/new")
    phone.goto(phone.url.removesuffix("/new"))  # what follows first is the choice of the first game
    return str(phone.url)


def seat(phone: Any, table: str, kind: str, *names: str) -> None:
    """Open the form of a new game and add people to it."""
    phone.goto(f"{table}/new?kind={kind}")
    for count, name in enumerate(names, start=1):
        phone.fill("#new-name", name)
        phone.click("button[value=new]")
        phone.locator(".places li").nth(count - 1).wait_for()


def start(phone: Any) -> str:
    """Start the game whose form is open, and return its address."""
    phone.click("button[value=start]")
    expect(phone.locator("#question")).to_be_visible()
    return str(phone.url)


def tap(phone: Any, entry: dict[str, Any], inside: str = "#board") -> None:
    """Tap the button that reports `entry`."""
    value = json.dumps(json.dumps(entry, sort_keys=True))
    button = phone.locator(f"{inside} button[name=entry][value={value}]").first
    button.wait_for(state="attached")
    if not button.is_visible():
        button.locator("xpath=ancestor::details").last.locator("summary").first.click()
    click(phone, button)


def click(phone: Any, target: Any) -> None:
    """Click as people do: not twice at the same place in a moment, which would be taken for a double tap."""
    target.click(trial=True)  # scrolls to where it will be clicked
    box = target.bounding_box()
    place = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    if math.dist(place, getattr(phone, "last_click", (-100, -100))) < 60:
        phone.wait_for_timeout(DOUBLE_TAP)
    phone.last_click = place
    target.click()


def see(phone: Any, number: int, timeout: int = 20_000) -> None:
    """Wait until a phone that may enter something shows the game after the `number`-th row of its log."""
    expect(phone.locator("#board input[name=number]").first).to_have_value(str(number), timeout=timeout)
