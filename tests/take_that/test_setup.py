"""Take That: its deck, its options and their form, and how it is set up."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.messages import PlayerRef
from companion.games.take_that.setup import CARDS, MIRROR, TOADS, Setup, setup_steps
from tests.checked import allowed, refused_for
from tests.rules.questions import told
from tests.take_that.turns import PEOPLE, RESULT, standing, take_that


def test_there_are_79_cards_seven_toads_and_36_pairs() -> None:
    assert (len(CARDS), len(TOADS), len(MIRROR)) == (79, 7, 72)
    assert all(MIRROR[MIRROR[card]] == card != MIRROR[card] for card in MIRROR)
    assert not {11, 20, 30, 90, 99} & set(CARDS)


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"games": 0}, "games-count"),
        ({"games": 100}, "games-count"),
        ({"advanced": 1}, "advanced-choice"),
        ({"dealer": 2}, "no-such-seat"),
        ({"dealer": "0"}, "dealer-seat"),
        ({"rulings": {"last_draw_empties_row": "no"}}, "unknown-value"),
    ],
)
def test_an_impossible_option_is_refused(options: dict[str, Any], code: str) -> None:
    assert refused_for(take_that.start(PEOPLE[:2], options)) == [code]


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


@pytest.mark.parametrize("is_unusual", [True, False])
def test_the_cards_are_counted_out_step_by_step(is_unusual: bool) -> None:
    rulings = {"last_draw_empties_row": "ends"}
    options = {"games": 3, "advanced": True, "rulings": rulings} if is_unusual else {}
    assert told([*setup_steps(allowed(take_that.start(PEOPLE[:4], options)).setup, 1)]) == [
        *["TT-18 setup-games n=3"] * is_unusual,
        "TT-02 setup-cards cards=79 toads=7",
        "TT-05 setup-dealer who=3 game=1",
        "TT-04 setup-deal n=4 hand=8",
        "TT-04 setup-draw-pile players=4 hand=8 pile=47 cards=79",
        "TT-08 setup-row",
        *["TT-19 setup-advanced"] * is_unusual,
        "TT-05 setup-starter who=0",
        *["R-95 setup-last-draw-ends"] * is_unusual,
    ]
