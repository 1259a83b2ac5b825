"""The course of Take That, rule by rule."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.translator import Translator
from tests.take_that.turns import (
    FINISH,
    HANDS_EMPTY,
    NONE_LEFT,
    ONE_AND_ONE,
    ONE_LEFT,
    RESULT,
    TAKE,
    codes,
    lay,
    penalty,
    replay_of,
    standing,
    take_that,
    twist,
)


def test_an_empty_row_can_only_be_started() -> None:
    assert codes(replay_of([TAKE]).refusal) == [("row-empty-take", "R-93")]
    assert codes(replay_of(twist(34)).refusal) == [("row-empty-twist", "TT-08")]
    assert codes(replay_of([*lay(34), TAKE, TAKE]).refusal) == [("row-empty-take", "R-93")]
    assert codes(replay_of([*lay(34), TAKE, *twist(43)]).refusal) == [("row-empty-twist", "TT-08")]


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        (lay(34, 34), [("card-seen", "TT-02")]),
        (lay(34, 60), [("no-such-card", "TT-02")]),
        ([*lay(34), *twist(44)], [("toad-has-no-mirror", "TT-10")]),
        ([*lay(34, 44), *twist(44)], [("card-seen", "TT-02"), ("toad-has-no-mirror", "TT-10")]),
        ([*lay(34), *twist(52)], [("mirror-not-in-row", "TT-09")]),
        ([*lay(34), *twist(43), *lay(43)], [("card-seen", "TT-02")]),
        ([*lay(12), *twist(21), *lay(34, 21)], [("card-seen", "TT-02"), ("not-within-ten", "TT-07")]),
        ([*lay(34), TAKE, *lay(44), *twist(34)], [("card-seen", "TT-02"), ("mirror-not-in-row", "TT-09")]),
        ([*lay(34, 35), *twist(40)], [("no-such-card", "TT-02")]),
    ],
)
def test_every_violation_of_a_card_is_reported_at_once(
    entries: list[dict[str, Any]], expected: list[tuple[str, str]]
) -> None:
    replayed = replay_of(entries)
    assert (replayed.refused, codes(replayed.refusal)) == (len(entries) - 1, expected)


def test_a_row_emptied_before_the_last_draw_is_started_again_or_ends_the_game() -> None:
    state = standing(NONE_LEFT)
    assert (state.current.row, state.current.draw_pile, state.current.hands) == ((), 0, (9, 9))
    assert take_that.prompt(state) == {"type": "turn", "seat": 1, "game": 1}
    assert standing([*NONE_LEFT, *lay(33), TAKE]).rounds[0].scores == (55, -5)
    assert standing([*NONE_LEFT, *lay(68), *twist(86)]).rounds[0].scores == (62, -5)
    ended = standing(NONE_LEFT, games=1, rulings={"last_draw_empties_row": "ends"})
    assert ended.rounds[0].scores == (60, -5)
    assert take_that.prompt(ended) is None


def test_a_player_without_cards_must_take_the_row() -> None:
    state = standing(HANDS_EMPTY)
    assert (state.current.draw_pile, state.current.hands, state.current.seat) == (0, (0, 0), 1)
    for entry in (*lay(98), *lay(34), *twist(76)):
        assert codes(replay_of([*HANDS_EMPTY, entry]).refusal) == [("hand-empty", "R-96")]
    assert standing([*HANDS_EMPTY, TAKE]).rounds[0].scores == (-10, 56 - 10 - 16 - 3 * 5)


@pytest.mark.parametrize("advanced", [False, True])
def test_a_penalty_card_is_accepted_only_where_one_is_due(advanced: bool) -> None:
    entries = lay(34, 35) if advanced else lay(34)
    for unseen in ({"type": "take"}, {"type": "take", "penalty": None}):
        assert replay_of([*entries, unseen], advanced=advanced).refusal is None
    replayed = replay_of([*entries, {"type": "take", "penalty": 22}], advanced=advanced)
    assert codes(replayed.refusal) == [("no-penalty-here", "TT-19")]


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (penalty(0, 22), [("seat-has-nothing-unseen", "TT-19")]),
        (penalty(2, 22), [("no-such-seat", "RECORD")]),
        (penalty(1, 34), [("card-seen", "TT-02")]),
        (penalty(0, 20), [("seat-has-nothing-unseen", "TT-19"), ("no-such-card", "TT-02")]),
    ],
)
def test_an_impossible_penalty_card_is_refused(entry: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    assert codes(replay_of([*lay(34), TAKE, entry], advanced=True).refusal) == expected


def test_a_penalty_card_may_be_looked_at_once_and_lies_with_its_player_from_then_on() -> None:
    entries = [*lay(34), TAKE, *lay(55), penalty(1, 45)]
    assert codes(replay_of([*entries, penalty(1, 46)], advanced=True).refusal) == [("nothing-unseen", "TT-19")]
    assert codes(replay_of([*entries, *lay(45)], advanced=True).refusal) == [("card-seen", "TT-02")]
    assert codes(replay_of([*lay(34), penalty(1, 45)]).refusal) == [("nothing-unseen", "TT-19")]


def test_penalty_cards_nobody_looked_at_are_asked_for_before_the_game_is_scored() -> None:
    entries = [*ONE_AND_ONE, TAKE, *lay(55), TAKE]
    waiting = standing(entries, advanced=True)
    assert take_that.prompt(waiting) == {"type": "penalty", "seats": [0], "game": 1}
    assert waiting.current.unseen == (1, 0)  # the pile is empty, so the 55 costs nothing more.
    assert waiting.rounds == ()
    for entry in (TAKE, *lay(66), *twist(66)):
        assert codes(replay_of([*entries, entry], advanced=True).refusal) == [("penalty-is-missing", "TT-19")]
    assert codes(replay_of([*entries, RESULT], advanced=True).refusal) == [("cards-laid", "RECORD")]
    done = standing([*entries, penalty(0, 66)], advanced=True)
    assert done.rounds[0].scores == (56 - 5 - 5, -11 - 5)


def test_a_finished_match_shows_the_last_table_only_if_it_was_played_out() -> None:
    played = standing([*ONE_LEFT, *lay(67, 68), TAKE], games=1)
    fields = take_that.report(played, Translator(take_that.WORDS, "AB"))
    assert (fields["row"], fields["draw_pile"], fields["hands"]) == ([], 0, [9, 8])
    for entries in ([*ONE_LEFT, *lay(22), TAKE, FINISH], [*ONE_LEFT, *lay(22), TAKE, RESULT]):
        fields = take_that.report(standing(entries), Translator(take_that.WORDS, "AB"))
        assert (fields["row"], fields["draw_pile"], fields["hands"]) == (None, None, None)
