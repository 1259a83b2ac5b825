"""Names written from right to left beside numbers, as a browser places them: each number stays with its person."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.taps import create_table, enter, seat, send
from tests.checked import matched
from tests.evening import DUEL

# Each name with its letters from left to right, as they stand on the page.
NAMES = {"דנה": "הנד", "هند": "دنه", "Zoë שרה 2": "Zoë2הרש", "Luis": "Luis"}
LARGE = {"width": 1280, "height": 800}

# The letters of an element from left to right. Those of one line only, without spaces.
PLACED = """element => {
  const letters = [], range = document.createRange()
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    for (let at = 0; at < walker.currentNode.length; at++) {
      range.setStart(walker.currentNode, at)
      range.setEnd(walker.currentNode, at + 1)
      const { left, width } = range.getBoundingClientRect()
      if (width > 0 && range.toString().trim()) letters.push([left, range.toString()])
    }
  }
  return letters.sort((one, other) => one[0] - other[0]).map((letter) => letter[1]).join("")
}"""
# The same of a text that another program shows, which takes its direction from the text.
PLACED_ELSEWHERE = f"""text => {{
  const line = document.body.appendChild(document.createElement("pre"))
  line.dir = "auto"
  line.style.display = "table"
  line.textContent = text
  return ({PLACED})(line)
}}"""


@pytest.fixture
def phone(phones: Callable[..., Any]) -> Any:
    """A phone with a large screen at the page after a game of Take That."""
    phone = phones()
    phone.set_viewport_size(LARGE)
    table = create_table(phone)
    seat(phone, table, "take-that", *NAMES)
    ids = phone.locator("input[name=player]").evaluate_all("all => all.map(node => node.value)")
    players = [("player", id) for id in ids]
    game = send(phone, f"{table}/new", *players, game="take-that", do="start", games="1").url
    seats = [*DUEL["seats"], {"twisted": 4, "points": 5}]
    enter(phone, game, 0, {**DUEL, "seats": seats})
    phone.goto(f"{game}/afterwards")
    return phone


def test_places_and_points_stand_beside_their_names(phone: Any) -> None:
    phone.goto(phone.url.replace("1/afterwards", "history"))
    places = phone.locator(".podium-place")
    seen = [places.nth(at).evaluate(PLACED) for at in range(places.count())]
    assert len(seen) == len(NAMES)
    for text, logical in zip(seen, places.all_text_contents(), strict=True):
        place, name, points = matched(r"(\d)\. \u2068?(.*?)\u2069? (−?\d+)\s*$", logical).groups()
        assert text == f"{place}.{NAMES[name]}{points}"


def test_a_shared_text_has_each_number_beside_its_name(phone: Any) -> None:
    lines = phone.locator("textarea").input_value().splitlines()[1:5]
    for line in lines:
        place, name, points = matched(r"(\d)\. \u2068?(.*?)\u2069?: ([−\d]+)", line).groups()
        assert phone.evaluate(PLACED_ELSEWHERE, line) == f"{place}.{NAMES[name]}:{points}"
    assert len(lines) == 4
