"""Checks that every game and its desk must pass, whatever its rules."""

from __future__ import annotations

from itertools import groupby
from random import Random

import pytest

from companion import games
from companion.core.questions import Course, Facts
from companion.games import record
from companion.questions import situations
from tests import samples
from tests.checked import present, steps


@pytest.mark.parametrize("slug", samples.WITH_RULES)
def test_an_answer_closes_its_question(slug: str) -> None:
    """So the same answer from a second phone is recognised, whatever was entered in between."""
    rules = games.rules_of(slug)
    for seed in range(5):
        for before, entry, after in steps(samples.of(slug).legal_record(Random(seed))):
            asked = rules.question_key(before, entry)
            assert asked is not None
            assert rules.question_key(after, entry) != asked
        assert rules.question_key(after, entry) is None, "the game is over"
        assert rules.points_so_far(after) == ()


@pytest.mark.parametrize("slug", samples.WITH_RULES)
def test_questions_filled_in_from_a_game_do_not_change_the_game(slug: str) -> None:
    """And every trick or turn is one run of entries in the log."""
    declared = situations.questions_of(slug)
    for seed in range(2):
        played = record.parse(samples.of(slug).legal_record(Random(seed)))
        *_, (_before, _entry, state) = made = [*steps(samples.of(slug).legal_record(Random(seed)))]
        moments = [(before, entry) for before, entry, _after in made]
        runs = [turn for turn, _entries in groupby(present(played.rules.turn_of(*moment)) for moment in moments)]
        assert len(runs) == len(set(runs))
        assert (runs, runs[0][0]) == (sorted(runs), 1)
        for at in range(0, len(moments), 7):
            course = Course(moments[: at + 1], state)
            for question in declared.questions:
                situation = situations.situation_at(slug, len(played.names), played.options, course, at, question.name)
                facts = situations.read_situation(slug, situation)
                assert isinstance(facts, Facts), (situation, facts)
                assert declared.changed(course, at, facts) == {}, (situation, moments[at][1])
