"""Entries of every kind, right and wrong, at every moment of a game."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.game import Refusal
from companion.core.translator import Translator
from companion.games.bids import game
from companion.games.bids.game import GAME
from companion.games.bids.state import State
from tests.bids import legal
from tests.bids.entries import SPECIALS, bid, codes, continued, laid, result, reveal, state_after, trick
from tests.checked import accepts, question_key

CARDS = ["R1", "R14", "Y3", "K1", "K14", "K2X", "K-5", "KT", "KS", "KL", "KQ", "WA", "", "X9", "r1", "K0", "R01"]
JSON = st.one_of(st.none(), st.booleans(), st.integers(-3, 9), st.just(10**40), st.just(1.0), st.sampled_from(CARDS))
VALUES = st.one_of(JSON, st.lists(JSON, max_size=4), st.dictionaries(st.sampled_from(["front", "points"]), JSON))
FIELDS = ["seat", "card", "removed", "seats", "alliance", "points", "reason", "colour"]
TYPES = ["deal", "starter", "reveal", "bid", "steal", "round", "adjust", "finish"]


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


@st.composite
def entries(draw: st.DrawFn) -> Any:
    """Draw anything that might be an entry in a record, most of it wrong."""
    kind = draw(st.one_of(st.sampled_from(TYPES), JSON))
    entry = draw(st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=3))
    return draw(st.one_of(st.just({"type": kind, **entry}), VALUES))


@given(positions(), entries())
@settings(max_examples=300)
def test_every_entry_is_described_in_words_and_accepted(state: State, entry: Any) -> None:
    say = Translator(GAME.WORDS, legal.NAMES)
    applied = GAME.apply_json(state, entry)
    if isinstance(applied, Refusal):
        assert applied.violations
        assert all(say(violation) for violation in applied.violations)
    else:
        question_key(GAME, state, entry)


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


def test_every_violation_of_a_bid_is_reported_at_once() -> None:
    state = state_after(reveal("K5"), bid(0, "K7"))
    assert codes(state, bid(1, "K7")) == ["black-card-seen", "no-more-hand-blacks"]
    assert codes(state, bid(9, "K7")) == ["black-card-seen", "no-more-hand-blacks", "no-such-seat"]


def test_every_violation_of_an_alliance_is_reported_at_once() -> None:
    entry = result("K1", "K2", "K3", "K4", alliance=[2, 2])
    assert codes(state_after(), entry) == ["no-ally-in-game", "allied-with-oneself"]


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


@pytest.mark.parametrize(
    ("before", "late", "same"),
    [
        ([reveal("K5")], bid(2, "R1"), [bid(0, "R9")]),
        ([], reveal("K5"), [{"type": "adjust", "seat": 1, "points": 3, "reason": "agreed"}]),
        ([], {"type": "deal", "removed": ["R1"]}, [{"type": "starter", "seat": 2}]),
    ],
)
def test_a_late_answer_to_an_open_question_answers_the_same_question(
    before: list[Any], late: Any, same: list[Any]
) -> None:
    key = question_key(GAME, state_after(*before), late)
    assert key == question_key(GAME, state_after(*before, *same), late) is not None


def test_an_answer_to_a_question_that_is_closed_answers_none_or_another() -> None:
    late = bid(2, "R1")
    seen, now = state_after(reveal("K5"), bid(0, "R9")), state_after(*trick("K5", "R9", "B4", "G3", "Y2"))
    assert question_key(GAME, now, late) != question_key(GAME, seen, late)
    assert question_key(GAME, now, {"type": "finish"}) is None


def test_a_card_turned_up_twice_in_a_blind_trick_answers_two_questions() -> None:
    blind = state_after(*trick("KQ", "R9", "B4", "G3", "Y2"), specials=["surprise", "lowest"])
    again = state_after(*trick("KQ", "R9", "B4", "G3", "Y2"), reveal("KL"), specials=["surprise", "lowest"])
    assert question_key(GAME, blind, reveal("K1")) != question_key(GAME, again, reveal("K1"))


def test_the_answer_to_one_offer_of_the_thief_is_none_to_the_next() -> None:
    decline: dict[str, Any] = {"type": "steal", "seat": None}
    first = laid("K9 R1 R9 R2 R3 KT G1 G2 G3 G9", specials=["thief"], ruleset="bga")
    again = continued(first, *trick("K4", "B9", "B1", "B2", "B3"))
    assert (first.phase, again.phase) == ("offer", "offer")
    for answer in (decline, {"type": "steal", "seat": 1, "card": "K9"}):
        assert question_key(GAME, first, answer) == question_key(GAME, first, decline) is not None
        assert question_key(GAME, again, answer) != question_key(GAME, first, answer)
        assert question_key(GAME, continued(first, decline), answer) is None
