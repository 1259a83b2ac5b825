"""Answers about Bids: what they say and ask before everything is known, compared with trying every possible case."""

from __future__ import annotations

from math import prod
from random import Random
from typing import Any

import pytest

from companion.core.other_rules import EnteredGame
from companion.games.bids.game import GAME
from companion.questions import situations
from companion.questions.answers import MOST, answer_question
from companion.questions.in_game import InGame
from tests.bids import brute_force, random_situations
from tests.bids.entries import result
from tests.checked import all_decoded
from tests.rules import whole_games


def in_third_round(**options: Any) -> dict[tuple[str, str], Any]:
    """Return what other house rules would change in the third round of a game with these options, with its scores."""
    rounds = [result("", "K4", "K5", "K7"), result("K9", "K4", "K5", "K7"), result("", "K4", "K5", "K7")]
    entered = EnteredGame(GAME, 4, (0,), options, [*all_decoded(GAME, rounds)])
    history, _ = whole_games.replayed({"game": "bids", "players": range(4), "entries": rounds}, options)
    situation = situations.situation_at("bids", 4, options, history, 2, "round")
    others = answer_question("bids", situation, InGame(entered, 2, "round")).alternatives
    return {(other.switch.name, other.value): other.case and other.case.result["scores"] for other in others}


def test_in_a_game_the_count_of_earlier_rounds_follows_the_other_rule_too() -> None:
    assert in_third_round()["lucky_loser_count", "consecutive"] == [8, 4, 5, 7]
    in_a_row = in_third_round(rulings={"lucky_loser_count": "consecutive"})
    assert in_a_row["lucky_loser_count", "cumulative"] == [16, 4, 5, 7]
    assert ("lone_special", "allows") not in in_third_round(), "nobody ever had only the 2x or the thief"


ALL_OPEN = {"players": "6", "specials": "lowest shuffle surprise thief"}


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_with_all_fronts_unknown_few_situations_are_decided(players: int) -> None:
    bids = ["Y7", "R3", "B4", "G9", "R4", "R13"][:players]
    declined = {"specials": "thief", "ruleset": "bga", "centre": "K3", "steal": "-"}
    answer = answer_question("bids", {**declined, "players": str(players), "bids": " ".join(bids)})
    assert answer.case is not None and answer.case.result["stolen"] is None
    assert answer.missing_for_alternatives == ()
    assert answer.trials.count < 100


def test_where_too_many_situations_are_possible_the_next_field_is_asked_for() -> None:
    situation = {**ALL_OPEN, "centre": "K2X", "bids": "G6 G3 G11 G12 R10 R3", "ruleset": "bga", "steal": "1:K2X"}
    answer = answer_question("bids", situation)
    assert ([field.name for field in answer.missing], answer.case) == (["lowest"], None)
    assert answer.trials.count == MOST
    answer = answer_question("bids", {**situation, "lowest": "0"})
    assert ([field.name for field in answer.missing], answer.case) == (["held"], None)
    (violation,) = answer_question("bids", {**situation, "lowest": "0", "held": "-"}).violations
    assert violation.field == "steal"


def test_a_house_rule_that_leaves_too_many_situations_asks_for_the_next_field() -> None:
    situation = {**ALL_OPEN, "centre": "KT", "bids": "B11 Y11 R1 R6 K-5 Y13", "front0": "K6", "steal": "-"}
    answer = answer_question("bids", {**situation, "rules": "thief_players:any"})
    assert answer.case is not None
    assert [field.name for field in answer.missing_for_alternatives] == ["lowest"]
    unknown = {(alternative.switch.name, alternative.effect) for alternative in answer.alternatives}
    assert ("thief", "unknown") in unknown
    under_others = sum(len(switch.values) for switch in GAME.SWITCHES)  # each begins with one situation
    assert MOST <= answer.trials.count < MOST + under_others


# Compared with trying every possible case of what was left out


@pytest.mark.parametrize("seed", range(40))
def test_a_trick_is_answered_as_far_as_all_possible_cases_agree(seed: int) -> None:
    situation, values = random_situations.of_trick(Random(seed), left_out=1)
    if prod(map(len, values.values())) <= 60:
        assert brute_force.check("bids", situation, values) == "", (situation, values)


@pytest.mark.parametrize("seed", range(60))
def test_a_round_is_answered_as_far_as_all_possible_cases_agree(seed: int) -> None:
    situation, values = random_situations.of_round(Random(seed))
    assert brute_force.check("bids", situation, values) == "", (situation, values)
