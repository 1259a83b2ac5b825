"""Rules questions filled in from a match of Take That that was played have the same answers as the game."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings

from companion.core.entries import Entry
from companion.core.game import Person
from companion.core.questions import Course, Facts
from companion.games import rules_of
from companion.questions import situations
from tests.checked import allowed, decoded, steps
from tests.rules.questions import result_of
from tests.take_that import legal

take_that = rules_of("take-that")


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


def test_the_question_about_a_score_begins_with_the_cards_that_lie_in_front_of_the_players() -> None:
    played = [*steps(legal.play(Random(3), 3, {"games": 1}).record)]
    moments = [(before, entry) for before, entry, _after in played]
    for now in (played[-1][0], played[-1][2]):  # before and after the last entry, which ends the game
        situation = situations.situation_at("take-that", 3, {}, Course(moments, now), len(moments) - 1, "score")
        counts = now.rounds[0].all_counts if now.rounds else now.current.counts()
        texts = [f"{one['twisted']} {one['cards']} {one['toads']}" for one in counts]
        assert [situation[f"count{seat}"] for seat in range(3)] == texts


def test_the_order_of_the_numbers_in_a_result_does_not_matter() -> None:
    by_cards, by_points = {"toads": 1, "cards": 21, "twisted": 20}, {"points": 31, "twisted": 4}
    state = allowed(take_that.start([Person("Ana"), Person("Luis")], {}))
    entry = {"type": "result", "seats": [by_cards, by_points]}
    course, desk = (
        Course([(state, decoded(take_that, entry))], allowed(take_that.apply_json(state, entry)).state),
        situations.questions_of("take-that"),
    )
    situation = situations.situation_at("take-that", 2, {}, course, 0)
    assert (situation["count0"], situation["count1"]) == ("20 21 1", "4 31")

    def changed(**fields: str) -> dict[int, Entry]:
        facts = situations.read_situation("take-that", situation | fields)
        assert isinstance(facts, Facts), facts
        return {**desk.changed(course, 0, facts)}

    assert changed() == {}
    corrected = {"type": "result", "seats": [by_cards, {"twisted": 4, "points": 33}]}
    assert changed(count1="4 33") == {0: decoded(take_that, corrected)}
