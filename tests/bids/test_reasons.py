"""The reasons that Bids gives for a trick without special cards: which rule decided what, in order."""

# ruff: noqa: ISC004 - reasons on several lines are one text
from __future__ import annotations

from typing import Any

import pytest

from tests.bids.entries import bids_from, last_trick, reasons, reveal, trick

CASES: dict[str, tuple[list[Any], dict[str, Any], str]] = {
    "the highest bid wins": (
        [*trick("K5", "R1", "B9", "Y3", "G2")],
        {},
        "BID-19 highest-bid, BID-19 takes, BID-21 winner-starts",
    ),
    "two tie": ([*trick("K5", "R9", "B9", "Y3", "G2")], {}, "BID-24 tie, BID-25 burner, BID-26 goes-under"),
    "three tie": ([*trick("K5", "R9", "B9", "Y9", "G2")], {}, "BID-24 tie, BID-25 burner, BID-26 goes-under"),
    "a black card from a hand is won": (
        [*trick("K5", "R1", "B9", "Y3", "K2")],
        {},
        "BID-19 highest-bid, BID-22 takes, BID-21 winner-starts",
    ),
    "a black card from a hand burns": (
        [*trick("K5", "R9", "B9", "Y3", "K2")],
        {},
        "BID-24 tie, BID-25 burner, BID-23 goes-under",
    ),
    "the highest bid of the leading colour wins": (
        [*trick("K3", "R9", "R2", "R4", "B7")],
        {"variant": "color"},
        "COL-01 color-leads, COL-01 highest-of-color, BID-19 takes, BID-21 winner-starts",
    ),
    "two leading colours tie": (
        [*trick("K3", "R9", "R2", "B9", "B7")],
        {"variant": "color"},
        "COL-02 colors-lead, R-67 tie, BID-25 burner, BID-26 goes-under",
    ),
    "three of the leading colours tie": (
        [*trick("K3", "R9", "R2", "B9", "B7", "G1", "G9")],
        {"variant": "color", "players": 6},
        "COL-02 colors-lead, R-67 tie, BID-25 burner, BID-26 goes-under",
    ),
    "black leads and the centre card is highest": (
        [*trick("K9", "R8", "B7", "K5", "G4")],
        {"variant": "color"},
        "COL-03 centre-is-black, COL-01 color-leads, COL-04 centre-is-highest, COL-05 same-starter, R-60 goes-under",
    ),
    "black leads too and the centre card is highest": (
        [*trick("K9", "R8", "B7", "Y5", "G4")],
        {"variant": "color"},
        "COL-02 all-colors-lead, COL-04 centre-is-highest, COL-05 same-starter, R-60 goes-under",
    ),
    "the bid of the holder was not the best anyway": (
        [*trick("K5", "R9", "K2X", "G8", "Y1")],
        {},
        "BID-19 highest-bid, BID-22 takes, 2X-03 doubles, 2X-02 doubles-same-trick, BID-21 winner-starts",
    ),
    "the player of the ally is allied with the winner": (
        [*trick("K5", "R9", "WA", "G8", "Y1")],
        {"ally": True},
        "BID-19 highest-bid, BID-19 takes, AL-01 allied, BID-21 winner-starts",
    ),
    "the ally burns": (
        [*trick("K5", "R9", "WA", "G9", "Y1")],
        {"ally": True},
        "BID-24 tie, BID-25 burner, BID-26 goes-under, AL-03 no-alliance-on-a-tie",
    ),
    "the ally while the centre card wins": (
        [*trick("K9", "R8", "WA", "B5", "G4")],
        {"ally": True, "variant": "color"},
        "R-70 ally-has-no-color, COL-02 all-colors-lead, COL-04 centre-is-highest, "
        "COL-05 same-starter, R-60 goes-under, R-12 no-alliance-for-the-centre",
    ),
    "the 2x in the centre doubles what was won before": (
        [*trick("K5", "R1", "B9", "Y3", "G2"), reveal("K2X"), *bids_from(1, "R9", "R2", "R3", "R4")],
        {},
        "BID-19 highest-bid, BID-19 takes, 2X-01 doubles, BID-21 winner-starts",
    ),
    "the 2x doubles a -5 that was won before": (
        [*trick("K-5", "R1", "B9", "Y3", "G2"), reveal("K2X"), *bids_from(1, "R9", "R2", "R3", "R4")],
        {},
        "BID-19 highest-bid, BID-19 takes, 2X-01 doubles, R-32 doubles-minus5, BID-21 winner-starts",
    ),
    "the 2x doubles a -5 of the same trick": (
        [*trick("K-5", "R1", "B9", "Y3", "K2X")],
        {},
        "BID-19 highest-bid, BID-22 takes, 2X-03 doubles, 2X-02 doubles-same-trick, "
        "R-34 doubles-minus5, BID-21 winner-starts",
    ),
    "the 2x from a hand": (
        [*trick("K5", "R1", "B9", "Y3", "K2X")],
        {},
        "BID-19 highest-bid, BID-22 takes, 2X-03 doubles, 2X-02 doubles-same-trick, BID-21 winner-starts",
    ),
    "the 2x from a hand leaves the centre card single": (
        [*trick("K5", "R1", "B9", "Y3", "K2X")],
        {"rulings": {"hand_2x_doubles_centre": "no"}},
        "BID-19 highest-bid, BID-22 takes, R-31 doubles-nothing, R-33 stays-single, BID-21 winner-starts",
    ),
    "a bid equals the centre card and burns": (
        [*trick("K7", "R7", "B5", "Y2", "G4")],
        {"variant": "color", "rulings": {"color_centre_tie": "burn"}},
        "COL-02 all-colors-lead, R-68 equals-centre-burn, R-68 burner, BID-26 goes-under",
    ),
    "a bid equals the centre card and wins": (
        [*trick("K7", "R7", "B5", "Y2", "G4")],
        {"variant": "color", "rulings": {"color_centre_tie": "bid_wins"}},
        "COL-02 all-colors-lead, R-68 equals-centre-bid-wins, COL-01 highest-of-color, BID-19 takes, "
        "BID-21 winner-starts",
    ),
    "a bid equals the centre card and leaves it to the centre": (
        [*trick("K7", "R7", "B5", "Y2", "G4")],
        {"variant": "color", "rulings": {"color_centre_tie": "centre_wins"}},
        "COL-02 all-colors-lead, R-68 equals-centre-centre-wins, COL-05 same-starter, R-60 goes-under",
    ),
}


@pytest.mark.parametrize(("entries", "options", "expected"), CASES.values(), ids=CASES)
def test_a_trick_cites_the_rules_that_decided_it(entries: list[Any], options: dict[str, Any], expected: str) -> None:
    assert reasons(last_trick(*entries, **options)) == expected.split(", ")
