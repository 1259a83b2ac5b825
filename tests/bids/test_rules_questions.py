"""Rules questions about Bids: the documents' examples, what it asks, what other house rules would change."""

from __future__ import annotations

import pytest

from companion.questions.answers import answer_question
from tests.rules.questions import ask, rules, statements

# Bids: a trick


def test_lowercase_cards_and_commas_are_read_too() -> None:
    assert statements("bids", players="4", centre="k5", bids="r9,k4,g8,y1").startswith(
        "Ana wins 9 points (black 5, black 4)"
    )


def test_the_printed_rules_and_board_game_arena_are_both_shown_about_the_thief() -> None:
    said = ask("bids", players="4", centre="KT", bids="R9 B8 G6 Y5", front3="K3 K7", front0="K2")
    assert [name for name, _ in said["by_ruleset"]] == ["Printed rules", "Board Game Arena"]
    printed, bga = (sentences for _, sentences in said["by_ruleset"])
    assert "Ana must take one of Raúl's cards: black 3 or black 7." in printed
    assert "Ana may take one of Raúl's cards: black 3 or black 7." in bga
    assert all(change["rule"] != "R-40" for change in said["changes"])


# Bids: what it asks


@pytest.mark.parametrize(
    ("situation", "field", "question"),
    [
        ({"players": "4"}, "centre", "Which card is turned up in the centre?"),
        ({"players": "4", "centre": "KL"}, "centre", "Which card is turned up next?"),
        ({"players": "4", "centre": "K5", "bids": "R9 K2X"}, "bids", "What does Sara bid?"),
        ({"players": "4", "centre": "KQ", "bids": "R9 B8 G6 Y5"}, "prize", "Which card is turned up as the prize?"),
        ({"centre": "KT", "bids": "R9 B8 G6 Y5"}, "front3", "Which black cards does Raúl have in front of them?"),
        (
            {"centre": "KT", "bids": "R9 B8 G6 Y5", "front3": ""},
            "front2",
            "Which black cards does Sara have in front of them?",
        ),
        ({"centre": "K2X", "bids": "R9 B8 G6 Y5"}, "front0", "Which black cards does Ana have in front of them?"),
        ({"centre": "K5", "bids": "R9 B8 G6 Y5", "specials": "lowest"}, "lowest", "Does the lowest bid win?"),
    ],
)
def test_only_what_would_change_the_answer_is_asked_for(situation: dict[str, str], field: str, question: str) -> None:
    said = ask("bids", **situation)
    assert (said["field"], said["question"]["text"]) == (field, question)
    answer = answer_question("bids", situation)
    assert answer.case is None or answer.case.result == {}, "it says no more than what is certain"


def test_a_question_cites_the_rule_for_which_it_is_asked() -> None:
    assert ask("bids", centre="KT", bids="R9 B8 G6 Y5")["question"]["rule"] == "TH-02"
    assert ask("bids", centre="K2X", bids="R9 B8 G6 Y5")["question"]["rule"] == "2X-01"
    assert ask("bids", players="4", centre="KQ", bids="R9 B8 G6 Y5")["question"]["rule"] == "SU-01"


def test_who_held_the_2x_is_asked_only_where_it_can_come_back() -> None:
    known = {"players": "4", "centre": "K2X", "bids": "R9 B8 G6 Y5", "front0": "", "front1": ""}
    assert "2x" in statements("bids", **known)
    said = ask("bids", **known, specials="shuffle")
    assert said["field"] == "held"
    held = ask("bids", **known, specials="shuffle", held="0")
    assert held["statements"][0] == "Luis wins the trick (2x) and starts."
    assert "R-27" in rules(held)


# Bids: a round


def test_the_lone_2x_blocks_the_lucky_loser_unless_the_table_allows_it() -> None:
    said = ask("bids", ask="round", players="3", front0="K2X", front1="K3", front2="K4", zero0="1")
    assert said["statements"][0] == "Ana scores 0 points."
    again = ["For Ana, rounds without black cards are counted from 0 again."]
    assert [(change["rule"], change["statements"]) for change in said["changes"]] == [
        ("R-01", again),
        # How many rounds Ana finished with nothing but the 2x or the thief, the question does not say.
        ("R-17", ["Did Ana end an earlier round with nothing but the 2x or the thief?"]),
    ]


# Bids: impossible situations


@pytest.mark.parametrize(
    ("situation", "rule", "field"),
    [
        ({"players": "7"}, "RECORD", "players"),
        ({"players": "4", "centre": "K14", "bids": "R9"}, "BID-15", "centre"),
        ({"players": "4", "centre": "K5", "bids": "R9 R9"}, "BID-20", "bids"),
        ({"players": "4", "centre": "K5", "bids": "R9 B11"}, "BID-04", "bids"),
        ({"players": "4", "centre": "K5", "bids": "<b>"}, "BID-02", "bids"),
        ({"players": "4", "centre": "K5", "bids": "K5"}, "BID-02", "bids"),
        ({"players": "4", "centre": "K5", "bids": "K6 K7"}, "BID-10", "bids"),
        ({"players": "4", "centre": "K5", "front0": "K3", "front1": "K3"}, "BID-02", "front1"),
        ({"players": "5", "centre": "KT"}, "TH-01", "specials"),
        ({"players": "3", "ally": "1"}, "R-09", "ally"),
        ({"players": "4", "rules": "no_such_rule:yes"}, "RECORD", "rules"),
        ({"players": "4", "rules": "thief:often"}, "R-40", "rules"),
        ({"players": "4", "lowest": "maybe"}, "RECORD", "lowest"),
        ({"players": "4", "nonsense": "1"}, "RECORD", "nonsense"),
        ({"ask": "round", "players": "5", "alliance": "0", "front0": "K1"}, "AL-01", "alliance"),
    ],
)
def test_what_is_impossible_is_refused_with_its_rule(situation: dict[str, str], rule: str, field: str) -> None:
    said = ask("bids", **situation)
    assert said["statements"] == [] and said["question"] is None
    assert (rule, field) in {(violation["rule"], violation["field"]) for violation in said["violations"]}, said[
        "violations"
    ]
    assert all(violation["text"] for violation in said["violations"])


