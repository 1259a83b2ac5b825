"""Correcting a past entry on its page: replacing, deleting and inserting it. Shown with The Game."""

from __future__ import annotations

import json
import re

import pytest

from companion.store import submissions
from companion.store.models import Game
from companion.store.submissions import Submission
from tests.the_game.turns import END, play
from tests.web.markup import Node
from tests.web.pages import Page, Visitor
from tests.web.test_play import fields
from tests.web.the_game import game, game_in_progress, notice, rules

__all__ = ["game", "game_in_progress"]


FIRST = {"question": "Ana: 2 more cards", "heading": "Turn 1, Ana", "takes_result": True}
NEXT = {"question": "Luis: 2 more cards", "heading": "Turn 2, Luis", "takes_result": False}


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("1", {**FIRST, "is_of_turn": True}),
        ("1?origin=play", {**FIRST, "is_of_turn": True}),
        ("1?as-result=1", {**FIRST, "question": None, "is_of_turn": True}),
        ("1/insert", {**FIRST, "is_of_turn": False}),
        ("4", {**NEXT, "is_of_turn": True}),
        ("4/insert?origin=play", {**NEXT, "is_of_turn": False}),
        ("turn/1?origin=play", {**FIRST, "later": {30}}),
        ("turn/4", {**NEXT, "later": set()}),
        ("insert/1", {**FIRST, "later": {10, 20, 30}}),
        ("insert/4?origin=play", {**NEXT, "later": {30}}),
    ],
)
def test_the_page_of_a_correction_asks_what_was_asked_then(
    visitor: Visitor, game_in_progress: Page, path: str, shown: dict[str, object]
) -> None:
    url = f"{game_in_progress.url}/log/{path}"
    values, is_turn = visitor.get(url).values, "later" in shown
    question = values["question"]
    assert {**{name: values[name] for name in shown}, "question": question and question.title} == shown
    origin = "play" if "origin" in path else None
    came_from = game_in_progress.url + ("" if origin else "/log")
    assert (values["inserts"], values["origin"], values["came_from"]) == ("insert" in path, origin, came_from)
    target, action = values["form_target"], url.partition("?as")[0]
    sent = (target.action, target.query_url, target.last_row, target.pending, target.is_enhanced)
    assert sent == (action, f"{action}{'&' if origin else '?'}", 4, "[]", False)
    if is_turn:
        assert (values["last"], values["earlier"]) == ("", "")
    else:
        assert (values["author"], values["pending"], values["replaced_count"]) == ("the host", [], 0)
        assert (values["form"], values["result"] is None) == (None, question is not None)


def test_invalidated_entries_are_listed_corrected_one_by_one_and_written_together(
    visitor: Visitor, game_in_progress: Page
) -> None:
    page = correct(visitor.get(f"{game_in_progress.url}/log/1"), play(25))
    assert (page.status, rules(page.root)[0]) == (409, "TG-03")
    assert game_in_progress.entries() == [play(10), play(20), END, play(30)]
    page = page.press("/log/2")
    assert notice(page).attrs["data-kind"] == "warn"
    page = correct(page, play(26))
    assert page.url.endswith("/log"), page.text
    assert game_in_progress.entries() == [play(25), play(26), END, play(30)]
    undone = visitor.get(game_in_progress.url)
    undone.press("/undo")
    assert game_in_progress.entries() == [play(10), play(20), END, play(30)], "the corrections are one step"


def test_an_entry_is_deleted_together_with_the_later_ones_that_need_it(
    visitor: Visitor, game_in_progress: Page
) -> None:
    page = visitor.get(f"{game_in_progress.url}/log/2").press("/delete")
    assert page.status == 409
    assert "This entry would move from “Turn 2, Luis” to “Turn 1, Ana”." in page.text
    assert page.title == "That doesn't fit with “Turn 1, Ana”"
    page = page.press("/resolve")
    assert page.url.endswith("/log"), page.text
    assert game_in_progress.entries() == [play(10)]


def test_later_results_move_to_the_next_game_with_consent(visitor: Visitor) -> None:
    game = visitor.seat("take-that", "Ana", "Luis").press("do=start", games="3")
    seats = [{"twisted": 20, "cards": 12, "toads": 1}, {"twisted": 24, "cards": 10, "toads": 2}]
    first, forgotten = ({"type": "result", "seats": order} for order in (seats, seats[::-1]))
    game = visitor.submit(game, first)
    url = f"{game.url}/log/1/insert?as-result=1"
    page = correct(visitor.get(url), forgotten)
    assert (page.status, page.title) == (409, "Then this moves to another part of the game")
    assert "This entry would move from “Deal 1” to “Deal 2”." in page.text
    assert game.entries() == [first]
    assert page.press("do=move").url.endswith("/log")
    assert game.entries() == [forgotten, first]


