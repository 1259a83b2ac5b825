"""The course of The Game, rule by rule."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.game import Game, Person, Refusal
from companion.core.messages import PlayerRef
from companion.games.the_game import piles
from companion.games.the_game.game import GAME, State
from companion.games.the_game.piles import PILES, onwards, takes, ten_back
from companion.games.the_game.setup import CARDS
from tests.checked import accepts, decoded, question_key, refused_for, replayed
from tests.the_game.turns import END, STUCK, lay

PEOPLE = [Person(name) for name in ("Ana", "Luis", "Sara", "Raúl", "Marta")]


def replay_of(entries: list[dict[str, Any]], players: int = 2, **options: Any) -> Game[State]:
    state = GAME.start(PEOPLE[:players], options)
    assert isinstance(state, State)
    return replayed(GAME, state, entries)


def codes(refusal: Refusal | None) -> list[tuple[str, str]]:
    assert refusal is not None
    return [(violation.id, violation.rule) for violation in refusal.violations]


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"level": "hard"}, "unknown-level"),
        ({"starter": 2}, "no-such-seat"),
        ({"starter": True}, "starter-seat"),
        ({"rulings": {"partial_last_turn": "maybe"}}, "unknown-value"),
    ],
)
def test_an_impossible_option_is_refused(options: dict[str, Any], code: str) -> None:
    assert refused_for(GAME.start(PEOPLE[:2], options)) == [code]


@pytest.mark.parametrize(("level", "rule"), [("normal", "TG-07"), ("expert", "TG-18"), ("expert_plus", "TG-18")])
def test_a_turn_does_not_end_before_its_minimum(level: str, rule: str) -> None:
    replayed = replay_of([*lay("up1", 2), END], level=level)
    assert codes(replayed.refusal) == [("cards-owed", rule)]


def test_a_whole_hand_may_be_laid_but_no_card_more() -> None:
    replayed = replay_of(lay("up1", *range(2, 10)))
    assert (replayed.refused, codes(replayed.refusal)) == (7, [("hand-empty", "TG-07")])
    assert replay_of([*lay("up1", *range(2, 9)), END]).state.hands == (7, 7)


def test_one_card_is_owed_once_the_draw_pile_is_empty() -> None:
    entries = [entry for at in range(2, 86, 7) for entry in (*lay("up1", *range(at, at + 7)), END)]
    assert codes(replay_of([*entries, END]).refusal) == [("cards-owed", "TG-14")]
    assert replay_of([*entries, *lay("up1", 86), END]).refusal is None


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


def test_a_pile_for_all_takes_every_card_that_is_left_whatever_lies_next_to_it() -> None:
    left = (30, 60)
    seen = sum(1 << card for card in range(2, 100) if card not in left)
    assert piles.pile_for_all((50, 50, 49, 49), seen) is None
    assert piles.pile_for_all((50, 20, 49, 49), seen) == "up2"
    assert piles.pile_for_all((50, 50, 49, 50), seen) == "down2"  # 60 is ten back


def test_a_player_who_has_laid_enough_is_not_stuck() -> None:
    assert codes(replay_of([*lay("up1", 50, 60), STUCK]).refusal) == [("minimum-met", "TG-16")]


def test_after_the_end_every_entry_is_refused() -> None:
    for entry in (END, STUCK, *lay("up1", 5), {"type": "result", "leftover": 5}):
        replayed = replay_of([{"type": "result", "leftover": 5}, entry])
        assert codes(replayed.refusal) == [("game-over", "TG-16")]


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ({"type": "finish"}, ["unknown-type"]),
        ({"type": "play", "pile": "up1", "card": 5.0}, ["wrong-type"]),
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


@pytest.mark.parametrize("pile", PILES)
def test_a_pile_takes_the_cards_of_its_range_and_the_one_ten_back_and_no_other(pile: str) -> None:
    for top in range(1, 101):
        low, high = onwards(pile, top)
        said = {*range(low, high + 1)} | {ten_back(pile, top)} - {None}
        assert said == {card for card in CARDS if takes(pile, top, card)}, top
