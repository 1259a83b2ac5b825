"""Rules questions filled in from a game of The Game that was played: what they begin with, and what they correct."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from companion.core.entries import Entry
from companion.core.game import Person
from companion.core.questions import Course
from companion.games.the_game.game import GAME, Play
from companion.games.the_game.piles import PILES
from companion.games.the_game.results import Result
from companion.questions import situations
from tests.checked import allowed, replayed, steps
from tests.rules.questions import changed_by, result_of
from tests.the_game import legal
from tests.the_game.turns import END, lay

PLAYED = [*lay("up1", 20, 30), *lay("down1", 90), END, *lay("up2", 15)]
HANDS = [{"type": "result", "hands": [6, 5], "draw_pile": 0}]
SUM = [{"type": "result", "leftover": 7}]


def course_of(entries: list[dict[str, Any]]) -> Course:
    game = replayed(GAME, allowed(GAME.start([Person("Ana"), Person("Luis")], {})), entries)
    return Course(game.moments, game.state)


@pytest.mark.parametrize(
    ("entries", "index", "fields"),
    [
        (PLAYED, 0, {"piles": "20 1 100 100", "draw": "84", "laid": "1"}),
        (PLAYED, 1, {"ask": "play", "piles": "20 1 100 100", "draw": "84", "laid": "1", "pile": "up1", "card": "30"}),
        (PLAYED, 3, {"piles": "30 1 90 100", "draw": "84", "laid": "3"}),
        (PLAYED, 3, {"ask": "play", "piles": "30 1 90 100", "draw": "84", "laid": "3"}),
        (PLAYED, 4, {"piles": "30 15 90 100", "draw": "81", "laid": "1"}),
        (PLAYED, 4, {"ask": "play", "piles": "30 1 90 100", "draw": "81", "laid": "0", "pile": "up2", "card": "15"}),
        (PLAYED, 4, {"ask": "result", "leftover": "94"}),
        (HANDS, 0, {"ask": "result", "hands": "6 5", "draw": "0"}),
        (SUM, 0, {"ask": "result", "leftover": "7"}),
        ([], 0, {"piles": "1 1 100 100", "draw": "84", "laid": "0"}),
    ],
)
def test_a_question_begins_with_what_lies_on_the_table(entries: Any, index: int, fields: dict[str, str]) -> None:
    asked = situations.situation_at("the-game", 2, {}, course_of(entries), index, fields.get("ask", ""))
    assert asked == {"players": "2", **fields}


def test_a_result_is_asked_for_where_one_was_entered() -> None:
    assert situations.situation_at("the-game", 2, {}, course_of(SUM), 0)["ask"] == "result"


@pytest.mark.parametrize(("index", "gone"), [(1, set()), (2, {"20"}), (4, {"20"})])
def test_cards_under_others_can_no_longer_be_played(index: int, gone: set[str]) -> None:
    assert situations.questions_of("the-game").gone(course_of(PLAYED), index) == gone


@pytest.mark.parametrize(
    ("entries", "index", "ask", "fields", "corrected"),
    [
        (PLAYED, 1, "play", {"card": "32", "piles": "22 1 100 100"}, {0: Play("up1", 22), 1: Play("up1", 32)}),
        (PLAYED, 1, "play", {"pile": "up2"}, {1: Play("up2", 30)}),
        (PLAYED, 1, "play", {"piles": "1 5 100 100"}, {}),
        (PLAYED, 1, "turn", {"piles": "32 1 100 100"}, {1: Play("up1", 32)}),
        (PLAYED, 3, "turn", {"piles": "32 1 91 100"}, {1: Play("up1", 32), 2: Play("down1", 91)}),
        (PLAYED, 4, "turn", {"piles": "31 16 90 100"}, {1: Play("up1", 31), 4: Play("up2", 16)}),
        (HANDS, 0, "result", {"hands": "6 4", "leftover": "10"}, {0: Result((6, 4), 0)}),
        (HANDS, 0, "result", {"draw": "1"}, {0: Result((6, 5), 1)}),
        (HANDS, 0, "turn", {}, {}),
        (SUM, 0, "result", {"leftover": "8"}, {0: Result(leftover=8)}),
        (SUM, 0, "result", {"leftover": ""}, {}),
    ],
)
def test_what_is_told_otherwise_corrects_the_entries(
    entries: Any, index: int, ask: str, fields: dict[str, str], corrected: dict[int, Entry]
) -> None:
    assert changed_by("the-game", course_of(entries), index, ask, fields) == corrected


@given(legal.games())
def test_the_desk_and_the_game_allow_a_card_on_the_same_piles(game: legal.Played) -> None:
    for before, entry, after in steps(game.record):
        if isinstance(entry, Play):
            course = Course([(before, entry)], after)
            situation = situations.situation_at("the-game", game.players, game.options, course, 0, "play")
            found = result_of("the-game", situation)
            step = entry.card - before.tops[PILES.index(entry.pile)]
            assert (found["legal"], found["backwards"]) == (True, step == (-10 if entry.pile[0] == "u" else 10))