@pytest.mark.parametrize("pending", ["{", "7", '[{"line": 1}]', '["x"]', '[{"line": "99", "entry": null}]'])
def test_malformed_pending_corrections_are_refused(visitor: Visitor, game_in_progress: Page, pending: str) -> None:
    page = visitor.get(f"{game_in_progress.url}/log/1")
    assert correct(page, play(11), pending=pending).status in (400, 422)
    if pending == "7":
        assert visitor.get(f"{game_in_progress.url}/log/turn/1?pending=7").status == 400
    assert game_in_progress.entries()[0] == play(10)


def grid(page: Page) -> Node:
    """Return the first form of the grid of a correction page."""
    return next(form for form in page.root.all("form") if re.search(r"/log/\d+(/insert)?$", form.attrs["action"]))


def correct(page: Page, entry: object, **changed: str) -> Page:
    """Return the page after the grid of a correction page submits `entry`."""
    form = grid(page)
    data = {field.attrs["name"]: field.attrs["value"] for field in form.all("input", type="hidden")}
    data |= {"entry": json.dumps(entry), **changed}
    return page.visitor.post(form.attrs["action"], list(data.items()))


def test_a_late_correction_is_a_conflict_that_shows_what_was_sent(visitor: Visitor, game_in_progress: Page) -> None:
    first, second = (visitor.get(f"{game_in_progress.url}/log/1") for _ in range(2))
    correct(first, play(11))
    page = correct(second, play(12))
    assert (page.status, page.title) == (409, "What really happened?")
    assert "Ana lays the 12" in notice(page).text
    assert game_in_progress.entries()[0] == play(11)
    correct(page, play(12))
    assert game_in_progress.entries()[0] == play(12), "this page knows the first correction"


def test_a_late_correction_of_an_earlier_turn_is_not_offered_as_the_next_entry(
    visitor: Visitor, game_in_progress: Page
) -> None:
    first, second = (visitor.get(f"{game_in_progress.url}/log/1") for _ in range(2))
    correct(first, play(11))
    page = correct(second, play(60))  # which would be possible now
    assert page.status == 409 and "Ana lays the 60" in notice(page).text
    assert not notice(page).all("button")


def test_a_correction_of_an_entry_that_is_deleted_at_the_same_moment_shows_what_was_sent(
    visitor: Visitor, game_in_progress: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = submissions.append_correction

    def make_after_another(game: Game, changes: object, submission: Submission, **how: bool) -> object:
        make(game, [{"line": "4", "entry": None}], Submission(None, submission.last_row, "another"))
        return make(game, changes, submission, **how)

    page = visitor.get(f"{game_in_progress.url}/log/4")
    monkeypatch.setattr(submissions, "append_correction", make_after_another)
    after = correct(page, play(31))
    assert after.status == 409
    assert "This entry is gone" in after.text and "Luis lays the 31" in notice(after).text
    assert game_in_progress.entries() == [play(10), play(20), END]


@pytest.mark.parametrize(
    ("line", "button", "left"),
    [
        (4, "/delete", [play(10), play(20), END]),
        (2, "/resolve", [play(10)]),
        (1, "do=surely", [play(10), play(20), END, play(30)]),
    ],
)
def test_a_change_that_is_sent_twice_happens_once(
    visitor: Visitor, game_in_progress: Page, line: int, button: str, left: list[object]
) -> None:
    """A double tap, or a response that was lost."""
    if button == "do=surely":
        form = visitor.get(f"{game_in_progress.url}/result")
        visitor.post(form.url, [*fields(form).items(), ("type", "result"), ("how", "sum"), ("leftover", "20")])
    page = visitor.get(f"{game_in_progress.url}/log/{line}")
    first = {"/resolve": "/delete", "do=surely": "/restore"}.get(button)
    page = page.press(first) if first else page
    for after in (page.press(button), page.press(button)):
        assert (after.status, after.url) == (200, f"{game_in_progress.url}/log")
    assert game_in_progress.entries() == left


def test_a_correction_of_an_entry_that_was_just_undone_shows_what_was_sent(
    visitor: Visitor, game_in_progress: Page
) -> None:
    page = visitor.get(f"{game_in_progress.url}/log/2")
    for _again in range(2):
        visitor.get(game_in_progress.url).press("/undo")
    late = correct(page, play(31))
    assert (late.status, late.title) == (409, "Correct")
    assert "Ana lays the 31" in notice(late).text
    assert late.follow("/log").url.endswith("/log")
    late.press({"card": 31, "pile": "up1", "type": "play"})
    assert game_in_progress.entries() == [play(10), play(31)]


@pytest.mark.parametrize("path", ["4/delete", "4/insert", "turn/4", "insert/4", "round/4"])
def test_a_change_of_an_entry_that_was_just_undone_is_a_conflict(
    visitor: Visitor, game_in_progress: Page, path: str
) -> None:
    page = visitor.get(f"{game_in_progress.url}/log/4")
    visitor.get(game_in_progress.url).press("/undo")
    late = visitor.post(f"{game_in_progress.url}/log/{path}", [*fields(page).items()])
    assert late.status == 409
