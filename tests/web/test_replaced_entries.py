"""A result in place of cards that were entered one by one: set aside, and put back."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.pages import Page, Visitor
from tests.web.test_change_notice import points

LIVE: dict[str, list[dict[str, Any]]] = {
    "bids": [{"type": "reveal", "card": "K5"}, {"type": "bid", "seat": 0, "card": "R3"}],
    "the-game": [{"type": "play", "pile": "up1", "card": 5}, {"type": "play", "pile": "up1", "card": 9}],
    "take-that": [{"type": "lay", "card": 34}, {"type": "lay", "card": 38}],
}
FIELDS = {
    "bids": {"front-0": "K3"},
    "the-game": {"how": "sum", "leftover": "30"},
    "take-that": {"twisted-0": "20", "cards-0": "30", "toads-0": "3", "twisted-1": "10", "cards-1": "5"},
}


def started(visitor: Visitor, kind: str) -> Page:
    names = ("Ana", "Luis", "Zoë")[: 3 if kind == "bids" else 2]
    return visitor.seat(kind, *names).press("do=start")


def live(visitor: Visitor, kind: str) -> Page:
    return visitor.submit_all(started(visitor, kind), *LIVE[kind])


def enter(game: Page, kind: str) -> Page:
    return send(game.follow("/result"), kind)


def send(form: Page, kind: str) -> Page:
    button = next(node for node in form.root.all("form") if node.all("input", name="as-result"))
    known = {node.attrs.get("name"): node.attrs.get("value", "") for node in button.all("input")}
    sent = {name: known.get(name, "") for name in ("csrf_token", "number", "submission")}
    whole = {"bids": "round", "the-game": "result", "take-that": "result"}[kind]
    return form.visitor.post(form.url, list({**sent, **FIELDS[kind], "type": whole}.items()))


def undo_button(page: Page) -> str:
    """Return what the button says that takes back the last entry."""
    return page.buttons("/undo")[0].name


@pytest.mark.parametrize("kind", LIVE)
def test_a_result_can_be_entered_after_live_entries_and_undone(visitor: Visitor, kind: str) -> None:
    game = live(visitor, kind)
    after = enter(game, kind)
    assert after.url == game.url, after.text
    assert game.entries()[-1]["type"] in ("round", "result")
    assert "esult" in undo_button(after), "not just a correction"
    visitor.get(game.url).press("/undo")
    assert game.entries() == LIVE[kind]


def test_undo_names_a_result_that_replaced_one_entry_but_not_its_correction(visitor: Visitor) -> None:
    game = visitor.submit(started(visitor, "the-game"), LIVE["the-game"][0])
    enter(game, "the-game")
    page = visitor.get(game.url)
    assert undo_button(page) == "↶ Undo Result: 30 cards left" and "Entered by the host" in page.text
    visitor.get(f"{game.url}/log/1").press("type=result", leftover="31").press("do=surely")
    assert game.entries() == [{"type": "result", "leftover": 31}]
    visitor.get(game.url).press("/undo")
    assert undo_button(visitor.get(game.url)) == "↶ Undo Result: 30 cards left"


def test_totals_change_from_what_was_in_front_of_the_players(visitor: Visitor) -> None:
    game = visitor.submit_all(started(visitor, "take-that"), LIVE["take-that"][0], {"type": "twist", "card": 43})
    enter(game, "take-that")
    assert points(visitor.get(game.url).root) == ["Total: Ana 0 → −25 Luis 2 → 5"]


@pytest.mark.parametrize("kind", ["the-game", "take-that"])
def test_a_result_that_does_not_know_of_a_new_entry_comes_too_late(visitor: Visitor, kind: str) -> None:
    *earlier, latest = LIVE[kind]
    game = visitor.submit_all(started(visitor, kind), *earlier)
    form = game.follow("/result")
    visitor.submit(game, latest)
    answer = send(form, kind)
    assert (answer.status, "Someone else got there first" in answer.text) == (409, True)
    typed = {node.attrs.get("name"): node.attrs.get("value") for node in answer.root.all("input")}
    assert {name: typed[name] for name in FIELDS[kind] if name != "how"}.items() <= FIELDS[kind].items()
    assert game.entries() == LIVE[kind]
    assert send(answer, kind).url == game.url, "now they were shown what is set aside"


@pytest.mark.parametrize("kind", ["the-game", "take-that"])
def test_replaced_entries_can_be_restored_later(visitor: Visitor, kind: str) -> None:
    game = live(visitor, kind)
    enter(game, kind)
    assert [entry["type"] for entry in game.entries()] == ["result"]
    early = visitor.get(f"{game.url}/log/1")
    visitor.get(game.url).press("/undo").press("/redo")
    late = early.press("/restore")
    assert (late.status, late.values["notice"].kind, late.values["replaced_count"]) == (
        409,
        "conflict",
        len(LIVE[kind]),
    )
    visitor.get(f"{game.url}/log/1").press("/restore").press("do=surely")
    assert game.entries() == LIVE[kind]


def test_adjustments_are_not_replaced_by_a_result(visitor: Visitor) -> None:
    game = live(visitor, "take-that")
    agreed = {"type": "adjust", "seat": 0, "points": 5, "reason": "agreed"}
    visitor.submit(game, agreed)
    enter(visitor.get(game.url), "take-that")
    assert sorted(entry["type"] for entry in game.entries()) == ["adjust", "result"]


def test_the_alliance_of_the_tricks_so_far_is_filled_in(visitor: Visitor) -> None:
    game = visitor.seat("bids", "Ana", "Luis", "Zoë", "Olga María").press("do=start", ally="yes")
    bids = [{"type": "bid", "seat": seat, "card": card} for seat, card in enumerate(("WA", "R2", "R3", "R9"))]
    for entry in ({"type": "reveal", "card": "K5"}, *bids):
        game = visitor.submit(game, entry)
    form = visitor.get(f"{game.url}/result")
    ticked = [field.attrs["name"] for field in form.root.all("input", type="checkbox") if "checked" in field.attrs]
    assert ticked == ["ally-0", "ally-3"]
