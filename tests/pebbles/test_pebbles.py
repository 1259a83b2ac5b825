"""Pebbles: its rules, pages, sheets and rules question, and what it gets for that from the shared packages."""

from __future__ import annotations

from typing import Any

import pytest

from companion.sheets.print_job import sheets_of
from tests.examples import recorded, replayed
from tests.pebbles import questions, samples
from tests.pebbles.game import Pebbles
from tests.web.pages import Page, Visitor


def build(entries: list[dict[str, Any]], **options: Any) -> dict[str, Any]:
    return replayed(recorded("pebbles", ("Ana", "Luis"), entries, options))


def round_of(*taken: int) -> dict[str, Any]:
    return {"type": "round", "seats": [{"taken": count} for count in taken]}


def started(visitor: Visitor) -> Page:
    return visitor.seat("pebbles", "Ana", "Luis").press("do=start")


@pytest.mark.parametrize(("rulings", "scores"), [({}, [0, 0]), ({"tied_most": "points"}, [3, 3])])
def test_a_house_rule_decides_a_tie(rulings: dict[str, str], scores: list[int]) -> None:
    assert build([round_of(3, 3)], rulings=rulings)["rounds"][0]["scores"] == scores


@pytest.mark.parametrize(
    ("entries", "code", "rule"),
    [
        ([round_of(6, 0)], "counts-within", "PB-04"),
        ([round_of(4, 3)], "bowl-empty", "PB-03"),
        ([round_of(1)], "seats-count", "RECORD"),
        ([{"type": "take", "seat": 2, "count": 1}], "no-such-seat", "RECORD"),
        ([samples.FIRST_ENTRY, samples.FIRST_ENTRY], "already-taken", "PB-02"),
        ([{"type": "take", "seat": 0, "count": True}], "wrong-type", "RECORD"),
        ([{"type": "finish"}], "no-complete-round", "PB-05"),
        ([round_of(1, 2), {"type": "finish"}, round_of(1, 2)], "game-over", "RECORD"),
        ([{"type": "adjust", "seat": 0, "points": 0, "reason": "x"}], "adjust-points", "RECORD"),
    ],
)
def test_what_is_impossible_is_refused(entries: list[dict[str, Any]], code: str, rule: str) -> None:
    report = build(entries)
    assert report["refusal"]["entry"] == len(entries) - 1
    assert [(violation["code"], violation["rule"]) for violation in report["refusal"]["violations"]] == [(code, rule)]


def test_a_round_is_played_tap_by_tap(visitor: Visitor) -> None:
    game = started(visitor)
    assert "Round 1 of 3" in game.text
    game = game.press({"count": 3, "seat": 0, "type": "take"})
    assert "How many pebbles did Luis take?" in game.text
    game = game.press({"count": 2, "seat": 1, "type": "take"})
    assert "Round 1: Ana 0, Luis +2" in game.text
    assert "Round 2 of 3" in game.text


def test_its_desk_asks_only_for_what_is_not_known_yet(visitor: Visitor) -> None:
    game = visitor.submit(started(visitor), {"type": "take", "seat": 1, "count": 2})
    game = visitor.submit(game, {"type": "adjust", "seat": 1, "points": 3, "reason": "late"})
    assert "How many pebbles does Ana have?" in visitor.get(f"{game.url}/desk?line=2").text


def test_a_whole_round_is_corrected_from_the_desk(visitor: Visitor) -> None:
    game = visitor.submit(started(visitor), round_of(3, 2))
    assert "Ana took the most" in visitor.get(f"{game.url}/desk?line=1").text
    changed = visitor.get(f"{game.url}/desk?line=1&players=2&count0=1&count1=2")
    changed.press(round_of(1, 2)).press("do=surely")
    assert game.entries() == [round_of(1, 2)]


def test_a_game_without_a_rule_book_has_no_pages_links_or_sheets_about_rules(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(questions, "QUESTIONS", None)
    monkeypatch.setattr(Pebbles, "SWITCHES", ())  # the texts of house rules are in the book
    play = started(visitor)
    own = {link.attrs["href"].removeprefix(f"{play.url}/").partition("?")[0] for link in play.root.all("a")}
    assert {"log", "settings"} <= own
    assert not own & {"desk", "rules", "wrong", "setup"}
    for url in (*(f"{play.url}/{name}" for name in ("desk", "rules", "rules/look-up", "wrong")), "/rules/pebbles"):
        assert visitor.get(url).status == 404, url
    assert [*sheets_of("pebbles")] == ["score", "join", "tent"]
