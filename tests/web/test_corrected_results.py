"""The result form of a game on the page that corrects its log: both have fields of their own."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.pages import Page, Visitor

BIDS = {"front-0": "K3", "front-1": "-", "front-2": "-"}
HANDS = {"hand-0": "3", "hand-1": "4"}
CARDS = {"twisted-0": "40", "cards-0": "10", "toads-0": "5", "twisted-1": "20", "cards-1": "2", "toads-1": "0"}
POINTS = {"twisted-0": "40", "points-0": "20", "twisted-1": "20", "points-1": "2"}
# The game, the chosen form of its result, its fields, and a change that makes another possible result.
FORMS = [
    ("bids", "", BIDS, {"front-0": "K4"}),
    ("the-game", "hands", HANDS, {"hand-0": "2"}),
    ("the-game", "sum", {"leftover": "30"}, {"leftover": "20"}),
    ("take-that", "cards", CARDS, {"toads-0": "4"}),
    ("take-that", "points", POINTS, {"points-1": "7"}),
]
EACH_FORM = pytest.mark.parametrize(("kind", "way", "fields", "change"), FORMS)
REDRAWING = pytest.mark.parametrize("button", ["Check the total", "Update"])  # "Update" is pressed by forms.js


def started(visitor: Visitor, kind: str) -> Page:
    return visitor.seat(kind, *("Ana", "Luis", "Zoë")[: 3 if kind == "bids" else 2]).press("Start the game")


def filled_in(form: Page, way: str, fields: dict[str, str]) -> Page:
    """Return the result form after a choice among its ways and another check."""
    if way:
        form = form.press("Check the total", how=way)
    return form.press("Check the total", **fields)


def with_result(visitor: Visitor, kind: str, way: str, fields: dict[str, str]) -> Page:
    game = started(visitor, kind)
    return filled_in(game.follow("Enter a result instead"), way, fields).press("Enter this result")


def entries(visitor: Visitor, game: Page) -> list[dict[str, Any]]:
    return visitor.client.get(f"{game.address}/record.json").json["entries"]


def values(page: Page) -> dict[str, str]:
    return {field.attrs.get("name", ""): field.attrs.get("value", "") for field in page.root.all("input")}


@REDRAWING
@EACH_FORM
def test_a_result_that_is_checked_is_not_corrected_yet(
    visitor: Visitor, kind: str, way: str, fields: dict[str, str], change: dict[str, str], button: str
) -> None:
    game = with_result(visitor, kind, way, fields)
    saved = entries(visitor, game)
    checked = visitor.get(f"{game.address}/log/1").press(button, **change)
    assert (checked.status, checked.title) == (200, "Correct an entry")
    assert change.items() <= values(checked).items()
    assert entries(visitor, game) == saved
    checked.press("Enter this result")
    (corrected,) = entries(visitor, game)
    assert corrected != saved[0]


@REDRAWING
@EACH_FORM
def test_a_result_is_inserted_before_another_entry_and_replaces_nothing(
    visitor: Visitor, kind: str, way: str, fields: dict[str, str], change: dict[str, str], button: str
) -> None:
    if kind == "the-game":  # a game has one result, so another entry stands after it
        game = visitor.report(started(visitor, kind), {"type": "play", "pile": "up1", "card": 5})
    else:
        game = with_result(visitor, kind, way, fields)
    saved = entries(visitor, game)
    form = visitor.get(f"{game.address}/log/1").follow("Something is missing before this")
    form = form.follow("Insert a whole result")
    checked = filled_in(form, way, {**fields, **change}).press(button)
    assert (checked.status, checked.title) == (200, "Insert an entry")
    assert entries(visitor, game) == saved
    after = checked.press("Enter this result")
    if kind == "the-game":
        assert (after.status, after.title) == (409, "Later entries would no longer be valid")
        assert entries(visitor, game) == saved
        after.press("Correct, and delete it")
        assert [entry["type"] for entry in entries(visitor, game)] == ["result"]
    else:
        inserted, kept = entries(visitor, game)
        assert [kept] == saved
        assert inserted != kept


@pytest.mark.parametrize("kind", ["bids", "the-game", "take-that"])
def test_no_result_form_has_a_field_with_a_name_of_the_correction_page(visitor: Visitor, kind: str) -> None:
    form = started(visitor, kind).follow("Enter a result instead")
    names = {node.attrs.get("name") for node in form.root.below() if node.tag in ("input", "button", "select")}
    assert "as-result" in names
    assert not names & {"do", "pending", "invalidated", "entry"}


@pytest.mark.parametrize("action", ["", "x", "before", "replace "])
def test_an_unknown_action_changes_nothing(visitor: Visitor, action: str) -> None:
    game = with_result(visitor, "the-game", "sum", {"leftover": "30"})
    saved = entries(visitor, game)
    typed = {"how": "sum", "leftover": "20", "type": "result"}
    sent = list({**values(visitor.get(f"{game.address}/log/1")), **typed}.items())
    assert visitor.post(f"{game.address}/log/1", [*sent, ("do", action)]).status == 400
    assert visitor.post(f"{game.address}/log/1?do={action}", sent).status == 400
    assert visitor.get(f"{game.address}/log/1?do={action}").status == 400
    assert entries(visitor, game) == saved
    assert visitor.post(f"{game.address}/log/1", [*sent, ("do", "replace")]).status == 200
    assert entries(visitor, game) != saved
