"""The reasons that Bids gives for a trick of a game with special cards: which rule decided what, in order."""

# ruff: noqa: ISC004 - reasons on several lines are one text
from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.games.bids import words
from companion.questions.answers import answer_question
from tests.bids import legal, test_reasons
from tests.bids.entries import SPECIALS, STEAL, bids_from, continued, last_trick, reasons, reveal, thief_won, trick

CASES: dict[str, tuple[list[Any], dict[str, Any], str]] = {
    "the lowest bid wins": (
        [reveal("KL"), *trick("K5", "R1", "B9", "Y3", "G2")],
        {"specials": SPECIALS},
        "LO-01 lowest-turned-up, LO-01 lowest-active, LO-01 lowest-bid, BID-19 takes, BID-21 winner-starts",
    ),
    "the lowest bids tie": (
        [reveal("KL"), *trick("K5", "R1", "B1", "Y3", "G2")],
        {"specials": SPECIALS},
        "LO-01 lowest-turned-up, LO-01 lowest-active, R-121 lowest-tie, BID-24 tie, BID-25 burner, BID-26 goes-under",
    ),
    "the lowest bid of the leading colour wins": (
        [reveal("KL"), *trick("K3", "R2", "R4", "B7", "R9")],
        {"variant": "color", "specials": SPECIALS},
        "LO-01 lowest-turned-up, LO-01 lowest-active, COL-01 color-leads, R-74 lowest-of-color, "
        "BID-19 takes, BID-21 winner-starts",
    ),
    "the centre card is lowest": (
        [reveal("KL"), *trick("K1", "R2", "B4", "Y7", "G9")],
        {"variant": "color", "specials": SPECIALS},
        "LO-01 lowest-turned-up, LO-01 lowest-active, COL-02 all-colors-lead, R-74 centre-is-lowest, "
        "COL-05 same-starter, R-60 goes-under",
    ),
    "the bid of the holder would have been lowest": (
        [reveal("KL"), *trick("K5", "R9", "K2X", "G9", "Y1")],
        {"specials": SPECIALS},
        "LO-01 lowest-turned-up, LO-01 lowest-active, 2X-04 holder-cannot-win, R-25 holder-left-out, "
        "LO-01 lowest-bid, BID-22 takes, 2X-03 doubles, 2X-02 doubles-same-trick, "
        "BID-21 winner-starts",
    ),
    "the bid of the holder is of a colour that does not lead": (
        [reveal("KL"), *trick("K3", "R9", "R2", "R4", "K2X")],
        {"variant": "color", "specials": SPECIALS},
        "LO-01 lowest-turned-up, LO-01 lowest-active, COL-03 centre-is-black, COL-01 color-leads, "
        "R-74 lowest-of-color, BID-22 takes, 2X-03 doubles, 2X-02 doubles-same-trick, "
        "BID-21 winner-starts",
    ),
    "the ally itself wins": (
        [reveal("KL"), *trick("K5", "R9", "WA", "G9", "Y1")],
        {"specials": SPECIALS, "ally": True},
        "LO-01 lowest-turned-up, LO-01 lowest-active, LO-01 lowest-bid, BID-19 takes, "
        "R-11 no-alliance-with-oneself, BID-21 winner-starts",
    ),
    "the ally cannot win": (
        [reveal("KL"), *trick("K5", "R9", "WA", "G9", "Y1")],
        {"specials": SPECIALS, "ally": True, "rulings": {"ally_own_trick": "cannot_win"}},
        "LO-01 lowest-turned-up, LO-01 lowest-active, R-11 ally-left-out, LO-01 lowest-bid, "
        "BID-19 takes, AL-01 allied, BID-21 winner-starts",
    ),
    "a shuffle from a hand": (
        [*trick("K5", "R1", "B9", "Y3", "KS")],
        {"specials": SPECIALS},
        "BID-19 highest-bid, BID-19 takes, SH-02 shuffled-after-the-turn, BID-21 winner-starts",
    ),
    "lowest wins from a hand": (
        [*trick("K5", "R1", "B9", "Y3", "KL")],
        {"specials": SPECIALS},
        "BID-19 highest-bid, BID-19 takes, LO-02 lowest-from-next-turn, BID-21 winner-starts",
    ),
    "a shuffle burns": (
        [*trick("K5", "R9", "B9", "Y3", "KS")],
        {"specials": SPECIALS},
        "BID-24 tie, BID-25 burner, BID-23 goes-under, SH-03 no-effect-on-a-tie",
    ),
    "lowest wins burns": (
        [*trick("K5", "R9", "B9", "Y3", "KL")],
        {"specials": SPECIALS},
        "BID-24 tie, BID-25 burner, BID-23 goes-under, LO-03 no-effect-on-a-tie",
    ),
    "the surprise burns": (
        [*trick("K5", "R9", "B9", "Y3", "KQ")],
        {"specials": SPECIALS},
        "BID-24 tie, BID-25 burner, BID-23 goes-under, SU-03 no-effect-on-a-tie",
    ),
    "a shuffle while the centre card wins": (
        [*trick("K9", "R8", "B9", "Y3", "KS")],
        {"specials": SPECIALS, "variant": "color"},
        "COL-03 centre-is-black, COL-01 color-leads, COL-04 centre-is-highest, COL-05 same-starter, "
        "R-60 goes-under, R-65 no-effect-for-the-centre",
    ),
    "lowest wins while the centre card wins": (
        [*trick("K9", "R8", "B5", "Y3", "KL")],
        {"specials": SPECIALS, "variant": "color"},
        "COL-03 centre-is-black, COL-01 color-leads, COL-04 centre-is-highest, COL-05 same-starter, "
        "R-60 goes-under, R-65 no-effect-for-the-centre",
    ),
    "the surprise while the centre card wins": (
        [*trick("K9", "R8", "B5", "Y3", "KQ")],
        {"specials": SPECIALS, "variant": "color"},
        "COL-03 centre-is-black, COL-01 color-leads, COL-04 centre-is-highest, COL-05 same-starter, "
        "R-60 goes-under, R-65 no-effect-for-the-centre",
    ),
    "the surprise from a hand replaces the centre card": (
        [*trick("K5", "R1", "B9", "Y3", "KQ"), reveal("K6")],
        {"specials": SPECIALS},
        "BID-19 highest-bid, BGA-11 centre-replaced, BID-19 takes, BID-21 winner-starts",
    ),
    "lowest wins comes up as the prize": (
        [*trick("K5", "R1", "B9", "Y3", "KQ"), reveal("KL"), reveal("K6")],
        {"specials": SPECIALS},
        "BID-19 highest-bid, BGA-11 centre-replaced, R-61 lowest-turned-up-as-prize, BID-19 takes, "
        "BID-21 winner-starts",
    ),
    "the surprise is just a zero": (
        [*trick("K5", "R1", "B9", "Y3", "KQ")],
        {"specials": SPECIALS, "rulings": {"surprise_in_hand": "plain_zero"}},
        "BID-19 highest-bid, BID-19 takes, R-59 surprise-just-zero, BID-21 winner-starts",
    ),
    "the surprise makes the next turn blind": (
        [*trick("K5", "R1", "B9", "Y3", "KQ")],
        {"specials": SPECIALS, "rulings": {"surprise_in_hand": "next_turn_blind"}},
        "BID-19 highest-bid, BID-19 takes, R-59 next-turn-blind, BID-21 winner-starts",
    ),
    "a blind turn is won": (
        [*trick("KQ", "R1", "B9", "Y3", "G2"), reveal("K6")],
        {"specials": SPECIALS},
        "SU-01 surprise-turned-up, BID-19 highest-bid, BID-19 takes, BID-21 winner-starts",
    ),
    "a blind turn is a tie": (
        [*trick("KQ", "R9", "B9", "Y3", "G2")],
        {"specials": SPECIALS},
        "SU-01 surprise-turned-up, BID-24 tie, BID-25 burner, SU-03 unseen-card-stays, BID-26 goes-under",
    ),
    "a blind turn is a tie and its card goes": (
        [*trick("KQ", "R9", "B9", "Y3", "G2"), reveal("K6")],
        {"specials": SPECIALS, "rulings": {"surprise_tie": "discarded"}},
        "SU-01 surprise-turned-up, BID-24 tie, BID-25 burner, R-59c unseen-card-discarded, BID-26 goes-under",
    ),
    "a shuffle comes up": (
        [reveal("KS"), *trick("K5", "R1", "B9", "Y3", "G2")],
        {"specials": SPECIALS},
        "SH-01 shuffle-turned-up, BID-19 highest-bid, BID-19 takes, BID-21 winner-starts",
    ),
    "the thief finds nothing": (
        [*trick("KT", "R1", "R9", "R2", "R3")],
        {"specials": SPECIALS},
        "BID-19 highest-bid, BID-19 takes, R-43 nothing-to-steal, BID-21 winner-starts",
    ),
    "the thief finds nothing while the lowest wins": (
        [reveal("KL"), *trick("KT", "R1", "R9", "R2", "R3")],
        {"specials": SPECIALS},
        "LO-01 lowest-turned-up, LO-01 lowest-active, LO-01 lowest-bid, BID-19 takes, "
        "R-43 nothing-to-steal, BID-21 winner-starts",
    ),
    "the thief finds nothing, and would take nothing while the lowest wins": (
        [*trick("KT", "R1", "R9", "R2", "R3")],
        {"specials": SPECIALS, "rulings": {"thief_lowest": "none"}},
        "BID-19 highest-bid, BID-19 takes, R-43 nothing-to-steal, BID-21 winner-starts",
    ),
    "the thief takes nothing while the lowest wins": (
        [*trick("K4", "R1", "R9", "R2", "R3"), reveal("KL"), reveal("KT"), *bids_from(1, "G1", "G2", "G3", "G4")],
        {"specials": SPECIALS, "rulings": {"thief_lowest": "none"}},
        "LO-01 lowest-turned-up, LO-01 lowest-active, LO-01 lowest-bid, BID-19 takes, "
        "R-42 no-theft-while-lowest, BID-21 winner-starts",
    ),
    "the thief takes the only card there is": (
        [*trick("K4", "R1", "R9", "R2", "R3"), reveal("KT"), *bids_from(1, "G1", "G2", "G3", "G9")],
        {"specials": SPECIALS},
        "BID-19 highest-bid, BID-19 takes, TH-02 lowest-is-robbed, TH-02 steals, BID-21 winner-starts",
    ),
    "the thief robs an ally": (
        [*trick("K4", "R1", "R9", "R2", "R3"), reveal("KT"), *bids_from(1, "WA", "G2", "G3", "G9")],
        {"specials": SPECIALS, "ally": True},
        "BID-19 highest-bid, BID-19 takes, AL-01 allied, TH-02 lowest-is-robbed, TH-02 steals, "
        "R-114 robs-an-ally, BID-21 winner-starts",
    ),
    "who held the 2x cannot win it when it comes back": (
        [
            *trick("K5", "R9", "B9", "Y3", "K2X"),
            *(reveal("KS"), reveal("K2X"), *bids_from(1, "R1", "R2", "G10", "R3")),
        ],
        {"specials": SPECIALS},
        "SH-01 shuffle-turned-up, R-27 former-holder-left-out, BID-19 highest-bid, BID-19 takes, "
        "R-31 doubles-nothing, BID-21 winner-starts",
    ),
    "who held the 2x wins it in a blind trick": (
        [
            *trick("K5", "R9", "B9", "Y3", "K2X"),
            *(reveal("KS"), reveal("KQ"), *bids_from(1, "R1", "R2", "G10", "R3"), reveal("K2X")),
        ],
        {"specials": SPECIALS},
        "SH-01 shuffle-turned-up, SU-01 surprise-turned-up, BID-19 highest-bid, BID-19 takes, "
        "R-31 doubles-nothing, R-109 holder-wins-unseen, BID-21 winner-starts",
    ),
    "nobody is left who could win": (
        [
            *trick("K3", "R14", "R13", "KQ", "R1", "G2", "B5"),
            *bids_from(0, "K2X", "K-5", "Y3", "B7", "G9", "R2"),
        ],
        {
            "players": 6,
            "variant": "color",
            "specials": ["surprise"],
            "rulings": {"surprise_in_hand": "next_turn_blind"},
        },
        "COL-01 color-leads, 2X-04 holder-cannot-win, R-25 holder-left-out, M5-03 holder-cannot-win, "
        "R-25 holder-left-out, R-25 nobody-left, COL-05 same-starter, R-60 goes-under",
    ),
}


