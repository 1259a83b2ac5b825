"""The reasons that Bids gives for a score, for who starts a round, and for each place at the end."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.messages import Message, PlayerRef
from companion.games.bids import words
from companion.games.bids.rounds import half, starters, why_starts
from companion.web.games.bids import unseen_reasons
from tests.bids.entries import new_game, reasons, result, reveal, state_after


@pytest.mark.parametrize(
    ("rounding", "halves"),
    [("half_up", [8, 7, 0, -2, -3]), ("down", [7, 7, 0, -3, -3]), ("away_from_zero", [8, 7, 0, -3, -3])],
)
def test_half_of_an_odd_sum_is_rounded_as_the_table_does(rounding: str, halves: list[int]) -> None:
    assert [half(both, rounding) for both in (15, 14, 0, -5, -6)] == halves


BY_TOTAL = result("K5", "K4", "K3", "K2")
BY_LAST_ROUND = [result("K5", "K8", "K1", "K2"), result("K8", "K5", "K1", "K2")]
BY_CARD = result("K10 K1", "K9 K2", "K3", "K4")
SHARED = result(7, 7, "K1", "K2")


STARTS: tuple[tuple[list[Any], str, tuple[int, ...]], ...] = (
    ([BY_TOTAL], "BID-30 starter-total", (0,)),
    (BY_LAST_ROUND, "BID-30 starter-last-round", (0,)),
    ([BY_CARD], "BID-30 starter-card", (0,)),
    ([SHARED], "R-20 starters-tied", (0, 1)),
    ([SHARED, {"type": "starter", "seat": 1}], "R-20 starter-named", (1,)),
    ([BY_TOTAL, {"type": "adjust", "seat": 2, "points": 9, "reason": "agreed"}], "BID-30 starter-total", (2,)),
)


@pytest.mark.parametrize(("entries", "expected", "seats"), STARTS)
def test_the_player_who_starts_a_round_is_shown_with_the_reason(
    entries: list[Any], expected: str, seats: tuple[int, ...]
) -> None:
    state = state_after(*entries)
    reason = why_starts(state)
    assert (f"{reason.rule} {reason.id}", starters(state)) == (expected, seats)
    who = reason.params["who"]
    assert who == (PlayerRef(seats[0]) if len(seats) == 1 else tuple(map(PlayerRef, seats)))


def test_who_starts_the_first_round_has_the_longest_name() -> None:
    assert why_starts(new_game("Ana", "Luis", "Bo")).id == "starter-longest-name"
    tied = why_starts(new_game("Ana", "Eva", "Bo"))
    assert (tied.rule, tied.id) == ("BID-17", "starters-tied-by-name")


def test_adjustments_do_not_change_who_started() -> None:
    state = state_after(BY_TOTAL, reveal("K5"), {"type": "adjust", "seat": 2, "points": 99, "reason": "agreed"})
    assert starters(state) == (0,)


BONUS = {"minus5_bonus": "on"}
WINS, BY_TOTALS = "BID-36 wins", ["BID-36 ahead-by-total"] * 2
ENDINGS: tuple[tuple[dict[str, str], list[Any], list[str]], ...] = (
    ({}, [BY_TOTAL], [WINS, *BY_TOTALS, "BID-36 ahead-by-total"]),
    ({}, BY_LAST_ROUND, [WINS, "BID-36 ahead-by-last-round", *BY_TOTALS]),
    ({}, [BY_CARD], [WINS, "R-21 ahead-by-card", *BY_TOTALS]),
    ({}, [SHARED], [WINS, *BY_TOTALS, "R-24 share-place"]),
    (BONUS, [result("K-5", "K4", "K3", "K2")], ["BGA-08 bonus", WINS, *BY_TOTALS, "BID-36 ahead-by-total"]),
)


@pytest.mark.parametrize(("rulings", "entries", "expected"), ENDINGS)
def test_an_end_shows_what_decided_each_place(rulings: dict[str, str], entries: list[Any], expected: list[str]) -> None:
    ending = state_after(*entries, {"type": "finish"}, rulings=rulings).ending
    assert ending is not None
    assert reasons(ending.why) == expected


def test_every_reason_of_a_place_is_in_the_lists_above() -> None:
    """The longest names start the first round only: that has a test of its own."""
    reasons = [reason for *_, expected in ENDINGS for reason in expected] + [expected for _, expected, _ in STARTS]
    assert set(words.STANDINGS) - {reason.partition(" ")[2] for reason in reasons} == {
        "starter-longest-name",
        "starters-tied-by-name",
    }


def test_beside_the_cards_won_a_score_is_explained_by_what_they_do_not_show() -> None:
    told = ("front-worth", "front-doubled", "points-told", "lucky-loser", "lucky-loser-rate")
    shown = [reason.id for reason in unseen_reasons([Message("BID-28", id) for id in told])]
    assert shown == ["lucky-loser"]
