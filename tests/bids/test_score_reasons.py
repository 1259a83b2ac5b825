"""The reasons that Bids gives for a score, for who starts a round, and for each place at the end."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.game import Refusal
from companion.core.messages import Message, PlayerRef
from companion.games.bids import words
from companion.games.bids.game import GAME
from companion.games.bids.rounds import half, score, starters, why_starts
from companion.games.bids.state import Front, FrontOrPoints, Pair
from companion.web.games.bids.result_form import unseen_reasons
from tests.bids.entries import new_game, result, reveal, state_after

RICH, ROBBED, LONE = Front(("K3", "K4")), Front((), (), True), Front(("K2X",))

# rulings, the front, the alliance, the count of rounds without black cards before -> the reasons
SCORES: dict[str, tuple[dict[str, str], FrontOrPoints, Pair | None, int, str]] = {
    "points are told": ({}, 7, None, 0, "BID-28 points-told"),
    "cards are won": ({}, RICH, None, 0, "BID-28 front-worth"),
    "cards are doubled": ({}, Front(("K3", "K2X"), ("K3",)), None, 0, "2X-01 front-doubled"),
    "a 2x that doubles nothing is won before another card": ({}, Front(("K2X", "K3")), None, 0, "BID-28 front-worth"),
    "only the -5 is won": ({}, Front(("K-5",)), None, 0, "M5-02 front-minus5"),
    "the -5 is not alone": ({}, Front(("K-5", "K3")), None, 0, "BID-28 front-worth"),
    "only the 2x is won": ({}, LONE, None, 0, "R-17 lone-special-is-black, R-31 front-specials"),
    "only the thief is won": ({}, Front(("KT",)), None, 0, "R-17 lone-special-is-black, R-17 front-specials"),
    "nothing is won": (
        {},
        Front(),
        None,
        1,
        "BID-31 lucky-loser, BID-32 lucky-loser-rate, BID-33 earlier-rounds-count",
    ),
    "nothing is won again, and only rounds in a row count": (
        {"lucky_loser_count": "consecutive"},
        Front(),
        None,
        1,
        "BID-31 lucky-loser, BID-32 lucky-loser-rate, R-01 earlier-rounds-in-a-row",
    ),
    "the -5 is doubled": (
        {},
        Front(("K-5", "K2X"), ("K-5",)),
        None,
        0,
        "2X-01 front-doubled, R-32 doubles-minus5",
    ),
    "the 2x and the thief are won": (
        {},
        Front(("K2X", "KT")),
        None,
        0,
        "R-17 lone-special-is-black, R-17 front-specials",
    ),
    "everything is stolen": ({}, ROBBED, None, 0, "R-16 robbed-and-lucky, BID-31 lucky-loser, BID-32 lucky-loser-rate"),
    "everything is stolen, which is no luck": ({"robbed_lucky_loser": "no"}, ROBBED, None, 0, "R-16 robbed-of-all"),
    "only the 2x is won, which counts as nothing": (
        {"lone_special": "allows"},
        LONE,
        None,
        0,
        "R-17 lone-special-counts-as-nothing, R-31 front-specials, BID-31 lucky-loser, BID-32 lucky-loser-rate",
    ),
    "cards are won and the count starts again": (
        {"lucky_loser_count": "consecutive"},
        RICH,
        None,
        1,
        "R-01 count-starts-again, BID-28 front-worth",
    ),
    "there is nothing to count again": ({"lucky_loser_count": "consecutive"}, RICH, None, 0, "BID-28 front-worth"),
    "an ally with cards": ({}, RICH, (0, 1), 1, "BID-28 front-worth, AL-02 alliance-half"),
    "an ally without cards": (
        {},
        Front(),
        (0, 1),
        1,
        "AL-02 alliance-half-rounded, R-05 alliance-rounded, BID-35 allied-and-counted",
    ),
}


@pytest.mark.parametrize(("rulings", "front", "alliance", "before", "expected"), SCORES.values(), ids=SCORES)
def test_a_score_cites_the_rules_that_made_it(
    rulings: dict[str, str], front: FrontOrPoints, alliance: Pair | None, before: int, expected: str
) -> None:
    setup = state_after(players=4, ally=True, specials=["thief"], rulings=rulings).setup
    scores = score(setup, (front, RICH, RICH, RICH), alliance, (before, 0, 0, 0))
    assert [f"{reason.rule} {reason.id}" for reason in scores.why[0]] == expected.split(", ")


def test_each_ally_sees_the_other() -> None:
    setup = state_after(players=4, ally=True).setup
    scores = score(setup, (RICH, RICH, RICH, RICH), (1, 3), (0, 0, 0, 0))
    partners = [reason.params["who"] for why in scores.why for reason in why if reason.id == "alliance-half"]
    assert partners == [PlayerRef(3), PlayerRef(1)]


@pytest.mark.parametrize(
    ("rounding", "halves"),
    [("half_up", [8, 7, 0, -2, -3]), ("down", [7, 7, 0, -3, -3]), ("away_from_zero", [8, 7, 0, -3, -3])],
)
def test_half_of_an_odd_sum_is_rounded_as_the_table_does(rounding: str, halves: list[int]) -> None:
    assert [half(both, rounding) for both in (15, 14, 0, -5, -6)] == halves


def test_every_reason_of_a_score_is_in_the_list_above() -> None:
    listed = {word for *_, expected in SCORES.values() for word in expected.replace(",", "").split()}
    assert set(words.SCORES) - listed == set()


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


ENDINGS: tuple[tuple[dict[str, Any], list[Any], list[str]], ...] = (
    ({}, [BY_TOTAL], ["BID-36 wins", *["BID-36 ahead-by-total"] * 3]),
    (
        {},
        BY_LAST_ROUND,
        ["BID-36 wins", "BID-36 ahead-by-last-round", *["BID-36 ahead-by-total"] * 2],
    ),
    ({}, [BY_CARD], ["BID-36 wins", "R-21 ahead-by-card", *["BID-36 ahead-by-total"] * 2]),
    ({}, [SHARED], ["BID-36 wins", *["BID-36 ahead-by-total"] * 2, "R-24 share-place"]),
    (
        {"rulings": {"minus5_bonus": "on"}},
        [result("K-5", "K4", "K3", "K2")],
        ["BGA-08 bonus", "BID-36 wins", *["BID-36 ahead-by-total"] * 3],
    ),
)


@pytest.mark.parametrize(("options", "entries", "expected"), ENDINGS)
def test_an_end_shows_what_decided_each_place(options: dict[str, Any], entries: list[Any], expected: list[str]) -> None:
    ending = state_after(*entries, {"type": "finish"}, **options).ending
    assert ending is not None
    assert [f"{reason.rule} {reason.id}" for reason in ending.why] == expected


def test_every_reason_of_a_place_is_in_the_lists_above() -> None:
    """The longest names start the first round only: that has a test of its own."""
    reasons = [reason for *_, expected in ENDINGS for reason in expected] + [expected for _, expected, _ in STARTS]
    assert set(words.STANDINGS) - {reason.partition(" ")[2] for reason in reasons} == {
        "starter-longest-name",
        "starters-tied-by-name",
    }


def test_two_allies_without_cards_are_both_named() -> None:
    refused = GAME.apply_json(state_after(ally=True), result("K5", "K4", "", "", alliance=[3, 2]))
    assert isinstance(refused, Refusal)
    assert [violation.params for violation in refused.violations] == [{"who": PlayerRef(2), "other": PlayerRef(3)}]


def test_beside_the_cards_won_a_score_is_explained_by_what_they_do_not_show() -> None:
    told = ("front-worth", "front-doubled", "points-told", "lucky-loser", "lucky-loser-rate")
    shown = [reason.id for reason in unseen_reasons([Message("BID-28", id) for id in told])]
    assert shown == ["lucky-loser"]
