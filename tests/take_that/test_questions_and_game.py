"""Rules questions filled in from a match of Take That that was played have the same answers as the game."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from companion.core.entries import Entry
from companion.core.questions import Course
from companion.games.take_that.results import Result
from companion.games.take_that.single_game import Lay, Twist
from companion.questions import situations
from tests.checked import steps
from tests.rules.questions import changed_by, result_of
from tests.take_that import legal
from tests.take_that.turns import FINISH, RESULT, TAKE, lay, replay_of, twist


@settings(max_examples=40)
@given(legal.matches())
def test_the_desk_and_the_game_allow_the_same_cards_and_score_the_row_alike(match: legal.Played) -> None:
    for (before, entered, after), entry in zip(steps(match.record), match.entries, strict=True):
        if entry["type"] not in ("lay", "twist", "take"):
            continue
        course = Course([(before, entered)], after)
        found = result_of("take-that", situations.situation_at("take-that", match.players, match.options, course, 0))
        if entry["type"] != "take":
            assert found[entry["type"]][str(entry["card"])]
        elif len(after.rounds) == len(before.rounds) and not entry.get("penalty"):
            seat = before.current.seat
            assert found["cost"] == after.current.minus[seat] - before.current.minus[seat]


# The second deal, which Luis starts; before it, the first one was entered as a result.
PLAYED = [RESULT, *lay(34, 44, 41), *twist(43), TAKE, *lay(12)]


def course_of(*entries: dict[str, Any]) -> Course:
    game = replay_of([*entries])
    assert game.refusal is None
    return Course(game.moments, game.state)


@pytest.mark.parametrize(
    ("index", "fields"),
    [
        (0, {"ask": "score", "count0": "40 10 5", "count1": "20 2 0"}),
        (1, {"draw": "61", "cards": "34"}),
        (4, {"row": "34 44 41", "draw": "58", "cards": "43"}),
        (5, {"row": "44 41", "draw": "57"}),
        (5, {"ask": "score", "count0": "2 0 0", "count1": "0 1 1"}),
        (6, {"draw": "57", "cards": "12"}),
    ],
)
def test_a_question_begins_with_what_lies_on_the_table(index: int, fields: dict[str, str]) -> None:
    for ask in {fields.get("ask", ""), *([""] if index == 0 else [])}:
        asked = situations.situation_at("take-that", 2, {}, course_of(*PLAYED), index, ask)
        assert asked == {"players": "2", **fields}


def test_a_question_about_a_game_without_entries_or_without_a_deal_begins_empty() -> None:
    over = course_of(RESULT, FINISH).now
    for course, fields in (
        (course_of(), {"draw": "61"}),
        (Course([(over, Lay(34))], over), {}),  # an entry that an older version accepted after the end
    ):
        assert situations.situation_at("take-that", 2, {}, course, 0) == {"players": "2", **fields}
    desk = situations.questions_of("take-that")
    assert not desk.gone(course, 0) and not changed_by("take-that", course, 0, "", {"cards": "35"})


@pytest.mark.parametrize(("index", "gone"), [(1, set()), (4, set()), (5, {"34", "43"}), (6, {"34", "43", "44", "41"})])
def test_cards_that_were_seen_and_are_not_in_the_row_can_no_longer_be_played(index: int, gone: set[str]) -> None:
    assert situations.questions_of("take-that").gone(course_of(*PLAYED), index) == gone


@pytest.mark.parametrize(
    ("index", "fields", "corrected"),
    [
        (
            0,
            {"count1": "20 12"},
            {0: Result(({"twisted": 40, "cards": 10, "toads": 5}, {"twisted": 20, "points": 12}))},
        ),
        (0, {"count0": "40 10 5"}, {}),
        (2, {"row": "35", "cards": "45"}, {1: Lay(35), 2: Lay(45)}),
        (3, {"cards": "33"}, {3: Lay(33)}),
        (4, {"row": "34 44 42", "cards": "24"}, {3: Lay(42), 4: Twist(24)}),
        (4, {"cards": "44"}, {}),
        (4, {"cards": "43 14"}, {}),
        (4, {"row": "34 44"}, {}),
        (5, {"row": "45 41", "cards": "12"}, {2: Lay(45)}),
    ],
)
def test_what_is_told_otherwise_corrects_the_entries(
    index: int, fields: dict[str, str], corrected: dict[int, Entry]
) -> None:
    assert changed_by("take-that", course_of(*PLAYED), index, "", fields) == corrected


def test_the_order_of_the_numbers_in_a_result_does_not_matter() -> None:
    by_cards, by_points = {"toads": 1, "cards": 21, "twisted": 20}, {"points": 31, "twisted": 4}
    course = course_of({"type": "result", "seats": [by_cards, by_points]})
    situation = situations.situation_at("take-that", 2, {}, course, 0)
    assert (situation["count0"], situation["count1"]) == ("20 21 1", "4 31")
    assert changed_by("take-that", course, 0, "", {}) == {}
