"""Answers, questions and lists, compared with trying every possible case of what was left out."""

from __future__ import annotations

from math import prod
from random import Random

import pytest

from tests.bids import brute_force, random_situations

THEFT = {"players": "4", "specials": "thief", "ruleset": "bga", "bids": "R9 B2 G6 Y5", "front2": "", "front3": ""}


@pytest.mark.parametrize("seed", range(40))
def test_a_trick_is_answered_as_far_as_all_possible_cases_agree(seed: int) -> None:
    situation, values = random_situations.of_trick(Random(seed), left_out=1)
    if prod(map(len, values.values())) <= 60:
        assert brute_force.check("bids", situation, values) == "", (situation, values)


@pytest.mark.parametrize("seed", range(60))
def test_a_round_is_answered_as_far_as_all_possible_cases_agree(seed: int) -> None:
    situation, values = random_situations.of_round(Random(seed))
    assert brute_force.check("bids", situation, values) == "", (situation, values)


TEN, ELEVEN = "K1 K2 K3 K4 K5 K6 K7 K8 K9 K10", "K1 K2 K3 K4 K5 K6 K7 K8 K9 K10 K-5"


@pytest.mark.parametrize(
    ("players", "front", "extra"),
    [("3", ELEVEN, "K2X"), ("4", ELEVEN, "K2X"), ("4", TEN, "K2X"), ("5", ELEVEN, "K12")],
    ids=["no more with three", "no more with four", "one more with four", "one more with five"],
)
def test_a_players_cards_are_asked_for_as_long_as_there_can_be_one(players: str, front: str, extra: str) -> None:
    seats = {f"front{seat}": "" for seat in range(1, int(players) - 1)}
    zeros = {f"zero{seat}": "1" for seat in range(1, int(players))}
    situation = {"ask": "round", "players": players, "front0": front, "alliance": "-", **seats, **zeros}
    assert brute_force.check("bids", situation, {f"front{int(players) - 1}": ("", extra)}) == ""


@pytest.mark.parametrize(
    ("situation", "values"),
    [
        # M5: ten number cards are used up, and the cards in front of the winner of the 2x are not given.
        (
            {
                "players": "3",
                "starter": "2",
                "centre": "K2X",
                "bids": "G8 Y6 K4",
                "front0": "K5 K3 K-5 K2 K7",
                "front1": "K6 K8 K9 K1",
            },
            {"front2": ("", "K10")},
        ),
        # M6: the thief is in the game, and it is not given who has it, or whether it may still steal.
        (
            {"players": "3", "specials": "thief", "ruleset": "bga", "centre": "K5", "bids": "R9 B8 Y5"},
            {"right": ("0", "1"), **{f"front{seat}": ("", "K1", "KT") for seat in range(3)}},
        ),
        # There may be more than one card in front of a player, also beside the thief or the 2x.
        (THEFT | {"centre": "KT", "front0": "", "steal": "-"}, {"front1": ("", "K5", "K5 K4")}),
        (THEFT | {"centre": "KT", "front0": "", "steal": "1:K10"}, {"front1": ("", "K5", "K10", "K5 K10", "K10 K2X")}),
        (
            THEFT | {"centre": "K2X", "front1": "K8", "steal": "1:K8"},
            {"right": ("0", "1"), "front0": ("", "K7", "KT", "K7 KT")},
        ),
        (
            {"ask": "round", "players": "3", "rules": "robbed_lucky_loser:no"}
            | {"front0": "", "front1": "K3 KT", "front2": "K4", "zero0": "1"},
            {"robbed": ("-", "0", "1", "2")},
        ),
    ],
)
def test_situations_that_once_lacked_a_question_are_asked_for_it(
    situation: dict[str, str], values: dict[str, tuple[str, ...]]
) -> None:
    assert brute_force.check("bids", situation, values) == ""
