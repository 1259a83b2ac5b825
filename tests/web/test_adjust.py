"""Adjustments of points, and ending early. Shown with Take That."""

from __future__ import annotations

import pytest

from tests.web.pages import Page, Visitor

COUNTED = {
    "type": "result",
    "seats": [{"twisted": 20, "cards": 12, "toads": 1}, {"twisted": 24, "cards": 10, "toads": 2}],
}


@pytest.fixture
def game(visitor: Visitor) -> Page:
    """A match of three games of Take That, the first of which is over."""
    game = visitor.seat("take-that", "Ana", "Luis").press("do=start", games="3")
    return visitor.submit(game, COUNTED)


@pytest.mark.parametrize("typed", ["7", "-7", "\N{MINUS SIGN}7"])
def test_a_minus_that_is_chosen_typed_or_both_counts_once(game: Page, typed: str) -> None:
    page = game.follow("/log").follow("/adjust")
    after = page.press("/adjust", seat="1", sign="-", points=typed, reason="looked at the cards")
    assert after.url == game.url
    assert game.entries()[-1] == {"type": "adjust", "seat": 1, "points": -7, "reason": "looked at the cards"}


def test_a_page_that_is_sent_again_with_other_points_is_another_adjustment(visitor: Visitor, game: Page) -> None:
    page = game.follow("/log").follow("/adjust")
    first = {"seat": "0", "points": "5", "reason": "forgot a pair"}
    for _ in range(2):
        assert page.press("/adjust", **first).url == game.url
    assert [entry["points"] for entry in game.entries()[1:]] == [5]
    late = page.press("/adjust", **{**first, "seat": "1", "points": "7"})
    assert late.status == 409, "the page does not know the first adjustment"
    late.press("/adjust")
    assert [(entry["seat"], entry["points"]) for entry in game.entries()[1:]] == [(0, 5), (1, 7)]


def test_adjustments_are_corrected_from_the_log(visitor: Visitor, game: Page) -> None:
    after = visitor.submit(game, {"type": "adjust", "seat": 1, "points": -7, "reason": "looked at the cards"})
    line = visitor.get(f"{after.url}/log/2")
    assert line.root.all("input", name="points")[0].attrs["value"] == "7"
    assert "checked" in line.root.all("input", name="sign", value="-")[0].attrs
    assert line.press("/log/2", points="0").status == 422
    line.press("/log/2", points="5", sign="+")
    assert game.entries()[-1] == {"type": "adjust", "seat": 1, "points": 5, "reason": "looked at the cards"}


def test_a_correction_that_comes_too_late_may_hold_any_text(visitor: Visitor, game: Page) -> None:
    after = visitor.submit(game, {"type": "adjust", "seat": 1, "points": -7, "reason": "looked at the cards"})
    line = visitor.get(f"{game.url}/log/2")
    after.press("/undo").press("/redo")
    assert line.press("/log/2", points="abc").status == 409
    assert game.entries()[-1]["points"] == -7


@pytest.mark.parametrize(
    ("typed", "complaint"),
    [
        ({"seat": "0", "points": "0", "reason": "x"}, "but not 0"),
        ({"seat": "0", "points": "1000", "reason": "x"}, "from −999 to 999"),
        ({"seat": "0", "points": "abc", "reason": "x"}, "a whole number"),
        ({"points": "5", "reason": "x"}, "choose one of these"),
        ({"seat": "0", "points": "5", "reason": "  "}, "enter a reason"),
        ({"seat": "9", "points": "5", "reason": "x"}, "no seat 9"),
    ],
)
def test_impossible_points_are_refused_and_what_was_typed_is_kept(
    visitor: Visitor, game: Page, typed: dict[str, str], complaint: str
) -> None:
    page = visitor.get(f"{game.url}/adjust").press("/adjust", **typed)
    assert page.status == 422
    errors = [*page.root.all("section", data_kind="bad"), *page.root.all("p", **{"class": "wrong"})]
    assert [complaint in part.text for part in errors] == [True]
    assert page.root.all("input", id="points")[0].attrs["value"] == typed["points"]
    assert game.entries()[-1] == COUNTED


def test_a_reason_may_hold_any_text_and_is_escaped(visitor: Visitor, game: Page) -> None:
    reason = "<script>alert(1)</script> =cmd"
    visitor.get(f"{game.url}/adjust").press("/adjust", seat="0", points="5", reason=reason)
    log = visitor.get(f"{game.url}/log")
    assert reason in log.text
    assert "<script>alert" not in log.source


def test_a_reason_has_at_most_200_characters(visitor: Visitor, game: Page) -> None:
    page = visitor.get(f"{game.url}/adjust").press("/adjust", seat="0", points="5", reason="x" * 60_000)
    assert page.status == 422
    assert "200" in page.root.all("p", id="reason-wrong")[0].text
    assert page.root.all("input", id="points")[0].attrs["value"] == "5"


def test_a_game_is_finished_early_but_not_before_its_first_deal_and_undo_brings_it_back(game: Page) -> None:
    fresh = game.visitor.seat("take-that", "Ana", "Luis").press("do=start")
    assert not fresh.visitor.get(f"{fresh.url}/end").buttons({"type": "finish"})
    over = game.follow("/end").press({"type": "finish"})
    assert over.buttons("/new/1")
    back = over.press("/undo")
    assert not back.buttons("/new/1")
