"""The course of Take That, rule by rule."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.translator import Translator
from tests.take_that.turns import (
    FINISH,
    NONE_LEFT,
    ONE_AND_ONE,
    ONE_LEFT,
    PAIRS,
    RESULT,
    TAKE,
    codes,
    lay,
    paired,
    penalty,
    replay_of,
    standing,
    take_that,
    twist,
)


def test_a_pair_may_come_from_anywhere_in_the_row_and_the_gap_closes() -> None:
    state = standing([*lay(34, 37, 41, 49, 52), *twist(73)])
    assert state.current.row == (34, 41, 49, 52)
    assert state.current.twisted == (0, 2)
    end = standing([*lay(34, 37, 41), *twist(14)])
    assert end.current.row == (34, 37)
    assert codes(replay_of([*lay(34, 37, 41), *twist(14), *lay(51)]).refusal) == [("not-within-ten", "TT-07")]


def test_a_row_of_one_card_may_be_paired_and_the_next_player_starts_a_new_one() -> None:
    state = standing([*lay(34), *twist(43), *lay(98)])
    assert (state.current.row, state.current.seat) == ((98,), 1)


def test_an_empty_row_can_only_be_started() -> None:
    assert codes(replay_of([TAKE]).refusal) == [("row-empty-take", "R-93")]
    assert codes(replay_of(twist(34)).refusal) == [("row-empty-twist", "TT-08")]
    assert codes(replay_of([*lay(34), TAKE, TAKE]).refusal) == [("row-empty-take", "R-93")]
    assert codes(replay_of([*lay(34), TAKE, *twist(43)]).refusal) == [("row-empty-twist", "TT-08")]


def test_a_player_who_takes_the_row_starts_a_new_one_and_draws_one_card() -> None:
    taken = standing([*lay(34, 44, 41), TAKE])
    assert take_that.prompt(taken) == {"type": "lay", "seat": 1, "game": 1}
    assert (taken.current.cards, taken.current.toads, taken.current.minus, taken.current.scores) == (
        (0, 2),
        (0, 1),
        (0, 7),
        (0, -7),
    )
    assert (taken.current.hands, taken.current.draw_pile) == ((9, 9), 58)
    opened = standing([*lay(34, 44, 41), TAKE, *lay(98)])
    assert take_that.prompt(opened) == {"type": "turn", "seat": 0, "game": 1}
    assert (opened.current.hands, opened.current.draw_pile) == ((9, 9), 57)


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


def test_the_game_ends_when_the_row_is_taken_after_the_last_card_was_drawn() -> None:
    dry = standing([*ONE_LEFT, *lay(22)])
    assert (dry.current.draw_pile, dry.current.hands, dry.current.row) == (0, (9, 9), (22,))
    ended = standing([*ONE_LEFT, *lay(22), TAKE])
    assert [played.scores for played in ended.rounds] == [(0, 55)]
    assert take_that.prompt(ended) == {"type": "turn", "seat": 1, "game": 2}


def test_the_game_ends_when_the_row_is_paired_away_after_the_last_card_was_drawn() -> None:
    assert [played.scores for played in standing([*ONE_LEFT, *lay(67), *twist(76)]).rounds] == [(0, 62)]
    still = standing([*ONE_LEFT, *lay(67), *lay(68), *twist(76)])
    assert (still.rounds, still.current.row, still.current.hands) == ((), (68,), (8, 8))


def test_a_row_emptied_before_the_last_draw_is_started_again_or_ends_the_game() -> None:
    state = standing(NONE_LEFT)
    assert (state.current.row, state.current.draw_pile, state.current.hands) == ((), 0, (9, 9))
    assert take_that.prompt(state) == {"type": "turn", "seat": 1, "game": 1}
    assert standing([*NONE_LEFT, *lay(33), TAKE]).rounds[0].scores == (55, -5)
    assert standing([*NONE_LEFT, *lay(68), *twist(86)]).rounds[0].scores == (62, -5)
    ended = standing(NONE_LEFT, games=1, rulings={"last_draw_empties_row": "ends"})
    assert ended.rounds[0].scores == (60, -5)
    assert take_that.prompt(ended) is None


def test_a_pair_that_does_not_empty_the_row_ends_nothing_whatever_the_house_rule() -> None:
    entries = [*lay(22), *paired(PAIRS[:30])]
    assert codes(replay_of(entries, rulings={"last_draw_empties_row": "ends"}).refusal) == [("not-within-ten", "TT-07")]
    entries = [*ONE_LEFT[:-2], *lay(67, 68), *twist(76)]
    state = standing(entries, rulings={"last_draw_empties_row": "ends"})
    assert (state.current.draw_pile, state.current.row) == (0, (68,))
    assert take_that.prompt(state) is not None


def test_a_player_without_cards_must_take_the_row() -> None:
    toads = [*lay(22), TAKE, *lay(33), TAKE, *lay(44), TAKE, *lay(55), TAKE, *lay(12), *twist(21)]
    last = [58, 59, 66, 68, 69, 76, 77, 78, 79, 85, 86, 87, 88, 89, 95, 96, 97, 98]
    entries = [*toads, *paired(PAIRS[1:28]), *lay(67), *lay(*last)]
    state = standing(entries)
    assert (state.current.draw_pile, state.current.hands, state.current.seat) == (0, (0, 0), 1)
    for entry in (*lay(98), *lay(34), *twist(76)):
        assert codes(replay_of([*entries, entry]).refusal) == [("hand-empty", "R-96")]
    assert standing([*entries, TAKE]).rounds[0].scores == (-10, 56 - 10 - 16 - 3 * 5)


def test_a_row_of_one_card_costs_a_penalty_card_in_the_advanced_game_only() -> None:
    plain = standing([*lay(34), TAKE]).current
    assert (plain.draw_pile, plain.unseen, plain.cards) == (60, (0, 0), (0, 1))
    advanced = standing([*lay(34), TAKE], advanced=True).current
    assert (advanced.draw_pile, advanced.unseen, advanced.cards) == (59, (0, 1), (0, 1))
    two = standing([*lay(34, 35), TAKE], advanced=True).current
    assert (two.draw_pile, two.unseen, two.cards) == (59, (0, 0), (2, 0))


@pytest.mark.parametrize("advanced", [False, True])
def test_a_penalty_card_is_accepted_only_where_one_is_due(advanced: bool) -> None:
    entries = lay(34, 35) if advanced else lay(34)
    for unseen in ({"type": "take"}, {"type": "take", "penalty": None}):
        assert replay_of([*entries, unseen], advanced=advanced).refusal is None
    replayed = replay_of([*entries, {"type": "take", "penalty": 22}], advanced=advanced)
    assert codes(replayed.refusal) == [("no-penalty-here", "TT-19")]


def test_a_penalty_toad_costs_five() -> None:
    toad = standing([*lay(34), {"type": "take", "penalty": 22}], advanced=True).current
    assert (toad.minus, toad.unseen) == ((0, 6), (0, 0))
    other = standing([*lay(34), TAKE, penalty(1, 23)], advanced=True).current
    assert (other.minus, other.unseen) == ((0, 2), (0, 0))


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


def test_the_last_card_of_the_draw_pile_can_be_a_penalty_and_a_new_row_is_started_without_drawing() -> None:
    taken = standing([*ONE_AND_ONE, TAKE], advanced=True)
    assert take_that.prompt(taken) == {"type": "lay", "seat": 0, "game": 1}
    assert taken.current.draw_pile == 0
    opened = standing([*ONE_AND_ONE, TAKE, *lay(55)], advanced=True)
    assert take_that.prompt(opened) == {"type": "turn", "seat": 1, "game": 1}
    assert (opened.current.hands, opened.current.row) == ((8, 9), (55,))


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


def test_a_card_out_of_reach_is_refused_with_the_cards_within() -> None:
    refusal = replay_of(lay(34, 45)).refusal
    assert refusal is not None
    (violation,) = refusal.violations
    assert violation.params == {"card": 45, "end": 34, "low": 24, "high": 44}


def test_an_adjustment_counts_in_the_totals_after_the_games_that_follow_it() -> None:
    adjusted = {"type": "adjust", "seat": 0, "points": 100, "reason": "won the raffle"}
    state = standing([RESULT, adjusted, RESULT, RESULT], games=3)
    ana, luis = state.rounds[0].scores
    totals = [(ana, luis), (2 * ana + 100, 2 * luis), (3 * ana + 100, 3 * luis)]
    assert list(state.totals_after) == totals
