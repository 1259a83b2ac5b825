"""Answers as values: what is missing, what another house rule would change, where documents disagree."""

from __future__ import annotations

import pytest

from companion.core.messages import PlayerRef
from companion.core.translator import Translator
from companion.games.bids.options import SWITCHES
from companion.questions.answers import MOST, Alternative, answer_question
from companion.questions.situations import words


def alternatives(game: str, **situation: str) -> dict[tuple[str, str], Alternative]:
    found = answer_question(game, situation).alternatives
    return {(alternative.switch.name, alternative.value): alternative for alternative in found}


def test_a_field_is_asked_for_only_if_it_alone_can_change_the_result() -> None:
    situation = {"players": "4", "centre": "KT", "bids": "B7 G10 Y2 B5", "specials": "shuffle"}
    fronts = {"front0": "K1", "front2": "K4"}  # the cards in front of Raúl only seem to matter
    answer = answer_question("bids", {**situation, **fronts, "rules": "stolen_2x:forbidden"})
    assert [field.name for field in answer.missing] == ["held"]


def test_an_alternative_that_depends_on_more_says_on_what() -> None:
    fronts = {"front0": "K4 K5", "front1": "K6", "front2": "K2X"}
    alternative = alternatives("bids", ask="round", players="3", **fronts)["lone_special", "allows"]
    assert alternative.case is not None
    assert alternative.case.result == {}
    assert alternative.reason is not None
    assert (
        alternative.reason.params
        == answer_question("bids", {"ask": "round", "players": "3", **fronts, "rules": "lone_special:allows"})
        .missing[0]
        .question.params
    )


BIDS = "Y7 R3 B4 G9 R4 R13"
DECLINED = {"specials": "thief", "ruleset": "bga", "centre": "K3", "steal": "-"}
ALL_OPEN = {"players": "6", "specials": "lowest shuffle surprise thief"}


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_with_all_fronts_unknown_few_situations_are_decided(players: int) -> None:
    situation = {**DECLINED, "players": str(players), "bids": " ".join(BIDS.split()[:players])}
    answer = answer_question("bids", situation)
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
    under_others = sum(len(switch.values) for switch in SWITCHES)  # each begins with one situation
    assert MOST <= answer.trials.count < MOST + under_others


@pytest.mark.parametrize("field", ["starter", "held"])
def test_a_field_for_one_player_refuses_two(field: str) -> None:
    (violation,) = answer_question("bids", {"players": "4", field: "0 1"}).violations
    assert violation.field == field
    assert Translator(words("bids"))(violation) == "0 1 isn't allowed here: choose one player."


def test_a_house_rule_that_makes_the_situation_impossible_says_so() -> None:
    situation = {"players": "5", "centre": "KT", "bids": "R9 B8 G6 Y5 R1", "specials": "thief"}
    fronts = {f"front{seat}": "" for seat in range(4)} | {"front4": "K1"}
    alternative = alternatives("bids", **situation, **fronts, rules="thief_players:any")["thief_players", "3-4"]
    assert (alternative.effect, alternative.case) == ("refused", None)
    assert alternative.reason is not None
    assert alternative.reason.rule == "TH-01"


def test_the_house_rules_of_the_table_hold_under_every_ruleset() -> None:
    """The rulesets differ about the thief; that whoever bids the 2x may win is the table's own house rule."""
    situation = {
        "players": "4",
        "centre": "KT",
        "bids": "R9 B8 G6 K2X",
        "lowest": "1",
        "rules": "holder_of_special:wins",
    }
    fronts = {"front0": "K1 K3", "front1": "K4", "front2": "K7 K8", "front3": ""}
    answer = answer_question("bids", {**situation, **fronts, "rules": "holder_of_special:wins"})
    cases = answer.by_ruleset
    assert [name for name, _ in cases] == ["printed", "bga"]
    assert {case.result["winner"] for _, case in cases} == {3}


def test_where_the_documents_agree_there_is_one_answer() -> None:
    answer = answer_question("bids", {"players": "4", "centre": "K5", "bids": "R9 B8 G7 Y1"})
    assert answer.case is not None and answer.by_ruleset == ()


THIEF_WON = {"players": "3", "specials": "thief", "centre": "KT", "bids": "R8 R7 R2", "front0": "", "front1": ""}


@pytest.mark.parametrize("victim", ["K3", "K3 K4"], ids=["one card", "a choice"])
def test_a_theft_by_the_printed_rules_cannot_be_declined(victim: str) -> None:
    declined = {**THIEF_WON, "front2": victim, "steal": "-"}
    (violation,) = answer_question("bids", declined).violations
    assert (violation.rule, violation.field) == ("TH-02", "steal")
    message = Translator(words("bids"))(violation)
    assert message and "%(" not in message

    assert alternatives("bids", **declined, ruleset="bga")["thief", "printed"].effect == "refused"
    nothing = answer_question("bids", {**declined, "front2": ""})
    assert nothing.case is not None and nothing.case.result["stolen"] is None, "where nothing can be stolen"


