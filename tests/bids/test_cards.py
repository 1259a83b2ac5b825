"""Bids on cards: the sizes of its decks, its special cards, its symbols."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.messages import Json
from companion.games import rules_of
from companion.games.bids.setup import HAND_BLACKS, PLAYER_COUNTS, RATE, setup_steps
from companion.sheets.games.bids import Sheets
from companion.sheets.layout import render
from companion.sheets.print_job import PrintJob
from companion.sheets.printed_games import game_sheets
from tests.bids import legal
from tests.bids.entries import new_game
from tests.rules.questions import told
from tests.sheets.measure import said
from tests.sheets.records import ENGLISH


@pytest.mark.parametrize(
    ("players", "options", "sums"),
    [
        (3, {}, ["30", "− 1", "+ 1", "= 30", "3 × 10", "12 − 1 = 11"]),
        (4, {"ally": False}, ["40", "− 1", "+ 1", "= 40", "4 × 10", "12 − 1 = 11"]),
        (4, {"ally": True}, ["40", "− 2", "+ 1", "+ 1", "= 40", "4 × 10", "12 − 1 = 11"]),
        (5, {"ally": True}, ["48", "− 1", "+ 1", "+ 2", "= 50", "5 × 10", "14 − 2 = 12"]),
        (5, {"ally": False}, ["48", "+ 2", "= 50", "5 × 10", "14 − 2 = 12"]),
        (6, {"specials": ["shuffle", "lowest"]}, ["56", "+ 1", "+ 3", "= 60", "6 × 10", "18 − 3 = 15"]),
    ],
)
def test_the_sums_of_bids_are_those_of_the_rule_book(players: int, options: dict[str, object], sums: list[str]) -> None:
    setup = new_game(*"ABCDEF"[:players], **options).setup
    assert [value for _, value in game_sheets("bids", setup, ENGLISH).setup_sheet().facts] == sums
    found = said(render(PrintJob(("cards",), player_count=players, options=options), ENGLISH))
    assert all(value.replace("-", "\u2212") in found for value in sums)


def test_a_changed_rule_changes_the_card(monkeypatch: pytest.MonkeyPatch) -> None:
    job = PrintJob(("cards", "score"), player_count=5)
    before = said(render(job, ENGLISH))
    monkeypatch.setitem(HAND_BLACKS, 5, 4)
    monkeypatch.setitem(RATE, 5, 9)
    after = said(render(job, ENGLISH))
    assert "14 \u2212 2 = 12" in before and "14 \u2212 4 = 10" in after
    assert "8 16 24 32 40 48" in before and "9 18 27 36 45 54" in after


def test_the_thief_is_left_out_where_it_is_not_played() -> None:
    every = Sheets.all_setups(rules_of("bids"), {"specials": ["thief", "shuffle"]})
    found = {(setup.player_count, setup.specials) for setup in every if setup.player_count in (4, 5)}
    assert found == {(4, ("thief", "shuffle")), (5, ("shuffle",))}


@pytest.mark.parametrize("options", [{"rulings": {"thief_players": "any"}}, {"ruleset": "bga"}])
def test_the_thief_is_kept_where_the_house_rules_allow_it_for_more_players(options: dict[str, Json]) -> None:
    every = Sheets.all_setups(rules_of("bids"), {"specials": ["thief"], **options})
    assert {(setup.player_count, setup.specials) for setup in every} == {(count, ("thief",)) for count in PLAYER_COUNTS}


def test_a_colour_that_stays_in_the_box_with_three_players_is_no_hindrance_to_cards_for_more_players() -> None:
    three, four, *_ = Sheets.all_setups(rules_of("bids"), {"colors": ["Y", "B", "R"]})
    assert (three.player_count, three.colors) == (3, ("Y", "B", "R"))
    assert (four.player_count, four.colors) == (4, ("Y", "B", "R", "G"))


@pytest.mark.parametrize(
    ("players", "options", "steps"),
    [
        (
            *(4, {"ally": True, "specials": ["thief", "shuffle"]}),
            [
                "BID-04 step-coloured colors=color-Y,color-B,color-R,color-G top=10 count=4 sum=40",
                "BID-04 step-blacks top=10 sum=12",
                "BID-07 step-specials cards=KT,KS base=12 count=2 sum=14",
                "R-06 step-removed n=2 coloured=40 sum=38",
                "AL-04 step-ally",
                "BID-11 step-hand-blacks n=1",
                "BID-12 step-deck-ally coloured=38 blacks=1 players=4 hand=10",
                "BID-13 step-centre blacks=14 mixed=1 sum=13",
            ],
        ),
        (
            *(5, {"ally": False}),
            [
                "BID-05 step-coloured colors=color-Y,color-B,color-R,color-G top=12 count=4 sum=48",
                "BID-05 step-blacks top=12 sum=14",
                "R-07 step-none-removed coloured=48",
                "BID-11 step-hand-blacks n=2",
                "BID-12 step-deck coloured=48 blacks=2 players=5 hand=10",
                "BID-13 step-centre blacks=14 mixed=2 sum=12",
            ],
        ),
        (
            *(6, {}),
            [
                "BID-06 step-coloured colors=color-Y,color-B,color-R,color-G top=14 count=4 sum=56",
                "BID-06 step-blacks top=14 sum=16",
                "BID-09 step-none-removed coloured=56",
                "AL-04 step-ally",
                "BID-11 step-hand-blacks n=3",
                "BID-12 step-deck-ally coloured=56 blacks=3 players=6 hand=10",
                "BID-13 step-centre blacks=16 mixed=3 sum=13",
            ],
        ),
    ],
)
def test_the_cards_are_counted_out_step_by_step(players: int, options: dict[str, Any], steps: list[str]) -> None:
    steps_said = told([*setup_steps(new_game(*legal.NAMES[:players], **options).setup, 1)])
    assert steps_said == [*steps, "BL-01 step-box", "BID-17 step-starter"]
