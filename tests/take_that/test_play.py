"""The course of Take That, rule by rule."""

from __future__ import annotations

from typing import Any

import pytest

from companion import games
from companion.core.game import Person, Refusal, Replay, replay
from companion.core.messages import PlayerRef
from companion.core.rounds import RoundGameState
from companion.core.translator import Translator
from companion.games.take_that.setup import CARDS, MIRROR, TOADS, Setup, setup_steps

take_that = games.load("take-that")

PEOPLE = [Person(name) for name in ("Ana", "Luis", "Sara", "Raúl")]
TAKE: dict[str, Any] = {"type": "take"}
FINISH: dict[str, Any] = {"type": "finish"}
RESULT: dict[str, Any] = {
    "type": "result",
    "seats": [{"twisted": 40, "cards": 10, "toads": 5}, {"twisted": 20, "cards": 2, "toads": 0}],
}


def lay(*cards: int) -> list[dict[str, Any]]:
    return [{"type": "lay", "card": card} for card in cards]


def twist(*cards: int) -> list[dict[str, Any]]:
    return [{"type": "twist", "card": card} for card in cards]


def penalty(seat: int, card: int) -> dict[str, Any]:
    return {"type": "penalty", "seat": seat, "card": card}


def after(entries: list[dict[str, Any]], players: int = 2, **options: Any) -> Replay[RoundGameState]:
    state = take_that.setup(PEOPLE[:players], options)
    assert isinstance(state, RoundGameState)
    return replay(take_that, state, entries)


def standing(entries: list[dict[str, Any]], players: int = 2, **options: Any) -> Any:
    replayed = after(entries, players, **options)
    assert replayed.refusal is None, replayed
    return replayed.state


def codes(refusal: Refusal | None) -> list[tuple[str, str]]:
    assert refusal is not None
    return [(wrong.id, wrong.rule) for wrong in refusal.violations]


PAIRS = [(card, MIRROR[card]) for card in CARDS if card in MIRROR and card < MIRROR[card]]


def paired(pairs: list[tuple[int, int]]) -> list[dict[str, Any]]:
    """Return turns that lay the one card of each pair and pair it at once with the other: the row is empty again."""
    return [entry for card, mirror in pairs for entry in (*lay(card), *twist(mirror))]


# Two players, 61 cards in the draw pile: one card is left in it, the row is empty, it is Ana's turn, Luis has 60 cards.
ONE_LEFT = paired(PAIRS[:30])
# The last card was drawn after a pair that emptied the row. Ana has 60 cards, Luis took a toad, and it is his turn.
NONE_LEFT = [*lay(22), TAKE, *lay(67), *twist(76), *paired(PAIRS[:29])]
# A row of one card, the 44, and one card in the draw pile. Ana has 56 cards and is next; Luis took 22, 32 and 33.
ONE_AND_ONE = [
    *lay(22, 32, 33),
    TAKE,
    *lay(67),
    *twist(76),
    *paired([pair for pair in PAIRS[:28] if pair != (23, 32)]),
    *lay(44),
]


def test_there_are_79_cards_seven_toads_and_36_pairs() -> None:
    assert (len(CARDS), len(TOADS), len(MIRROR)) == (79, 7, 72)
    assert all(MIRROR[MIRROR[card]] == card != MIRROR[card] for card in MIRROR)
    assert not {11, 20, 30, 90, 99} & set(CARDS)


@pytest.mark.parametrize(("players", "hand", "pile"), [(2, 9, 61), (3, 9, 52), (4, 8, 47)])
def test_hands_and_draw_pile_use_up_the_deck(players: int, hand: int, pile: int) -> None:
    assert (Setup(players).hand, Setup(players).draw_pile) == (hand, pile)
    assert players * hand + pile == 79


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"games": 0}, "games-count"),
        ({"games": 100}, "games-count"),
        ({"games": True}, "games-count"),
        ({"games": 2.0}, "games-count"),
        ({"advanced": 1}, "advanced-choice"),
        ({"dealer": 2}, "no-such-seat"),
        ({"dealer": -1}, "no-such-seat"),
        ({"dealer": "0"}, "dealer-seat"),
        ({"level": "normal"}, "unknown-option"),
        ({"rulings": None}, "rulings-shape"),
        ({"rulings": {"last_draw_empties_row": "no"}}, "unknown-value"),
        ({"rulings": {"partial_last_turn": "counts"}}, "unknown-switch"),
    ],
)
def test_an_impossible_option_is_refused(options: dict[str, Any], code: str) -> None:
    refused = take_that.setup(PEOPLE[:2], options)
    assert isinstance(refused, Refusal)
    assert [wrong.id for wrong in refused.violations] == [code]


