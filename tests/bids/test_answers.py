"""Answers about Bids: what they say and ask before everything is known, compared with trying every possible case."""

from __future__ import annotations

from math import prod
from random import Random
from typing import Any

import pytest

from companion.core.messages import PlayerRef
from companion.core.other_rules import EnteredGame
from companion.core.translator import Translator
from companion.games.bids.game import GAME
from companion.questions import situations
from companion.questions.answers import MOST, answer_question
from companion.questions.in_game import InGame
from tests.bids import brute_force, random_situations
from tests.bids.entries import result
from tests.checked import all_decoded
from tests.rules import whole_games
from tests.rules.questions import ask, statements

WON = "R9 B8 G6 Y5"


def test_lowercase_cards_and_commas_are_read_too() -> None:
    said = statements("bids", players="4", centre="k5", bids="r9,k4,g8,y1")
    assert said.startswith("Ana wins 9 points (black 5, black 4)")


@pytest.mark.parametrize(
    ("situation", "field", "question"),
    [
        ({"players": "4"}, "centre", "Which card is turned up in the centre?"),
        ({"players": "4", "centre": "KL"}, "centre", "Which card is turned up next?"),
        ({"players": "4", "centre": "K5", "bids": "R9 K2X"}, "bids", "What does Sara bid?"),
        ({"players": "4", "centre": "KQ", "bids": WON}, "prize", "Which card is turned up as the prize?"),
        ({"centre": "KT", "bids": WON}, "front3", "Which black cards does Raúl have in front of them?"),
        ({"centre": "K5", "bids": WON, "specials": "lowest"}, "lowest", "Does the lowest bid win?"),
    ],
)
def test_only_what_would_change_the_answer_is_asked_for(situation: dict[str, str], field: str, question: str) -> None:
    said = ask("bids", **situation)
    assert (said["field"], said["question"]["text"]) == (field, question)


@pytest.mark.parametrize(
    ("situation", "missing", "said", "rule"),
    [
        ({"centre": "K5", "bids": "R9 B8 G6"}, "bids", "best-so-far", "BID-19"),
        ({"bids": "R9 B8"}, "centre", "best-so-far", "BID-19"),
        ({"bids": "R9 B8 G6 Y1"}, "centre", "best-of-all", "BID-19"),
        ({"bids": "R9 B9"}, "centre", "tied-so-far", "BID-24"),
        ({"bids": "R9", "others": "worse"}, "centre", "best-of-all", "BID-19"),
        ({"bids": "R9 B9", "others": "worse"}, "centre", "trick-burnt", "BID-24"),
        ({"bids": "R3 B4", "lowest": "1"}, "centre", "best-so-far", "LO-01"),
        ({"specials": "thief", "centre": "KT", "bids": WON}, "front3", "trick-won-cards-starts", "BID-19"),
        ({"centre": "K2X", "bids": WON}, "front0", "trick-won-cards-starts", "BID-19"),
        ({"specials": "surprise", "centre": "KQ", "bids": WON}, "prize", "best-of-all", "BID-19"),
        ({"specials": "surprise", "centre": "K5", "bids": "R9 KQ G6 Y5"}, "prize", "best-of-all", "BID-19"),
        (
            {"ruleset": "bga", "specials": "thief", "centre": "K5", "bids": WON}
            | {"front0": "K2", "front1": "KT", "front2": "", "front3": "K3"},
            "right",
            "trick-won-starts",
            "BID-19",
        ),
    ],
)
def test_the_best_bid_is_said_before_everything_is_known(
    situation: dict[str, str], missing: str, said: str, rule: str
) -> None:
    answer = answer_question("bids", {"players": "4", **situation})
    assert missing in [field.name for field in answer.missing]
    assert answer.case is not None and answer.case.result == {}
    first = answer.case.statements[0]
    assert first.id == said
    assert first.rule == "BID-24" or first.params["who"] == PlayerRef(0)
    assert rule in {reason.rule for reason in answer.case.why}
    assert answer.alternatives == () and answer.by_ruleset == ()


@pytest.mark.parametrize(
    ("bids", "said"),
    [("R9 WA", "allied"), ("R9 B9 WA", "no-alliance-on-a-tie"), ("R9 Y5 B7 G2 WA", "allied"), ("R9 B7", None)],
)
def test_an_ally_among_the_best_bids_is_told_and_no_worse_bid_asked_for(bids: str, said: str | None) -> None:
    situation = {"players": "5", "centre": "K5" if len(bids.split()) < 5 else "", "bids": bids, "others": "worse"}
    answer = answer_question("bids", situation)
    words = ask("bids", **situation)
    assert answer.case is not None and (words["question"], words["is_sure"]) == (None, False)
    of_ally = [message.id for message in answer.case.statements if message.rule.startswith("AL-")]
    assert of_ally == ([said] if said else [])


@pytest.mark.parametrize("more", [{"variant": "color"}, {"specials": "lowest"}])
def test_nobody_is_ahead_while_it_is_not_known_which_bids_count(more: dict[str, str]) -> None:
    assert answer_question("bids", {"players": "4", "bids": "R9 B8", **more}).case is None


def test_an_alternative_that_depends_on_more_says_on_what() -> None:
    situation = {"ask": "round", "players": "3", "front0": "K4 K5", "front1": "K6", "front2": "K2X"}
    others = answer_question("bids", situation).alternatives
    (other,) = (other for other in others if (other.switch.name, other.value) == ("lone_special", "allows"))
    assert other.case is not None and other.case.result == {}
    (asked,) = answer_question("bids", {**situation, "rules": "lone_special:allows"}).missing
    assert other.reason is not None and other.reason.params == asked.question.params
    said = ask("bids", ask="round", players="3", front0="K2X", front1="K3", front2="K4", zero0="1")
    assert [(change["rule"], change["statements"]) for change in said["changes"]] == [
        ("R-01", ["For Ana, rounds without black cards are counted from 0 again."]),
        # How many rounds Ana finished with nothing but the 2x or the thief, the question does not say.
        ("R-17", ["Did Ana end an earlier round with nothing but the 2x or the thief?"]),
    ]


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


