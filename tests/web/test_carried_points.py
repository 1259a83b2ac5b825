"""A new game with the points of an earlier one, when someone leaves or joins."""

from __future__ import annotations

from typing import Any

import pytest

from companion.store import submissions
from companion.store.base import db
from companion.store.models import Game
from tests import samples
from tests.web.pages import Page, Visitor, table_of


def three_with_points(visitor: Visitor) -> Page:
    game = visitor.seat("take-that", "Ana", "Luis", "Zoë").press("do=start")
    counts = ((20, 5, 0), (10, 20, 2), (6, 9, 1))
    seats = [dict(zip(("twisted", "cards", "toads"), count, strict=True)) for count in counts]
    visitor.submit(game, {"type": "result", "seats": seats})
    return game


def test_the_points_of_a_player_who_leaves_are_dropped_and_the_others_are_carried_over(visitor: Visitor) -> None:
    game = three_with_points(visitor)
    form = visitor.get(f"{game.url}/end").follow("/new?again=1&points-of=1")
    seats = form.press("do=drop:3")
    started = seats.press("do=start")
    assert seats.press("do=start").url == started.url, "a double tap carries the points over once"
    adjusted = [(entry["seat"], entry["points"]) for entry in started.record()["entries"]]
    assert adjusted == [(0, 15), (1, -20)]
    assert "abandoned" in table_of(game).text


def test_a_finished_game_whose_points_are_carried_over_stays_finished(visitor: Visitor) -> None:
    game = visitor.seat("take-that", *samples.NAMES).press("do=start", games="1")
    visitor.submit(game, samples.of("take-that").TO_THE_END[1][0])
    form = visitor.get(f"{table_of(game).url}/new?again=1&points-of=1")
    assert form.press("do=start").entries()
    with visitor.client.application.app_context():
        assert [game.abandoned_at for game in db.session.query(Game)] == [None, None]


@pytest.mark.parametrize("written", [0, 1])
def test_a_game_starts_with_all_carried_points_or_not_at_all(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch, written: int
) -> None:
    game = three_with_points(visitor)
    form = visitor.get(f"{game.url}/end").follow("/new?again=1&points-of=1")
    append_entry, appended = submissions.append_entry, list[Any]()

    def fail_after_the_written_ones(*args: Any) -> Any:
        if len(appended) == written:
            raise RuntimeError
        appended.append(append_entry(*args))
        return appended[-1]

    with monkeypatch.context() as patch:
        patch.setattr(submissions, "append_entry", fail_after_the_written_ones)
        with pytest.raises(RuntimeError):
            form.press("do=start")
    assert visitor.get(f"{table_of(game).url}/2").status == 404
    assert "abandoned" not in table_of(game).text
    started = form.press("do=start")
    assert [(entry["seat"], entry["points"]) for entry in started.entries()] == [(0, 15), (1, -20), (2, -8)]
    assert "abandoned" in table_of(game).text


def test_points_above_the_limit_of_an_adjustment_are_carried_over_in_several(visitor: Visitor) -> None:
    game = visitor.get(three_with_points(visitor).url)  # 15, −20, −8
    for seat, points in ((0, 999), (0, 984), (1, -999), (1, 20), (2, 8)):
        game = visitor.submit(game, {"type": "adjust", "seat": seat, "points": points, "reason": "agreed"})
    form = visitor.get(f"{game.url}/end").follow("/new?again=1&points-of=1")
    assert "Ana 1998, Luis −999, Zoë 0" in form.text
    started = form.press("do=start")
    adjusted = [(entry["seat"], entry["points"]) for entry in started.entries()]
    assert adjusted == [(0, 999), (0, 999), (1, -999)]


def test_a_hyphen_in_a_name_is_no_minus_sign_in_the_carried_points(visitor: Visitor) -> None:
    game = visitor.seat("take-that", "Anne-Marie", "Luis").press("do=start")
    visitor.submit(game, {"type": "adjust", "seat": 0, "points": -5, "reason": "agreed"})
    form = visitor.get(f"{game.url}/end").follow("/new?again=1&points-of=1")
    assert "Anne-Marie −5, Luis 0." in form.text


def test_the_form_stays_if_the_game_with_the_carried_points_was_deleted(visitor: Visitor) -> None:
    game = three_with_points(visitor)
    form = visitor.get(f"{game.url}/end").follow("/new?again=1&points-of=1")
    visitor.get(f"{game.url}/end").press("do=delete").press("do=delete")
    again = form.press("do=start", games="7")
    assert again.status == 422
    assert "The points so far can't be carried over to this game." in again.text
    assert again.press("do=start").entries() == []


def test_a_game_that_does_not_accept_carried_points_is_not_started(visitor: Visitor) -> None:
    game = three_with_points(visitor)
    form = visitor.get(f"{table_of(game).url}/new?game=the-game&points-of=1").press("do=start")
    assert form.status == 422
    assert "The points so far can't be carried over to this game." in form.text
    assert visitor.get(f"{table_of(game).url}/2").status == 404
    assert "abandoned" not in table_of(game).text