def test_left_of_the_dealer_starts_and_the_deal_passes_to_the_left() -> None:
    assert take_that.prompt(standing([], 3)) == {"type": "turn", "seat": 0, "game": 1}
    assert take_that.prompt(standing([], 3, dealer=1)) == {"type": "turn", "seat": 2, "game": 1}
    assert take_that.prompt(standing([RESULT], 2, dealer=1)) == {"type": "turn", "seat": 1, "game": 2}
    assert take_that.prompt(standing([RESULT, RESULT], 2, games=3)) == {"type": "turn", "seat": 0, "game": 3}


def test_the_set_up_steps_name_who_deals_and_who_starts() -> None:
    said = {game: {step.id: step for step in setup_steps(Setup(3, dealer=1), game)} for game in (1, 2, 3)}
    dealers = [said[game]["setup-dealer"].params["who"] for game in said]
    starters = [said[game]["setup-starter"].params["who"] for game in said]
    assert dealers == [PlayerRef(1), PlayerRef(2), PlayerRef(0)]
    assert starters == [PlayerRef(2), PlayerRef(0), PlayerRef(1)]
    assert [said[game]["setup-dealer"].rule for game in said] == ["TT-05", "R-102", "R-102"]
    assert setup_steps(Setup(3, dealer=1)) == setup_steps(Setup(3, dealer=1), 1)


def test_the_set_up_steps_mention_the_penalty_card_in_the_advanced_game_only() -> None:
    named = [[step.id for step in setup_steps(Setup(2, advanced=advanced))] for advanced in (False, True)]
    assert ["setup-advanced" in ids for ids in named] == [False, True]


@pytest.mark.parametrize("games", [1, 2, 99])
def test_a_match_has_one_to_ninety_nine_games(games: int) -> None:
    assert standing([], games=games).setup.games == games
    assert standing([]).setup.games == 2


def test_a_pair_may_come_from_anywhere_in_the_row_and_the_gap_closes() -> None:
    state = standing([*lay(34, 37, 41, 49, 52), *twist(73)])
    assert state.current.row == (34, 41, 49, 52)
    assert state.current.twisted == (0, 2)
    end = standing([*lay(34, 37, 41), *twist(14)])
    assert end.current.row == (34, 37)
    assert codes(after([*lay(34, 37, 41), *twist(14), *lay(51)]).refusal) == [("not-within-ten", "TT-07")]


def test_a_row_of_one_card_may_be_paired_and_the_next_player_starts_a_new_one() -> None:
    state = standing([*lay(34), *twist(43), *lay(98)])
    assert (state.current.row, state.current.seat) == ((98,), 1)


def test_an_empty_row_can_only_be_started() -> None:
    assert codes(after([TAKE]).refusal) == [("row-empty-take", "R-93")]
    assert codes(after(twist(34)).refusal) == [("row-empty-twist", "TT-08")]
    assert codes(after([*lay(34), TAKE, TAKE]).refusal) == [("row-empty-take", "R-93")]
    assert codes(after([*lay(34), TAKE, *twist(43)]).refusal) == [("row-empty-twist", "TT-08")]


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
    replayed = after(entries)
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
    assert codes(after(entries, rulings={"last_draw_empties_row": "ends"}).refusal) == [("not-within-ten", "TT-07")]
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
        assert codes(after([*entries, entry]).refusal) == [("hand-empty", "R-96")]
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
        assert after([*entries, unseen], advanced=advanced).refusal is None
    replayed = after([*entries, {"type": "take", "penalty": 22}], advanced=advanced)
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
    assert codes(after([*lay(34), TAKE, entry], advanced=True).refusal) == expected