def test_a_card_that_came_back_from_a_hand_was_one_of_the_black_cards_in_the_hands() -> None:
    """With four players one black card is in a hand: the 3 that is bid, so nobody bid the -5 from hand before."""
    situation = {"players": "4", "specials": "shuffle", "centre": "K-5", "bids": "R2 Y10 K3 Y5"}
    answer = answer_question("bids", situation)
    assert answer.missing == answer.missing_for_alternatives == ()
    assert answer.case is not None and answer.case.result["winner"] == 1
    (violation,) = answer_question("bids", {**situation, "held": "1"}).violations
    assert (violation.rule, violation.field) == ("BID-10", "bids")


def test_lowest_wins_is_not_active_in_the_trick_whose_prize_it_is() -> None:
    situation = {"players": "4", "specials": "lowest surprise", "centre": "KQ", "bids": "R3 B1 B6 R2", "prize": "KL K5"}
    answer = answer_question("bids", situation)
    assert answer.missing == answer.missing_for_alternatives == ()
    assert answer.case is not None and answer.case.result["winner"] == 2


def test_the_allies_cards_are_unknown_while_a_front_is_left_out() -> None:
    situation = {"ask": "round", "players": "4", "ally": "1", "alliance": "0 3"}
    fronts = {"front1": "K5", "front2": "", "front3": ""}
    answer = answer_question("bids", {**situation, **fronts})
    assert ([field.name for field in answer.missing], answer.violations) == (["front0"], ())
    (violation,) = answer_question("bids", {**situation, **fronts, "front0": ""}).violations
    assert (violation.rule, violation.field) == ("R-03", "alliance")


@pytest.mark.parametrize(("beside", "asked"), [("KT", []), ("KT K5", ["robbed"])])
def test_nobody_is_robbed_where_nobody_but_the_thief_has_cards(beside: str, asked: list[str]) -> None:
    fronts = {"front0": beside, "front1": "", "front2": "K1"}
    answer = answer_question("bids", {"ask": "round", "players": "3", "specials": "thief", "zero1": "0", **fronts})
    assert [field.name for field in answer.missing_for_alternatives if field.name == "robbed"] == asked


WON = "R9 B8 G6 Y5"


@pytest.mark.parametrize(
    ("situation", "missing", "said"),
    [
        ({"specials": "thief", "centre": "KT", "bids": WON}, "front3", "trick-won-cards-starts"),
        ({"centre": "K2X", "bids": WON}, "front0", "trick-won-cards-starts"),
        ({"specials": "surprise", "centre": "KQ", "bids": WON}, "prize", "best-of-all"),
        ({"specials": "surprise", "centre": "K5", "bids": "R9 KQ G6 Y5"}, "prize", "best-of-all"),
        (
            {"ruleset": "bga", "specials": "thief", "centre": "K5", "bids": WON, "front0": "K2", "front1": "KT"},
            "right",
            "trick-won-starts",
        ),
    ],
)
def test_who_wins_the_trick_is_said_before_everything_is_known(
    situation: dict[str, str], missing: str, said: str
) -> None:
    fronts = {"front2": "", "front3": "K3"} if situation.get("ruleset") else {}
    answer = answer_question("bids", {"players": "4", **situation, **fronts})
    assert missing in [field.name for field in answer.missing]
    assert answer.case is not None and answer.case.result == {}
    assert answer.case.statements[0].id == said and answer.case.statements[0].params["who"] == PlayerRef(0)
    assert answer.alternatives == () and answer.by_ruleset == ()


@pytest.mark.parametrize(
    ("game", "situation", "allowed_by"),
    [
        ("the-game", {"ask": "result", "players": "3", "leftover": "95"}, [("partial_last_turn", "taken_back")]),
        ("the-game", {"ask": "result", "players": "3", "leftover": "96"}, []),
        (
            "bids",
            {"players": "5", "specials": "thief", "centre": "KT", "bids": f"{WON} R2"},
            [("thief_players", "any")],
        ),
        ("bids", {"players": "4", "centre": "K5", "bids": "R11 B8 G6 Y5"}, []),
    ],
)
def test_a_refusal_names_the_house_rules_under_which_the_situation_is_possible(
    game: str, situation: dict[str, str], allowed_by: list[tuple[str, str]]
) -> None:
    answer = answer_question(game, situation)
    assert answer.violations
    assert [(switch.name, value) for switch, value in answer.allowed_by] == allowed_by
