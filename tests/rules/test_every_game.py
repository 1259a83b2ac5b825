"""Checks that every game and its desk must pass, whatever its rules."""

from __future__ import annotations

import json
from itertools import groupby
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import games
from companion.core.questions import Course, Facts
from companion.core.translator import Translator
from companion.games import record
from companion.questions import situations
from companion.questions.answers import answer_question
from companion.questions.wording import in_words
from tests import samples
from tests.checked import present, replayed, steps
from tests.rules.questions import ask


@pytest.mark.parametrize("slug", samples.WITH_RULES)
@given(seed=st.integers(0, 2**32), data=st.data())
@settings(max_examples=40)
def test_a_prefix_and_then_the_rest_is_the_whole(slug: str, seed: int, data: st.DataObject) -> None:
    played = record.read(json.dumps(samples.of(slug).legal_record(Random(seed))).encode())
    cut = data.draw(st.integers(0, len(played.entries)))
    first = replayed(played.rules, played.state, played.entries[:cut])
    assert first.refused is None
    rest = replayed(played.rules, first.state, played.entries[cut:])
    assert rest.state == replayed(played.rules, played.state, played.entries).state


@pytest.mark.parametrize("slug", samples.WITH_RULES)
def test_a_wrong_number_is_refused_with_the_label_of_its_field(slug: str) -> None:
    counts = games.rules_of(slug).PLAYER_COUNTS
    texts = [violation["text"] for violation in ask(slug, players="99")["violations"]]
    assert texts == [f"Number of players: choose {counts[0]} to {counts[-1]}, not 99."]


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
def test_a_rules_question_is_answered_asked_for_more_or_refused(slug: str) -> None:
    translator = Translator(situations.words(slug), [f"P{seat}" for seat in range(6)])
    sample = samples.of(slug)
    for situation in sample.SITUATIONS:
        answer = answer_question(slug, situation)
        assert answer.case is not None and answer.case.why, (situation, answer)
        lines = in_words(answer, translator).statements
        assert lines and all(lines)
    for situation in sample.OPEN_SITUATIONS:
        answer = answer_question(slug, situation)
        assert (bool(answer.missing or answer.missing_for_statements), answer.violations) == (True, ()), (
            situation,
            answer,
        )
    assert answer_question(slug, sample.IMPOSSIBLE).violations


@pytest.mark.slow
@pytest.mark.parametrize("slug", samples.WITH_RULES)
def test_no_text_in_any_field_breaks_the_desk(slug: str) -> None:
    """Whatever a field contains: there is an answer, or a question, or a refusal, and never two of them."""
    sample = samples.of(slug)
    odd = ("", "0 0", "-1", "99999999999999999999", "K", "0:", "²", "*", "\U0001f480", "R9 " * 50)
    for field in sorted(situations.fields_of(slug)):
        for base in ({}, *sample.SITUATIONS, *sample.OPEN_SITUATIONS):
            for text in odd:
                answer = answer_question(slug, {**base, field: text})
                found = [
                    answer.case is not None,
                    bool(answer.missing) and answer.case is None,
                    bool(answer.violations),
                ]
                assert found.count(True) == 1, (field, text, base, answer)


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