def test_a_penalty_card_may_be_looked_at_once_and_lies_with_its_player_from_then_on() -> None:
    entries = [*lay(34), TAKE, *lay(55), penalty(1, 45)]
    assert codes(after([*entries, penalty(1, 46)], advanced=True).refusal) == [("nothing-unseen", "TT-19")]
    assert codes(after([*entries, *lay(45)], advanced=True).refusal) == [("card-seen", "TT-02")]
    assert codes(after([*lay(34), penalty(1, 45)]).refusal) == [("nothing-unseen", "TT-19")]


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
        assert codes(after([*entries, entry], advanced=True).refusal) == [("penalty-is-missing", "TT-19")]
    assert codes(after([*entries, RESULT], advanced=True).refusal) == [("cards-laid", "RECORD")]
    done = standing([*entries, penalty(0, 66)], advanced=True)
    assert done.rounds[0].scores == (56 - 5 - 5, -11 - 5)


def test_a_finished_match_shows_the_last_table_only_if_it_was_played_out() -> None:
    played = standing([*ONE_LEFT, *lay(67, 68), TAKE], games=1)
    fields = take_that.report(played, Translator(take_that.WORDS, "AB"))
    assert (fields["row"], fields["draw_pile"], fields["hands"]) == ([], 0, [9, 8])
    for entries in ([*ONE_LEFT, *lay(22), TAKE, FINISH], [*ONE_LEFT, *lay(22), TAKE, RESULT]):
        fields = take_that.report(standing(entries), Translator(take_that.WORDS, "AB"))
        assert (fields["row"], fields["draw_pile"], fields["hands"]) == (None, None, None)


def test_nothing_may_follow_a_match_that_was_played_out() -> None:
    adjust = {"type": "adjust", "seat": 0, "points": 5, "reason": "agreed"}
    played = [*ONE_LEFT, *lay(67, 68), TAKE]
    for entry in (adjust, FINISH, TAKE, RESULT, penalty(0, 34), *lay(34)):
        assert codes(after([*played, entry], games=1).refusal) == [("game-over", "RECORD")]


def test_the_row_costs_one_a_card_and_five_a_toad() -> None:
    assert [standing(lay(*cards)).current.cost for cards in ((), (34,), (34, 44), (34, 44, 41))] == [0, 1, 6, 7]


def test_a_card_out_of_reach_is_refused_with_the_cards_within() -> None:
    refusal = after(lay(34, 45)).refusal
    assert refusal is not None
    (violation,) = refusal.violations
    assert violation.params == {"card": 45, "end": 34, "low": 24, "high": 44}


def test_an_early_end_needs_a_complete_game_and_drops_the_unfinished_one() -> None:
    assert codes(after([FINISH]).refusal) == [("no-complete-game", "TT-18")]
    assert codes(after([*lay(34), FINISH]).refusal) == [("no-complete-game", "TT-18")]
    stopped = standing([RESULT, *lay(34, 35), TAKE, FINISH])
    assert (stopped.totals, take_that.prompt(stopped)) == ((5, 18), None)
    assert codes(after([RESULT, FINISH, FINISH]).refusal) == [("game-over", "RECORD")]


