"""The form of a new match of Take That."""

from __future__ import annotations

from tests.web.pages import Page, Visitor, table_of


def test_a_new_game_starts_from_the_last_settings_of_that_game(visitor: Visitor) -> None:
    game = visitor.seat("take-that", "Ana", "Luis").press("do=start", games="4", advanced="yes", dealer="0")
    table = table_of(game)
    page = visitor.visit_new("take-that", table)
    assert page.root.all("input", name="games")[0].attrs["value"] == "4"
    assert _choices(page, "advanced") == {"yes": True, "no": False}
    assert _choices(page, "dealer") == {"0": False, "1": True}


def _choices(page: Page, name: str) -> dict[str, bool]:
    found = page.root.all("input", type="radio", name=name)
    return {item.attrs["value"]: "checked" in item.attrs for item in found}
