"""A new game with the points of an earlier one, when someone leaves or joins."""

from __future__ import annotations

import json

from companion.games import record
from tests import samples
from tests.bids.entries import result
from tests.conftest import app
from tests.web.pages import Page, Visitor, row_of, table_of

__all__ = ["app"]


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
    assert started.record()["entries"] == [{"type": "before", "points": [15, -20]}]
    assert started.record()["options"]["games"] == 1, "one of two was played"
    assert "abandoned" in table_of(game).text


def test_a_finished_game_whose_points_are_carried_over_stays_finished(visitor: Visitor) -> None:
    game = visitor.seat("take-that", *samples.NAMES).press("do=start", games="1")
    visitor.submit(game, samples.of("take-that").TO_THE_END[1][0])
    form = visitor.get(f"{table_of(game).url}/new?again=1&points-of=1")
    assert form.press("do=start").entries()
    with visitor.client.application.app_context():
        assert [row.abandoned_at for row in row_of(game).games] == [None, None]


def test_bids_goes_on_with_the_rounds_left_the_counts_and_whoever_leads(visitor: Visitor) -> None:
    game = visitor.seat("bids", "Ana", "Luis", "Sara", "Maximiliana").press("do=start")
    for fronts in (("K10 K9 K8", "K3", "", "K1"), ("K10 K9 K8", "K3", "", "")):
        game = visitor.submit(game, result(*fronts))
    form = visitor.get(f"{game.url}/end").follow("/new?again=1&points-of=1")
    started = form.press("do=drop:3").press("do=start")
    assert started.record()["options"]["rounds"] == 4
    assert started.entries() == [{"type": "before", "points": [54, 6, 9], "zero_rounds": [0, 0, 1]}]
    report = record.build_report(json.dumps(visitor.submit(started, result("K5", "K4", "")).record()).encode())
    assert report["before"] == [54, 6, 9]
    assert report["totals"] == [59, 10, 33], "a lucky loser for the second time: 2 × 12"
    assert report["rounds"][0]["starter"] == 0, "who leads starts, not the longest name"


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
    assert visitor.get(f"{table_of(game).url}/2").status == 404
    assert "abandoned" not in table_of(game).text