def test_adjustments_change_the_total_and_neither_game() -> None:
    entry = {"type": "adjust", "seat": 0, "points": 13, "reason": "agreed"}
    state = standing([RESULT, *lay(34), entry, FINISH])
    assert (state.rounds[0].scores, state.totals, state.adjustments) == ((5, 18), (18, 18), (13, 0))
    assert take_that.report(state, Translator(take_that.WORDS, "AB"))["ranking"] == [[0, 1]]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"points": 0}, "adjust-points"),
        ({"points": 1000}, "adjust-points"),
        ({"points": -1000}, "adjust-points"),
        ({"seat": 2}, "no-such-seat"),
        ({"seat": -1}, "no-such-seat"),
        ({"reason": " "}, "adjust-reason"),
        ({"reason": None}, "wrong-type"),
        ({"points": 1.5}, "wrong-type"),
    ],
)
def test_an_adjustment_needs_a_seat_points_and_a_reason(change: dict[str, Any], code: str) -> None:
    entry = {"type": "adjust", "seat": 0, "points": 999, "reason": "agreed"}
    assert after([entry]).refusal is None
    refusal = after([{**entry, **change}]).refusal
    assert refusal is not None
    assert [wrong.id for wrong in refusal.violations] == [code]


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ("take", "not-an-object"),
        ({"type": None}, "unknown-type"),
        ({"type": "take", "card": 5}, "unknown-field"),
        ({"type": "take", "penalty": "22"}, "wrong-type"),
        ({"type": "lay"}, "missing-field"),
        ({"type": "lay", "card": None}, "wrong-type"),
        ({"type": "result", "seats": [{"twisted": 2, "cards": 1}]}, "wrong-type"),
        ({"type": "result", "seats": [{"twisted": 2, "points": 1, "toads": 0}]}, "wrong-type"),
        ({"type": "result", "seats": [{"twisted": 2, "points": None}]}, "wrong-type"),
        ({"type": "result", "seats": {"0": {}}}, "wrong-type"),
        ({"type": "finish", "seat": 0}, "unknown-field"),
    ],
)
def test_an_entry_of_the_wrong_shape_is_refused_at_any_moment(entry: Any, code: str) -> None:
    for entries in ([entry], [RESULT, RESULT, entry]):
        assert codes(after(entries).refusal) == [(code, "RECORD")]


def test_a_late_answer_is_accepted_while_its_question_is_open() -> None:
    before, after_it = standing(lay(34)), standing(lay(34, 35))
    for entry in (*lay(36), *twist(43), TAKE):
        assert take_that.question(before, entry) != take_that.question(after_it, entry)
    opening = standing([*lay(34), TAKE])
    assert take_that.question(before, lay(36)[0]) != take_that.question(opening, lay(36)[0])
    unseen, looked = (standing([*lay(34), TAKE, *more], advanced=True) for more in ((), lay(55)))
    assert take_that.question(unseen, penalty(1, 22)) == take_that.question(looked, penalty(1, 22))


def test_a_penalty_card_and_a_result_answer_questions_of_their_own() -> None:
    start, second = standing([]), standing([RESULT])
    for entry in (RESULT, FINISH):
        assert take_that.question(start, entry) is not None
        assert take_that.question(start, entry) != take_that.question(second, entry)
    assert take_that.question(start, RESULT) != take_that.question(start, FINISH)
    unseen = standing([*lay(34), TAKE], advanced=True)
    looked = standing([*lay(34), TAKE, penalty(1, 22)], advanced=True)
    assert take_that.question(unseen, penalty(1, 22)) is not None
    assert take_that.question(unseen, penalty(1, 22)) != take_that.question(looked, penalty(1, 22))


def test_an_entry_that_answers_no_question_is_not_taken_as_an_answer() -> None:
    adjust = {"type": "adjust", "seat": 0, "points": 5, "reason": "agreed"}
    for entry in (adjust, {"type": "bid", "seat": 0, "card": "R9"}, ["lay"], None):
        assert take_that.question(standing([]), entry) is None
    over = standing([RESULT, RESULT])
    for entry in (*lay(34), TAKE, RESULT, FINISH):
        assert take_that.question(over, entry) is None


def test_every_text_of_the_set_up_exists() -> None:
    say = Translator(take_that.WORDS, [person.name for person in PEOPLE])
    for players in take_that.SEATS:
        for advanced in (False, True):
            steps = setup_steps(Setup(players, 1, advanced, 0, {"last_draw_empties_row": "ends"} if advanced else {}))
            assert all(say(step) for step in steps)
            assert any("= 79" in say(step) for step in steps)


def test_a_set_up_without_options_has_the_defaults() -> None:
    game = after([]).state.setup
    same = Setup(2, rulings=game.rulings)
    assert (game.games, game.advanced, game.dealer_of(1)) == (same.games, same.advanced, same.dealer_of(1))
