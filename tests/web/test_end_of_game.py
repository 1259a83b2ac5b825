"""The end of a game: the podium, what was remarkable, and playing again with one tap."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from companion.store import game_log, tables
from companion.store.refusals import refusal
from companion.web.play.board import _streak, other_games
from companion.web.play.context import BoardContext
from companion.web.play.pages import Reader
from tests.web.pages import Page, Visitor, filled, row_of

DUEL = {
    "type": "result",
    "seats": [{"twisted": 8, "points": 20}, {"twisted": 10, "points": 5}, {"twisted": 6, "points": 12}],
}


@pytest.fixture
def over(visitor: Visitor) -> Page:
    game = visitor.seat("take-that", "Ana", "Luis", "Zoe").press("do=start", games="1")
    return visitor.submit(game, DUEL)


def test_the_first_three_stand_on_a_podium_above_the_most_remarkable_thing(over: Page) -> None:
    (podium,) = over.root.all("ol", class_="podium")
    assert [item.attrs["data-place"] for item in podium.all("li")] == ["1", "2", "3"]
    assert [item.text for item in podium.all("span", class_="names")] == ["Luis", "Zoe", "Ana"]
    assert [item.text for item in podium.all("span", class_="points")] == ["5", "−6", "−12"]
    (highlight,) = over.root.all("p", class_="highlight")
    assert highlight.text == over.follow("/afterwards").root.all("li")[0].text


@pytest.mark.parametrize(
    ("won", "streak"),
    [
        ("1", 1),
        ("11", 2),
        ("01", 1),
        ("001", 0),
        ("011", 2),
        ("101", 1),
        ("0110", 0),
        ("00s1", 0),
        ("0s1", 1),
    ],
)
def test_wins_in_a_row_are_against_others_and_a_late_first_one_is_told_apart(won: str, streak: int) -> None:
    """In a game marked with an s, a player was alone."""
    played: list[Any] = [
        SimpleNamespace(
            game=SimpleNamespace(seat_of=lambda _player: 0),
            summary=SimpleNamespace(winners=[0] * (each != "0"), ranking=() if each == "s" else ((0,), (1,))),
        )
        for each in won
    ]
    assert _streak(played, 1) == streak


def test_a_board_says_what_follows_from_the_other_games_of_its_table(visitor: Visitor) -> None:
    game = visitor.seat("take-that", "Ana", "Luis", "Zoe").press("do=start", games="1")

    def others(n: int, seat: int | None = None) -> dict[str, object]:
        with visitor.client.application.test_request_context():
            row = row_of(game).games[n]
            return other_games(BoardContext(row, game_log.position(row), Reader(seat=seat, own=seat)))

    nothing = {"comparison": None, "highlight": "", "next_game": None, "evening": None, "by_result": False}
    assert others(0) == nothing
    over = visitor.submit(game, DUEL)
    ended = {**nothing, "highlight": "17 points separated first and last."}
    assert others(0) == ended
    with visitor.client.application.app_context():
        players = [player.id for player in row_of(game).players]
    second = visitor.get(over.press("/new/1").url.partition("?")[0])
    assert second.follow("/2/result").url and not second.buttons({"type": "lay", "card": 34}), "by result again"
    names = {"n": 2, "title": "Take That", "names": "Ana, Luis and Zoe", "players": players}
    assert others(0) == others(0, seat=1) == {**ended, "next_game": names}
    assert others(1) == {**nothing, "by_result": True}
    live = visitor.submit(second.follow("?next=1"), {"type": "lay", "card": 34})
    assert others(1) == nothing
    form = live.follow("/2/result")
    checked = form.press("/result", twisted_0="41")
    for page, is_fresh in ((form, True), (checked, False)):
        values, target = page.values, page.values["form_target"]
        found = [values[name] for name in ("notice", "allowed_by", "replaced_count", "is_fresh", "so_far")]
        assert found == [None, (), 1, is_fresh, None]
        url = f"{live.url}/result"
        sent = (target.action, target.query_url, target.last_row, target.is_enhanced, target.may_wait, target.pending)
        assert sent == (url, f"{url}?", 1, True, False, "")


def test_one_tap_plays_again_with_the_same_people_and_options(visitor: Visitor, over: Page) -> None:
    over.press("do=result")
    record = visitor.get(over.url.removesuffix("1") + "2").record()
    assert record["entries"] == []
    assert {**record, "entries": over.entries()} == over.record()


def test_who_taps_later_goes_to_the_game_that_was_started(
    visitor: Visitor, over: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    second = over.url.removesuffix("1") + "2"
    assert over.press("do=result").url == f"{second}/result"
    assert over.press("/new/1").url == second
    visitor.submit(visitor.get(second), DUEL)
    third = over.url.removesuffix("1") + "3"
    (form,) = (form for form in over.root.all("form") if form.attrs["action"].endswith("/new/1"))
    assert visitor.client.post(form.attrs["action"], data=dict(filled(form))).location == f"{third}?next=1"
    visitor.submit(visitor.get(third), DUEL)
    full = refusal("table-full", None)
    monkeypatch.setattr(tables, "start_game", lambda *_: full)
    refused = visitor.client.post(form.attrs["action"], data=dict(filled(form)))
    assert (refused.status_code, refused.location) == (303, f"{over.url.removesuffix('1')}new?again=1")


def test_a_game_that_goes_on_again_is_not_played_again(over: Page) -> None:
    (offered,) = [node for node in over.root.all("a") if node.attrs["href"].endswith("/1/result")]
    assert offered, "the end can be undone without a new page"
    assert over.press("/undo").url == over.url
    assert over.press("/new/1").url == over.url


def test_a_beaten_game_shows_no_cards_that_were_not_laid(visitor: Visitor) -> None:
    game = visitor.seat("the-game", "Ana", "Luis").press("do=start")
    beaten = visitor.submit(game, {"type": "result", "hands": [0, 0], "draw_pile": 0})
    assert beaten.root.all("section", class_="outcome-of-game")[0].attrs["data-rating"] == "beaten"
    assert not beaten.root.all("table")
    again = visitor.get(beaten.press("/new/1").url.removesuffix("/result"))
    left = visitor.submit(again, {"type": "result", "hands": [3, 0], "draw_pile": 0})
    assert [cell.text for cell in left.root.all("td")] == ["3", "0", "0", "3"]