@pytest.mark.parametrize(("entries", "options", "expected"), CASES.values(), ids=CASES)
def test_a_trick_with_special_cards_cites_the_rules_that_decided_it(
    entries: list[Any], options: dict[str, Any], expected: str
) -> None:
    assert reasons(last_trick(*entries, **options)) == expected.split(", ")


def test_a_theft_is_shown_where_it_happened() -> None:
    won, robbed = ["BID-19 highest-bid", "BID-19 takes"], ["TH-02 lowest-is-robbed", "TH-02 steals"]
    assert reasons(continued(thief_won(), STEAL).round.tricks[-1]) == [*won, *robbed, "BID-21 winner-starts"]
    offered = thief_won(ruleset="bga")
    assert reasons(offered.round.tricks[-1]) == [*won, "BID-21 winner-starts"]
    *before, last = continued(offered, STEAL).round.tricks
    assert reasons(last) == [*won, "BID-21 winner-starts", "BGA-12 lowest-is-robbed", "BGA-12 steals"]
    assert (last.number, last.stolen) == (4, (1, "K4"))
    assert before == [*offered.round.tricks[:-1]]


# The fronts, bids from the first seat, its prize, more fields -> why the thief may take these cards and no others.
BEFORE = ["K2", "K3", "K4", "K8 K9"]
VICTIMS: dict[str, tuple[list[str], str, dict[str, str], str]] = {
    "the lowest bidder": (BEFORE, "R9 B8 G6 Y5", {}, "TH-02 lowest-is-robbed"),
    "the lowest has nothing": (
        ["K2", "K3", "K4 K5", ""],
        "R9 B8 G6 Y5",
        {},
        "TH-03 without-a-card, R-44 lowest-is-robbed",
    ),
    "the next lowest has only the -5": (
        ["K2", "K3", "K-5", ""],
        "R9 B8 G6 Y5",
        {},
        "TH-03 without-a-card, R-44 lowest-is-robbed, TH-04 only-the-minus5",
    ),
    "the lowest has only the -5": (
        ["K2", "K3", "K4", "K-5"],
        "R9 B8 G6 Y5",
        {},
        "TH-02 lowest-is-robbed, TH-04 only-the-minus5",
    ),
    "two are tied for the lowest bid": (BEFORE, "R9 B5 G6 Y5", {}, "TH-07 lowest-are-robbed"),
    "one of the tied has nothing": (
        ["K2", "", "K4", "K8 K9"],
        "R9 B5 G6 Y5",
        {},
        "TH-02 lowest-is-robbed, TH-07 tied-without-a-card",
    ),
    "the player of the thief": (
        BEFORE,
        "R9 B8 G6 KT",
        {"centre": "K7"},
        "TH-02 lowest-is-robbed, R-47 holder-of-thief-is-robbed",
    ),
    "the 2x in the same trick": (
        BEFORE,
        "R9 B8 G6 KT",
        {"centre": "K2X"},
        "R-51 doubled-before-the-theft, TH-02 lowest-is-robbed, R-47 holder-of-thief-is-robbed",
    ),
    "the lowest of the others while the lowest bid wins": (
        ["K2", "K3", "K4", "K8 K9"],
        "R1 B8 G9 Y5",
        {"lowest": "1"},
        "R-42 lowest-is-robbed",
    ),
    "the highest while the lowest bid wins": (
        ["K2", "K3", "K4 K5", ""],
        "R1 B8 G9 Y5",
        {"lowest": "1", "rules": "thief_lowest:highest"},
        "R-42 highest-is-robbed",
    ),
    "two are tied for the highest bid": (
        BEFORE,
        "R1 B9 G9 Y5",
        {"lowest": "1", "rules": "thief_lowest:highest"},
        "R-42 highest-are-robbed",
    ),
    "a bid that could not win": (
        ["K2", "K3", "K4", "K8 K9"],
        "R1 B8 G9 K-5",
        {"lowest": "1"},
        "R-42 lowest-is-robbed, R-48 left-out-and-robbed",
    ),
    "the 2x can't be stolen": (
        ["K2", "K3", "K4 K5", "K2X"],
        "R9 B8 G6 Y5",
        {"rules": "stolen_2x:forbidden"},
        "TH-03 without-a-card, R-44 lowest-is-robbed, R-49 2x-cannot-be-stolen",
    ),
    "by the right of Board Game Arena": (BEFORE, "R9 B8 G6 Y5", {"ruleset": "bga"}, "BGA-12 lowest-is-robbed"),
    "the 2x is taken": (
        [*BEFORE[:3], "K8 K2X"],
        "R9 B8 G6 Y5",
        {"steal": "3:K2X"},
        "TH-02 lowest-is-robbed, TH-02 steals, R-49 stolen-2x-inert",
    ),
    "the 2x is taken with its doubling": (
        [*BEFORE[:3], "K8 K2X"],
        "R9 B8 G6 Y5",
        {"steal": "3:K2X", "rules": "stolen_2x:moves_doubling"},
        "TH-02 lowest-is-robbed, TH-02 steals, R-49 stolen-2x-moves-doubling",
    ),
    "a doubled card is taken": (
        [*BEFORE[:3], "K8 K2X"],
        "R9 B8 G6 Y5",
        {"steal": "3:K8"},
        "TH-02 lowest-is-robbed, TH-02 steals, R-50 stolen-doubled-face",
    ),
    "a doubled card is taken and stays doubled": (
        [*BEFORE[:3], "K8 K2X"],
        "R9 B8 G6 Y5",
        {"steal": "3:K8", "rules": "stolen_doubled:keeps_double"},
        "TH-02 lowest-is-robbed, TH-02 steals, R-50 stolen-doubled-keeps-double",
    ),
}