@pytest.mark.parametrize(("count", "effects"), [("0", []), ("2", ["unknown", "unknown"])])
def test_without_a_game_a_count_that_another_rule_would_make_differently_is_in_doubt(
    count: str, effects: list[str]
) -> None:
    fronts = {"front0": "", "front1": "K4", "front2": "K5", "front3": "K7"}
    answer = answer_question("bids", {"ask": "round", "players": "4", **fronts, "zero0": count})
    in_doubt = [
        other.effect for other in answer.alternatives if other.switch.name in ("lucky_loser_count", "lone_special")
    ]
    assert in_doubt == effects
    assert answer.missing_for_alternatives == (), "nothing that the page could ask for would help"


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


def test_the_printed_rules_and_board_game_arena_are_both_shown_about_the_thief() -> None:
    said = ask("bids", players="4", centre="KT", bids=WON, front3="K3 K7", front0="K2")
    (printed, must), (arena, may) = said["by_ruleset"]
    assert (printed, arena) == ("Printed rules", "Board Game Arena")
    assert "Ana must take one of Raúl's cards: black 3 or black 7." in must
    assert "Ana may take one of Raúl's cards: black 3 or black 7." in may
    assert all(change["rule"] != "R-40" for change in said["changes"])
    assert ask("bids", players="4", centre="K5", bids=WON)["by_ruleset"] == []


def test_the_house_rules_of_the_table_hold_under_every_ruleset() -> None:
    """The rulesets differ about the thief; that whoever bids the 2x may win is the table's own house rule."""
    situation = {"players": "4", "centre": "KT", "bids": "R9 B8 G6 K2X", "lowest": "1"}
    fronts = {"front0": "K1 K3", "front1": "K4", "front2": "K7 K8", "front3": ""}
    cases = answer_question("bids", {**situation, **fronts, "rules": "holder_of_special:wins"}).by_ruleset
    assert [case.result["winner"] for _, case in cases] == [3, 3]


@pytest.mark.parametrize(
    ("situation", "rule", "field"),
    [
        ({"players": "7"}, "RECORD", "players"),
        ({"centre": "K14", "bids": "R9"}, "BID-15", "centre"),
        ({"centre": "K5", "bids": "R9 R9"}, "BID-20", "bids"),
        ({"centre": "K5", "bids": "R9 B11"}, "BID-04", "bids"),
        ({"centre": "K5", "bids": "<b>"}, "BID-02", "bids"),
        ({"centre": "K5", "bids": "K5"}, "BID-02", "bids"),
        ({"centre": "K5", "bids": "K6 K7"}, "BID-10", "bids"),
        ({"centre": "K5", "front0": "K3", "front1": "K3"}, "BID-02", "front1"),
        ({"players": "5", "centre": "KT"}, "TH-01", "specials"),
        ({"players": "3", "ally": "1"}, "R-09", "ally"),
        ({"rules": "no_such_rule:yes"}, "RECORD", "rules"),
        ({"rules": "thief:often"}, "R-40", "rules"),
        ({"lowest": "maybe"}, "RECORD", "lowest"),
        ({"nonsense": "1"}, "RECORD", "nonsense"),
        ({"ask": "round", "players": "5", "alliance": "0", "front0": "K1"}, "AL-01", "alliance"),
    ],
)
def test_what_is_impossible_is_refused_with_its_rule_and_field(
    situation: dict[str, str], rule: str, field: str
) -> None:
    said = ask("bids", **{"players": "4", **situation})
    assert said["statements"] == [] and said["question"] is None
    assert (rule, field) in [(violation["rule"], violation["field"]) for violation in said["violations"]]
    assert all(violation["text"] for violation in said["violations"])


@pytest.mark.parametrize("field", ["starter", "held"])
def test_a_field_for_one_player_refuses_two(field: str) -> None:
    (violation,) = answer_question("bids", {"players": "4", field: "0 1"}).violations
    assert violation.field == field
    assert Translator(situations.words("bids"))(violation) == "0 1 isn't allowed here: choose one player."


THIEF_OF_FIVE = {"players": "5", "specials": "thief", "centre": "KT", "bids": f"{WON} R2"}


@pytest.mark.parametrize(
    ("game", "situation", "allowed_by"),
    [
        ("the-game", {"ask": "result", "players": "3", "leftover": "95"}, [("partial_last_turn", "taken_back")]),
        ("the-game", {"ask": "result", "players": "3", "leftover": "96"}, []),
        ("bids", THIEF_OF_FIVE, [("thief_players", "any")]),
        ("bids", {"players": "4", "centre": "K5", "bids": "R11 B8 G6 Y5"}, []),
    ],
)
def test_a_refusal_names_the_house_rules_under_which_the_situation_is_possible(
    game: str, situation: dict[str, str], allowed_by: list[tuple[str, str]]
) -> None:
    answer = answer_question(game, situation)
    assert answer.violations
    assert [(switch.name, value) for switch, value in answer.allowed_by] == allowed_by


THEFT = {"players": "4", "specials": "thief", "ruleset": "bga", "bids": "R9 B2 G6 Y5", "front2": "", "front3": ""}


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
