"""What the examples and the reasons of a trick do not show of the rules of Bids."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.core.game import Person
from companion.games.bids.game import GAME
from companion.games.bids.rounds import longest_names
from tests.bids.entries import SPECIALS, bid, codes, continued, laid, reveal, state_after


@pytest.mark.parametrize("reason", ["burner", "same-starter", "nobody-left"])
def test_no_reason_for_a_trick_promises_another_one(reason: str) -> None:
    """Trick ten is decided with the same reasons as the others."""
    text = str(GAME.WORDS[reason])
    assert "next trick" not in text and "starts" not in text


def test_the_rules_of_the_arena_differ_only_in_the_thief() -> None:
    by_arena = state_after(ruleset="bga").setup.rulings
    assert by_arena == replace(state_after().setup.rulings, thief="bga", thief_players="any")


@pytest.mark.parametrize(
    ("people", "seats"),
    [
        ((("Ana", ""), ("Luis", ""), ("Bo", "")), (1,)),
        ((("Ana", ""), ("Eva", ""), ("Bo", "")), (0, 1)),
        ((("Ana", "Ruiz"), ("Eva", "Gil"), ("Bo", "Quintanilla")), (0,)),
        ((("Zoe\u0308", ""), ("Ana", ""), ("Bo", "")), (0, 1)),  # a combining mark is not a letter
        ((("A-n a", ""), ("Bo", ""), ("7777", "")), (0,)),
        ((("李雷", ""), ("Bo", ""), ("X", "")), (0, 1)),
    ],
)
def test_the_longest_name_starts_counted_in_letters(
    people: tuple[tuple[str, str], ...], seats: tuple[int, ...]
) -> None:
    assert longest_names([Person(*names) for names in people]) == seats


def test_a_late_bid_declines_an_offered_theft_in_a_blind_trick_only() -> None:
    rulings = {"surprise_in_hand": "next_turn_blind"}
    state = laid("K4 R1 R9 R2 R3 KT KQ Y1 Y3 Y9", specials=SPECIALS, ruleset="bga", rulings=rulings)
    assert (state.phase, state.trick.is_blind) == ("offer", True)
    after_bid = continued(state, bid(0, "G5"))
    assert (after_bid.phase, after_bid.round.thief_owner) == ("bid", 0), "the right itself is kept"
    assert codes(state, reveal("K5")) == ["waits-for-answer"]
