"""A result in place of cards that were entered one by one: set aside, and put back."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.pages import Page, Visitor
from tests.web.test_change_notice import points
from tests.web.test_play import fields

LIVE: dict[str, list[dict[str, Any]]] = {
    "the-game": [{"type": "play", "pile": "up1", "card": 5}, {"type": "play", "pile": "up1", "card": 9}],
    "take-that": [{"type": "lay", "card": 34}, {"type": "lay", "card": 38}],
}
FIELDS = {
    "the-game": {"how": "sum", "leftover": "30"},
    "take-that": {"twisted-0": "20", "cards-0": "30", "toads-0": "3", "twisted-1": "10", "cards-1": "5"},
}


def started(visitor: Visitor, kind: str) -> Page:
    return visitor.seat(kind, "Ana", "Luis").press("do=start")


def live(visitor: Visitor, kind: str) -> Page:
    return visitor.submit_all(started(visitor, kind), *LIVE[kind])


def enter(game: Page, kind: str) -> Page:
    return send(game.follow("/result"), kind)


def send(form: Page, kind: str) -> Page:
    return form.visitor.post(form.url, list({**fields(form), **FIELDS[kind], "type": "result"}.items()))


def undo_button(page: Page) -> str:
    """Return what the button says that takes back the last entry."""
    return page.buttons("/undo")[0].name


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


@pytest.mark.parametrize("kind", LIVE)
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


@pytest.mark.parametrize("kind", LIVE)
def test_replaced_entries_come_back_by_an_undo_or_later(visitor: Visitor, kind: str) -> None:
    game = live(visitor, kind)
    after = enter(game, kind)
    assert after.url == game.url, after.text
    assert [entry["type"] for entry in game.entries()] == ["result"]
    early = visitor.get(f"{game.url}/log/1")
    undone = visitor.get(game.url).press("/undo")
    assert game.entries() == LIVE[kind]
    undone.press("/redo")
    late = early.press("/restore")
    assert (late.status, late.values["notice"].kind, late.values["replaced_count"]) == (
        409,
        "conflict",
        len(LIVE[kind]),
    )
    visitor.get(f"{game.url}/log/1").press("/restore").press("do=surely")
    assert game.entries() == LIVE[kind]