# Bids: the best bid so far


@pytest.mark.parametrize(
    ("situation", "said", "rule"),
    [
        ({"centre": "K5", "bids": "R9 B8 G6"}, "best-so-far", "BID-19"),
        ({"bids": "R9 B8"}, "best-so-far", "BID-19"),
        ({"bids": "R9 B8 G6 Y1"}, "best-of-all", "BID-19"),
        ({"bids": "R9 B9"}, "tied-so-far", "BID-24"),
        ({"bids": "R9", "others": "worse"}, "best-of-all", "BID-19"),
        ({"bids": "R9 B9", "others": "worse"}, "trick-burnt", "BID-24"),
        ({"bids": "R3 B4", "lowest": "1"}, "best-so-far", "LO-01"),
    ],
)
def test_the_best_bid_so_far_needs_neither_the_centre_card_nor_all_bids(
    situation: dict[str, str], said: str, rule: str
) -> None:
    answer = answer_question("bids", {"players": "4", **situation})
    assert answer.case is not None and answer.case.result == {}
    assert (answer.case.statements[0].id, answer.case.statements[0].rule) == (said, rule)
    assert {field.name for field in answer.missing} <= {"centre", "bids"} and answer.missing
    assert rule in {reason.rule for reason in answer.case.why}


@pytest.mark.parametrize("more", [{"variant": "color"}, {"specials": "lowest"}])
def test_nobody_is_ahead_while_it_is_not_known_which_bids_count(more: dict[str, str]) -> None:
    answer = answer_question("bids", {"players": "4", "bids": "R9 B8", **more})
    assert answer.case is None and [field.name for field in answer.missing] == ["centre"]


# Bids: a tie, and the −5 bonus

TOTALS = {"ask": "tie", "players": "3", "total0": "50", "total1": "50", "total2": "9"}
LAST = {"last0": "8", "last1": "8"}


@pytest.mark.parametrize(
    ("situation", "starts", "rules"),
    [
        ({**TOTALS, "total1": "40"}, 0, {"BID-30", "BID-36"}),
        ({**TOTALS, **LAST, "last1": "9"}, 1, {"BID-30", "BID-36"}),
        ({**TOTALS, **LAST, "front0": "K8", "front1": "K9 K-5"}, 1, {"BID-30", "BID-36", "R-21"}),
        # The 2x, and what it doubles, does not count here.
        ({**TOTALS, **LAST, "front0": "K4 K2X", "front1": "K5"}, 1, {"BID-30", "BID-36", "R-21"}),
        ({**TOTALS, **LAST, "front0": "", "front1": ""}, None, {"R-20", "R-24"}),
    ],
)
def test_a_tie_is_broken_step_by_step(situation: dict[str, str], starts: int | None, rules: set[str]) -> None:
    answer = answer_question("bids", situation)
    assert answer.case is not None and answer.missing == ()
    assert answer.case.result == {"starts": starts, "tied": [0, 1] if starts is None else [starts]}
    assert {reason.rule for reason in answer.case.why} == rules


@pytest.mark.parametrize(
    ("situation", "fields"),
    [
        ({"ask": "tie", "players": "3"}, ["total0", "total1", "total2"]),
        (TOTALS, ["last0", "last1"]),
        ({**TOTALS, **LAST}, ["front0", "front1"]),
        ({"ask": "bonus", "players": "3", "minus0": "1", "rules": "minus5_bonus:on"}, ["minus1", "minus2"]),
    ],
)
def test_only_the_tied_are_asked_for_the_next_step(situation: dict[str, str], fields: list[str]) -> None:
    answer = answer_question("bids", situation)
    assert answer.case is None and [field.name for field in answer.missing] == fields


@pytest.mark.parametrize(
    ("counts", "bonus", "rules"),
    [
        ((2, 1, 0, 0), [30, 0, 0, 0], {"BGA-08", "R-76"}),
        ((1, 1, 1, 1), [8, 8, 8, 8], {"BGA-08", "R-76"}),
        ((0, 0, 0, 0), [0, 0, 0, 0], {"R-76"}),
    ],
)
def test_the_bonus_is_shared_by_who_had_the_minus_5_most_often(
    counts: tuple[int, ...], bonus: list[int], rules: set[str]
) -> None:
    situation = {f"minus{seat}": str(count) for seat, count in enumerate(counts)}
    situation |= {"ask": "bonus", "players": "4"}
    answer = answer_question("bids", {**situation, "rules": "minus5_bonus:on"})
    assert answer.case is not None and answer.case.result == {"bonus": bonus}
    assert {reason.rule for reason in answer.case.why} == rules
    without = answer_question("bids", situation)
    assert without.case is not None and without.case.result == {"bonus": [0, 0, 0, 0]}
    others = [(other.switch.name, other.value, other.case) for other in without.alternatives]
    assert [name for name, value, case in others] == ["minus5_bonus"] * any(bonus)
