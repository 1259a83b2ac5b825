"""The page of an evening: what it says is next, and how it ends."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

import pytest
from flask import Flask

from tests.club.club import Club, ClubEvening
from tests.web.pages import Page

NAMES = ("Ana", "Luis", "Zoe", "Bea", "Tom", "Eva")


@pytest.fixture
def evening(app: Flask) -> Iterator[ClubEvening]:
    with app.app_context():
        evening = ClubEvening(Club(app, NAMES, seed=1), 1, "take-that", "rounds", "", date(2026, 1, 2), games="1")
        evening.come(NAMES)
        evening.draw(1)
        evening.change(1, "publish")
        yield evening


def next_step(page: Page) -> list[str]:
    """Return the present step of the evening, and the one green thing on its page."""
    steps = [item.text for item in page.root.all("li") if "aria-current" in item.attrs]
    green = [item for tag in ("a", "button") for item in page.root.all(tag)]
    return [*steps, *(item.text for item in green if "main" in item.attrs.get("class", "").split())]


def test_who_comes_late_is_seated_next(evening: ClubEvening) -> None:
    assert next_step(evening.page()) == ["Results", "Result"]
    evening.guests("Mia")
    assert next_step(evening.page()) == ["Seats", "Seats: Round 1"]
    own = evening.page(evening.club.phones["Ana"])
    assert "Mia is here and has no seat." in own.text and next_step(own)[-1] == "Play here"
    evening.change(1, "seat", who="Mia", to=1)
    assert next_step(evening.page()) == ["Results", "Result"]


def test_an_evening_with_games_that_have_no_result_ends_only_after_a_question(evening: ClubEvening) -> None:
    evening.play(1, 1)
    asked = evening.club.host.get(evening.change(1, "end"))
    assert "End the evening?" in asked.text and not winners(asked)
    assert winners(asked.press("do=end"))
    evening.change(1, "go-on")
    evening.play(1, 2)
    ended = evening.club.host.get(evening.change(1, "end"))
    assert "End the evening?" not in ended.text and winners(ended)


def winners(page: Page) -> list[str]:
    return [line.text for line in page.root.all("p", **{"class": "winner"})]