@pytest.mark.parametrize(("fronts", "bids", "more", "expected"), VICTIMS.values(), ids=VICTIMS)
def test_a_theft_says_why_this_player_is_robbed_and_no_other(
    fronts: list[str], bids: str, more: dict[str, str], expected: str
) -> None:
    situation = {"players": "4", "specials": "thief lowest", "centre": "KT", "lowest": "0", "bids": bids, **more}
    answer = answer_question("bids", {**situation, **{f"front{seat}": front for seat, front in enumerate(fronts)}})
    assert answer.case is not None
    cited = [f"{reason.rule} {reason.id}" for reason in answer.case.why]
    assert f", {expected}," in f", {', '.join(cited)},"
    if answer.case.result["offer"]:
        several = "are-robbed" in expected
        assert cited[-1].startswith("BGA-12" if "ruleset" in more else "TH-07" if several else "TH-02")


def test_the_tenth_trick_says_who_starts_the_next_round() -> None:
    played = legal.play(Random(1), 4, {"rounds": 1})
    tricks = played.states[-1].rounds[0].tricks
    assert ["highest-total-starts" in [reason.id for reason in trick.why] for trick in tricks] == [*[False] * 9, True]


def test_every_reason_of_a_trick_is_in_one_of_the_lists() -> None:
    cases = [*test_reasons.CASES.values(), *CASES.values()]
    texts = [*(expected for _, _, expected in cases), *(expected for _, _, _, expected in VICTIMS.values())]
    listed = {word for text in texts for word in text.replace(",", "").split()}
    assert set(words.TURNS) - listed == {"highest-total-starts"}
