"""Entries of Take That that are no turn: an early end, adjustments; entries of a wrong shape, and late answers."""

from __future__ import annotations

from typing import Any

import pytest

from tests.checked import question_key
from tests.take_that.turns import FINISH, RESULT, TAKE, codes, lay, penalty, replay_of, standing, take_that, twist


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ({"type": "take", "card": 5}, "unknown-field"),
        ({"type": "take", "penalty": "22"}, "wrong-type"),
        ({"type": "result", "seats": [{"twisted": 2, "cards": 1}]}, "wrong-type"),
        ({"type": "result", "seats": [{"twisted": 2, "points": 1, "toads": 0}]}, "wrong-type"),
        ({"type": "result", "seats": [{"twisted": 2, "points": None}]}, "wrong-type"),
    ],
)
def test_an_entry_of_the_wrong_shape_is_refused_at_any_moment(entry: Any, code: str) -> None:
    for entries in ([entry], [RESULT, RESULT, entry]):
        assert codes(replay_of(entries).refusal) == [(code, "RECORD")]


def test_a_late_answer_is_accepted_while_its_question_is_open() -> None:
    before, after = standing(lay(34)), standing(lay(34, 35))
    for entry in (*lay(36), *twist(43), TAKE):
        assert question_key(take_that, before, entry) != question_key(take_that, after, entry)
    opening = standing([*lay(34), TAKE])
    assert question_key(take_that, before, lay(36)[0]) != question_key(take_that, opening, lay(36)[0])
    unseen, looked = (standing([*lay(34), TAKE, *more], advanced=True) for more in ((), lay(55)))
    assert question_key(take_that, unseen, penalty(1, 22)) == question_key(take_that, looked, penalty(1, 22))


def test_a_penalty_card_and_a_result_answer_questions_of_their_own() -> None:
    start, second = standing([]), standing([RESULT])
    for entry in (RESULT, FINISH):
        assert question_key(take_that, start, entry) is not None
        assert question_key(take_that, start, entry) != question_key(take_that, second, entry)
    assert question_key(take_that, start, RESULT) != question_key(take_that, start, FINISH)
    unseen = standing([*lay(34), TAKE], advanced=True)
    looked = standing([*lay(34), TAKE, penalty(1, 22)], advanced=True)
    assert question_key(take_that, unseen, penalty(1, 22)) is not None
    assert question_key(take_that, unseen, penalty(1, 22)) != question_key(take_that, looked, penalty(1, 22))
