"""The course of The Game, rule by rule."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.game import Game, Person, Refusal
from companion.core.messages import PlayerRef
from companion.games.the_game import piles
from companion.games.the_game.game import GAME, State
from companion.games.the_game.setup import Setup
from tests.checked import accepts, decoded, question_key, replayed

PEOPLE = [Person(name) for name in ("Ana", "Luis", "Sara", "Raúl", "Marta")]


def lay(pile: str, *cards: int) -> list[dict[str, Any]]:
    return [{"type": "play", "pile": pile, "card": card} for card in cards]


END: dict[str, Any] = {"type": "end_turn"}
STUCK: dict[str, Any] = {"type": "stuck"}


def replay_of(entries: list[dict[str, Any]], players: int = 2, **options: Any) -> Game[State]:
    state = GAME.start(PEOPLE[:players], options)
    assert isinstance(state, State)
    return replayed(GAME, state, entries)


def codes(refusal: Refusal | None) -> list[tuple[str, str]]:
    assert refusal is not None
    return [(violation.id, violation.rule) for violation in refusal.violations]


@pytest.mark.parametrize(
    ("players", "level", "hand", "pile", "minimum"),
    [
        (1, "normal", 8, 90, 2),
        (2, "normal", 7, 84, 2),
        (3, "expert", 6, 80, 3),
        (4, "expert", 6, 74, 3),
        (5, "normal", 6, 68, 2),
        (1, "expert_plus", 7, 91, 3),
        (2, "expert_plus", 6, 86, 3),
        (3, "expert_plus", 5, 83, 3),
        (4, "expert_plus", 5, 78, 3),
        (5, "expert_plus", 5, 73, 3),
    ],
)
def test_hands_and_draw_pile_are_those_of_the_table(
    players: int, level: str, hand: int, pile: int, minimum: int
) -> None:
    setup = Setup(players, level)
    assert (setup.hand, setup.draw_pile, setup.minimum) == (hand, pile, minimum)
    assert players * hand + pile == 98


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"level": "hard"}, "unknown-level"),
        ({"level": None}, "unknown-level"),
        ({"level": ["normal"]}, "unknown-level"),
        ({"starter": 2}, "no-such-seat"),
        ({"starter": -1}, "no-such-seat"),
        ({"starter": True}, "starter-seat"),
        ({"starter": None}, "starter-seat"),
        ({"rounds": 6}, "unknown-option"),
        ({"rulings": []}, "rulings-shape"),
        ({"rulings": {"partial_last_turn": "maybe"}}, "unknown-value"),
        ({"rulings": {"partial_last_turn": ["counts"]}}, "unknown-value"),
        ({"rulings": {"ally_color": "none"}}, "unknown-switch"),
    ],
)
def test_an_impossible_option_is_refused(options: dict[str, Any], code: str) -> None:
    refused = GAME.start(PEOPLE[:2], options)
    assert isinstance(refused, Refusal)
    assert [violation.id for violation in refused.violations] == [code]


def test_all_impossible_options_are_reported_at_once() -> None:
    refused = GAME.start([], {"level": 1, "seats": 2, "rulings": {"x": "y"}})
    assert isinstance(refused, Refusal)
    assert {violation.id for violation in refused.violations} >= {
        "player-count",
        "unknown-level",
        "unknown-option",
        "unknown-switch",
    }


def test_the_minimum_is_owed_until_it_is_met_and_more_may_follow() -> None:
    laid = [replay_of(lay("up1", *range(2, 2 + n)), level="expert").state.owed for n in range(6)]
    assert laid == [3, 2, 1, 0, 0, 0]


@pytest.mark.parametrize(("level", "rule"), [("normal", "TG-07"), ("expert", "TG-18"), ("expert_plus", "TG-18")])
def test_a_turn_does_not_end_before_its_minimum(level: str, rule: str) -> None:
    replayed = replay_of([*lay("up1", 2), END], level=level)
    assert codes(replayed.refusal) == [("cards-owed", rule)]


def test_a_player_draws_as_many_cards_as_were_laid_and_only_after_the_turn() -> None:
    assert replay_of(lay("up1", 2, 3, 4)).state.hands == (4, 7)
    ended = replay_of([*lay("up1", 2, 3, 4), END]).state
    assert (ended.hands, ended.draw_pile, ended.seat, ended.owed) == ((7, 7), 81, 1, 2)


def test_a_whole_hand_may_be_laid_but_no_card_more() -> None:
    replayed = replay_of(lay("up1", *range(2, 10)))
    assert (replayed.refused, codes(replayed.refusal)) == (7, [("hand-empty", "TG-07")])
    assert replay_of([*lay("up1", *range(2, 9)), END]).state.hands == (7, 7)


def test_one_card_is_enough_once_the_draw_pile_is_empty_and_empty_hands_are_passed_over() -> None:
    rising = list(range(2, 100))
    turns = [rising[at : at + 7] for at in range(0, 84, 7)]
    entries = [entry for turn in turns for entry in (*lay("up1", *turn), END)]
    dry = replay_of(entries).state
    assert (dry.draw_pile, dry.hands, dry.seat, dry.owed) == (0, (7, 7), 0, 1)
    one = replay_of([*entries, *lay("up1", 86), END]).state
    assert (one.hands, one.seat, one.owed) == ((6, 7), 1, 1)
    passed = replay_of([*entries, *lay("up1", *rising[84:91]), END, *lay("up1", 93), END]).state
    assert (passed.hands, passed.seat) == ((0, 6), 1)
    refused = replay_of([*entries, END])
    assert codes(refused.refusal) == [("cards-owed", "TG-14")]


def test_a_player_who_is_passed_over_is_followed_by_the_next_on_the_left() -> None:
    rising = list(range(2, 100))
    entries = [entry for at in range(0, 80, 5) for entry in (*lay("up1", *rising[at : at + 5]), END)]
    # Three players, 16 turns: the draw pile is empty, it is Luis's turn; he and later Sara lay all their cards.
    luis = [*entries, *lay("up1", *rising[80:86]), END, *lay("up1", 88), END]
    assert (replay_of(luis, players=3).state.hands, replay_of(luis, players=3).state.seat) == ((6, 0, 5), 0)
    again = replay_of([*luis, *lay("up1", 89), END], players=3).state
    assert (again.hands, again.seat) == ((5, 0, 5), 2)


def test_a_pile_that_ends_exactly_with_a_draw_makes_the_next_minimum_one() -> None:
    rising = list(range(2, 100))
    entries = [entry for at in range(0, 90, 8) for entry in (*lay("up1", *rising[at : min(at + 8, 90)]), END)]
    state = replay_of(entries, players=1).state
    assert (state.draw_pile, state.hands, state.minimum) == (0, (8,), 1)


@pytest.mark.parametrize(
    ("pile", "top", "card", "goes", "backwards"),
    [
        ("up1", 47, 48, True, False),
        ("up2", 47, 99, True, False),
        ("up1", 47, 37, True, True),
        ("up1", 47, 36, False, False),
        ("up1", 47, 38, False, False),
        ("down1", 65, 64, True, False),
        ("down2", 65, 2, True, False),
        ("down1", 65, 75, True, True),
        ("down1", 65, 76, False, False),
        ("down1", 65, 74, False, False),
    ],
)
def test_a_pile_takes_cards_onwards_or_exactly_ten_back(
    pile: str, top: int, card: int, goes: bool, backwards: bool
) -> None:
    assert piles.takes(pile, top, card) is goes
    assert piles.is_backwards(pile, top, card) is backwards


def test_the_open_cards_of_a_pile_are_those_that_the_game_accepts() -> None:
    state = replay_of([*lay("up1", 40), *lay("down1", 60), END, *lay("up2", 30)]).state
    for pile in piles.PILES:
        open_cards = piles.cards_for(pile, state.tops, state.seen)
        accepted = [
            card for card in range(-1, 102) if accepts(GAME, state, {"type": "play", "pile": pile, "card": card})
        ]
        assert [item.card for item in open_cards] == accepted
        back = {"up1": [], "up2": [20], "down1": [70], "down2": []}[pile]  # the 30 lies on up2 already
        assert [open_card.card for open_card in open_cards if open_card.is_backwards] == back
    assert [(top.pile, top.is_backwards) for top in piles.piles_for(70, state.tops)] == [
        ("up1", False),
        ("up2", False),
        ("down1", True),
        ("down2", False),
    ]
    assert [top.pile for top in piles.piles_for(80, state.tops)] == ["up1", "up2", "down2"]


def test_every_violation_of_a_card_is_reported_at_once() -> None:
    replayed = replay_of([*lay("up1", 47), *lay("up1", 47)])
    assert codes(replayed.refusal) == [("card-played", "TG-02"), ("not-rising", "TG-03")]
    assert codes(replay_of(lay("left", 100)).refusal) == [("no-such-pile", "TG-02"), ("no-such-card", "TG-02")]
    replayed = replay_of([*lay("down1", 47), *lay("down1", 47)])
    assert codes(replayed.refusal) == [("card-played", "TG-02"), ("not-falling", "TG-04")]
    replayed = replay_of([*lay("up1", 47), *lay("left", 47)])
    assert codes(replayed.refusal) == [("no-such-pile", "TG-02"), ("card-played", "TG-02")]


def test_nobody_is_stuck_while_a_pile_takes_every_card() -> None:
    entries = [*lay("up1", 50), *lay("up2", 40), END, *lay("down1", 60)]
    assert codes(replay_of([*entries, STUCK]).refusal) == [("nobody-stuck", "TG-16")]
    assert replay_of([*entries, *lay("down1", 50)]).refusal is not None
    full = replay_of([*entries, *lay("down2", 70), END, STUCK])
    assert full.refusal is None
    assert (full.state.cards_left, GAME.prompt(full.state)) == (94, None)


def test_nobody_is_stuck_while_the_last_cards_fit_a_pile_that_has_begun() -> None:
    entries = [entry for at in range(2, 86, 7) for entry in (*lay("up1", *range(at, at + 7)), END)]
    entries += [*lay("up2", 86), *lay("down1", 87), *lay("down2", 88), END]
    replayed = replay_of([*entries, STUCK])
    assert codes(replayed.refusal) == [("nobody-stuck", "TG-16")]


def test_a_pile_for_all_takes_every_card_that_is_left_whatever_lies_next_to_it() -> None:
    left = (30, 60)
    seen = sum(1 << card for card in range(2, 100) if card not in left)
    assert piles.pile_for_all((50, 50, 49, 49), seen) is None
    assert piles.pile_for_all((50, 20, 49, 49), seen) == "up2"
    assert piles.pile_for_all((50, 50, 49, 50), seen) == "down2"  # 60 is ten back


def test_a_player_who_has_laid_enough_is_not_stuck() -> None:
    assert codes(replay_of([*lay("up1", 50, 60), STUCK]).refusal) == [("minimum-met", "TG-16")]


@pytest.mark.parametrize(
    ("value", "placed", "tops"), [("counts", 5, (52, 41, 59, 71)), ("taken_back", 4, (52, 41, 60, 71))]
)
def test_the_cards_of_a_broken_last_turn_stay_or_go_back(value: str, placed: int, tops: tuple[int, ...]) -> None:
    entries = [*lay("up1", 52), *lay("up2", 41), END, *lay("down1", 60), *lay("down2", 71), END, *lay("down1", 59)]
    state = replay_of([*entries, STUCK], rulings={"partial_last_turn": value}).state
    assert (state.placed, state.tops) == (placed, tops)
    assert state.hands == ((6, 7) if value == "counts" else (7, 7))


def test_after_the_end_every_entry_is_refused() -> None:
    for entry in (END, STUCK, *lay("up1", 5), {"type": "result", "leftover": 5}):
        replayed = replay_of([{"type": "result", "leftover": 5}, entry])
        assert codes(replayed.refusal) == [("game-over", "TG-16")]


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ([], ["not-an-object"]),
        ({}, ["missing-field"]),
        ({"type": 5}, ["unknown-type"]),
        ({"type": "finish"}, ["unknown-type"]),
        ({"type": "play", "card": "5", "colour": 1}, ["missing-field"]),
        ({"type": "play", "pile": "up1", "card": True}, ["wrong-type"]),
        ({"type": "play", "pile": "up1", "card": 5.0}, ["wrong-type"]),
        ({"type": "end_turn", "seat": 0}, ["unknown-field"]),
        ({"type": "result"}, ["missing-field"]),
        ({"type": "result", "hands": [1, 1]}, ["missing-field"]),
        ({"type": "result", "draw_pile": 0}, ["missing-field"]),
        ({"type": "result", "hands": [1, 1], "leftover": 2}, ["missing-field"]),
        ({"type": "result", "hands": [1, None], "draw_pile": 0}, ["wrong-type"]),
        ({"type": "result", "leftover": None}, ["wrong-type"]),
    ],
)
def test_an_entry_of_the_wrong_shape_is_refused_at_any_moment(entry: Any, expected: list[str]) -> None:
    for entries in ([entry], [{"type": "result", "leftover": 5}, entry]):
        replayed = replay_of(entries)
        assert replayed.refused == len(entries) - 1
        assert replayed.refusal is not None
        assert [violation.id for violation in replayed.refusal.violations] == expected
        assert {violation.rule for violation in replayed.refusal.violations} == {"RECORD"}


def test_a_late_answer_is_accepted_while_its_question_is_open() -> None:
    state = replay_of(lay("up1", 20)).state
    other_pile = replay_of(lay("up1", 20) + lay("up2", 30)).state
    same_pile = replay_of(lay("up1", 20) + lay("up1", 30)).state
    next_turn = replay_of([*lay("up1", 20), *lay("up2", 30), END]).state
    entry = lay("up1", 25)[0]
    asked = question_key(GAME, state, entry)
    assert asked == question_key(GAME, other_pile, entry)
    assert asked != question_key(GAME, same_pile, entry)
    assert asked != question_key(GAME, next_turn, entry)
    assert question_key(GAME, other_pile, END) == question_key(GAME, same_pile, END)
    assert question_key(GAME, other_pile, END) != question_key(GAME, next_turn, END)
    assert question_key(GAME, state, {"type": "play", "pile": "up3", "card": 25}) is None


def test_a_result_answers_a_question_until_a_card_is_laid() -> None:
    result = {"type": "result", "leftover": 5}
    before = replay_of([]).state
    assert question_key(GAME, before, result) == question_key(GAME, before, {**result, "leftover": 6}) is not None
    assert question_key(GAME, replay_of(lay("up1", 20)).state, result) is None
    assert question_key(GAME, replay_of([result]).state, result) is None


def test_the_log_has_headings_with_the_turn_and_its_player() -> None:
    state = replay_of([*lay("up1", 2, 3), END, *lay("up1", 4)]).state
    heading = GAME.heading(state, decoded(GAME, END))
    assert heading.params == {"turn": 2, "who": PlayerRef(1)}
