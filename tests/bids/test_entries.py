"""Entries of every kind, right and wrong, at every moment of a game."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.game import Refusal
from companion.games.bids import game
from companion.games.bids.game import GAME
from companion.games.bids.state import State
from tests.bids import legal
from tests.bids.entries import SPECIALS, bid, codes, result, reveal, state_after
from tests.checked import accepts


@st.composite
def positions(draw: st.DrawFn) -> State:
    """Draw a state in the middle of a legal game with every special card."""
    players = draw(st.integers(3, 6))
    options = {
        "specials": SPECIALS,
        "rounds": 2,
        "variant": draw(st.sampled_from(["classic", "color"])),
        "ruleset": draw(st.sampled_from(["printed", "bga"])),
        "rulings": {"thief_players": "any"},
    }
    game = legal.play(Random(draw(st.integers(0, 2**32))), players, options)
    return draw(st.sampled_from(game.states))


@given(positions())
@settings(max_examples=40)
def test_the_cards_on_offer_are_those_that_are_accepted(state: State) -> None:
    prompt = GAME.prompt(state)
    if prompt is None or prompt["type"] not in ("bid", "reveal"):
        return
    bidding = prompt["type"] == "bid"
    offered = game.bids(state) if bidding else game.reveals(state)
    entry = {"type": "bid", "seat": game.next_bidder(state)} if bidding else {"type": "reveal"}
    accepted = [card for card in state.setup.bits if accepts(GAME, state, {**entry, "card": card})]
    assert sorted(offered) == sorted(accepted)


def test_the_shape_is_checked_before_the_moment_and_the_moment_before_the_content() -> None:
    state = state_after(reveal("K5"))
    assert codes(state, {"type": "reveal", "card": 5, "seat": 1}) == ["wrong-type"]
    assert codes(state, {"type": "reveal", "card": "R5"}) == ["waits-for-bids"]
    assert codes(state, bid(0, "K5")) == ["black-card-seen"]


ODD: tuple[Any, ...] = (True, False, None, 1.0, [], {}, ["R5"])


POINTS = ({"points": True}, {"points": None}, {"points": 1.0})
CARDS_WON = ({"front": "K5"}, {"front": [5]}, {"front": ["K5"], "points": 5}, {"cards": ["K5"]})
ODD_SEATS = [[seat] for seat in ({}, *POINTS, *CARDS_WON)]


@pytest.mark.parametrize(
    ("entry", "field", "odd"),
    [
        (reveal("K5"), "card", (1, *ODD)),
        (bid(0, "R5"), "seat", ("0", *ODD)),
        (bid(0, "R5"), "card", (1, *ODD)),
        ({"type": "starter", "seat": 0}, "seat", ("0", *ODD)),
        ({"type": "deal", "removed": ["R5"]}, "removed", ("R5", None, {}, [1], [None], ["R5", True])),
        ({"type": "steal", "seat": 0, "card": "K5"}, "seat", ("0", True, 1.0, [], {})),
        ({"type": "steal", "seat": 0, "card": "K5"}, "card", (1, *ODD)),
        (result(), "alliance", (0, "01", {}, [0], [0, 1, 2], [0, True], [0.0, 1])),
        (result(), "seats", (None, {}, [None], *ODD_SEATS)),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_field_of_the_wrong_type_is_refused_and_named(
    entry: dict[str, Any], field: str, odd: tuple[Any, ...]
) -> None:
    for value in odd:
        refused = GAME.apply_json(state_after(), {**entry, field: value})
        assert isinstance(refused, Refusal), value
        assert [(violation.id, violation.field) for violation in refused.violations] == [("wrong-type", field)], value


def test_who_declines_a_theft_names_no_card() -> None:
    assert codes(state_after(), {"type": "steal", "seat": None, "card": "K5"}) == ["unknown-field"]
