"""Results of The Game without the cards: what is possible, and the refusals of everything else."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from msgspec import convert

from companion.core.game import Person, Refusal, Valid
from companion.core.translator import Translator
from companion.games.the_game.game import GAME
from companion.games.the_game.options import LEVEL_OPTION, TheGameHouseRules
from companion.games.the_game.results import Leftover, Result, check_result
from companion.games.the_game.setup import Setup, setup_steps
from companion.statistics import highlights
from companion.statistics.summary import GameSummary, summarise
from tests.checked import replayed
from tests.rules.questions import told


def _rulings(taken_back: bool) -> TheGameHouseRules:
    return TheGameHouseRules("taken_back" if taken_back else "counts")


def finished(leftover: int) -> GameSummary:
    """Return the summary of an attempt that ended with this many cards left."""
    state = GAME.start([Person(name) for name in "ABC"], {})
    assert not isinstance(state, Refusal)
    return summarise("the-game", replayed(GAME, state, [{"type": "result", "leftover": leftover}]).state, 3)


def codes(setup: Setup, **entry: Any) -> list[str]:
    violations = [*check_result(setup, convert({"type": "result", **entry}, Result))]
    say = Translator(GAME.WORDS, "ABCDE")
    assert all(say(item) for item in violations)
    return [item.id for item in violations]


@pytest.mark.parametrize(
    ("leftover", "expected"), [(0, "beaten"), (1, "excellent"), (9, "excellent"), (10, "none"), (94, "none")]
)
def test_under_ten_is_excellent_and_ten_is_not(leftover: int, expected: str) -> None:
    assert Leftover(leftover).rating == expected


@pytest.mark.parametrize(("players", "pile"), [(1, 90), (2, 84), (3, 80), (4, 74), (5, 68)])
def test_more_cards_left_than_were_in_the_draw_pile_are_accepted_with_a_warning(players: int, pile: int) -> None:
    start = GAME.start([Person(name) for name in "ABCDE"[:players]], {})
    assert not isinstance(start, Refusal)
    for left, expected in ((pile, []), (pile + 1, [("CG-6", "many-left")])):
        applied = GAME.apply_json(start, {"type": "result", "leftover": left})
        assert isinstance(applied, Valid)
        assert [(warning.rule, warning.id) for warning in applied.warnings] == expected


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ({"leftover": ""}, ["leftover-missing"]),
        ({"hands": [6, "", "x"], "draw_pile": "1.5"}, ["hand-missing"]),
        ({"hands": "6", "draw_pile": 0}, ["wrong-type"]),
    ],
    ids=str,
)
def test_a_number_that_was_left_out_is_asked_for(entry: dict[str, Any], expected: list[str]) -> None:
    start = GAME.start([Person(name) for name in "ABC"], {})
    assert not isinstance(start, Refusal)
    refused = GAME.apply_json(start, {"type": "result", **entry})
    assert isinstance(refused, Refusal)
    assert [item.id for item in refused.violations] == expected
    assert all(map(Translator(GAME.WORDS, "ABC"), refused.violations))


@pytest.mark.parametrize(("taken_back", "most"), [(False, 94), (True, 95)])
def test_the_leftover_is_at_most_what_four_cards_leave(taken_back: bool, most: int) -> None:
    setup = Setup(3, rulings=_rulings(taken_back))
    assert codes(setup, leftover=0) == codes(setup, leftover=most) == []
    assert codes(setup, leftover=most + 1) == codes(setup, leftover=-1) == ["leftover-range"]


@pytest.mark.parametrize(
    ("setup", "hands", "pile", "expected"),
    [
        (Setup(3), [6, 6, 6], 5, []),
        (Setup(3), [6, 5, 6], 5, []),
        (Setup(3), [6, 4, 6], 5, ["hand-too-small"]),
        (Setup(3), [5, 5, 6], 5, ["hands-short"]),
        (Setup(3), [4, 5, 6], 5, ["hands-short", "hand-too-small"]),
        (Setup(3, "expert"), [6, 4, 6], 5, []),
        (Setup(3, "expert"), [6, 3, 6], 5, ["hand-too-small"]),
        (Setup(3, "expert_plus"), [5, 3, 5], 5, []),
        (Setup(3, "expert_plus"), [5, 6, 5], 5, ["hand-too-large"]),
        (Setup(3, rulings=_rulings(True)), [6, 5, 6], 5, ["hand-too-small-taken-back"]),
        (Setup(3, rulings=_rulings(True)), [6, 6, 6], 5, []),
        (Setup(3), [6, 7, 6], 5, ["hand-too-large"]),
        (Setup(3), [0, 0, 6], 0, []),
        (Setup(3), [0, 0, 0], 0, []),
        (Setup(3), [6, -1, 6], 0, ["hand-negative"]),
        (Setup(3), [6, 6, 6], -1, ["draw-pile-range"]),
        (Setup(3), [6, 6, 6], 76, []),
        (Setup(3), [6, 6, 6], 77, ["leftover-range"]),
        (Setup(3), [6, 6, 6], 80, ["leftover-range"]),
        (Setup(3), [6, 6, 6], 81, ["leftover-range", "draw-pile-range"]),
        (Setup(3), [6, 6], 5, ["hands-count"]),
        (Setup(3), [6, 6, 6, 6], 5, ["hands-count"]),
    ],
)
def test_hands_and_draw_pile_must_be_possible(setup: Setup, hands: list[int], pile: int, expected: list[str]) -> None:
    assert codes(setup, hands=hands, draw_pile=pile) == expected


def test_a_leftover_beside_the_hands_must_agree_with_them() -> None:
    assert codes(Setup(2), hands=[3, 4], draw_pile=0, leftover=7) == []
    assert codes(Setup(2), hands=[3, 4], draw_pile=0, leftover=8) == ["sum-differs"]


@pytest.mark.parametrize(
    ("setup", "deal", "more"),
    [
        (Setup(1), ["TG-05 setup-deal n=1 hand=8", "TG-05 setup-draw-pile players=1 hand=8 pile=90 cards=98"], []),
        (
            Setup(3, "expert_plus", 2, _rulings(True)),
            ["TG-19 setup-deal n=3 hand=5", "TG-05 setup-draw-pile players=3 hand=5 pile=83 cards=98"],
            ["TG-06 setup-starter who=2", "TG-18 setup-minimum level=expert_plus minimum=3", "R-80 setup-taken-back"],
        ),
    ],
)
def test_the_cards_are_counted_out_step_by_step(setup: Setup, deal: list[str], more: list[str]) -> None:
    said = told([*setup_steps(setup, 1)])
    assert said == ["TG-02 setup-rows", "TG-02 setup-shuffle cards=98", *deal, *more]


@pytest.mark.parametrize(("level", "taken_back"), list(product(LEVEL_OPTION.values, (False, True))))
def test_exactly_the_states_that_play_can_reach_are_possible(level: str, taken_back: bool) -> None:
    """Whoever gets stuck while cards can be drawn has laid fewer than the minimum; everyone else holds a full hand."""
    setup = Setup(2, level, rulings=_rulings(taken_back))
    laid = range(1 if taken_back else setup.minimum)
    full = setup.hand
    reachable = {(full - n, full) for n in laid} | {(full, full - n) for n in laid}
    counted = {
        hands for hands in product(range(-1, full + 2), repeat=2) if not codes(setup, hands=list(hands), draw_pile=9)
    }
    assert counted == reachable


def test_the_highlights_compare_an_attempt_with_earlier_ones() -> None:
    game, *earlier = map(finished, (7, 30, 8))
    found = highlights.highlights_of("the-game", game, earlier=earlier)
    assert [*map(Translator(GAME.WORDS, "ABC"), found)] == [
        "Fewer cards left than ever before: 7.",
        "Attempt number 3 with this many players at this level.",
        "91 of 98 cards were laid.",
    ]
