"""What another house rule would change in a game in progress: the whole game is replayed under it."""

from __future__ import annotations

from random import Random

import pytest

from companion.core.other_rules import EnteredGame
from companion.core.questions import History
from companion.games.bids.game import GAME
from companion.questions import situations
from companion.questions.answers import Alternative, answer_question
from companion.questions.in_game import InGame
from tests.bids import other_house_rules
from tests.bids.entries import result
from tests.bids.other_house_rules import replayed
from tests.checked import all_decoded


@pytest.mark.parametrize("seed", range(8))
def test_house_rules_are_listed_exactly_if_replaying_the_game_leads_to_something_else(seed: int) -> None:
    rng = Random(seed)
    game = other_house_rules.random_game(rng)
    for index, ask in rng.sample(other_house_rules.moments(game), 2):
        assert [*other_house_rules.differences(game, index, ask)] == []


ROUNDS = [result("", "K4", "K5", "K7"), result("K9", "K4", "K5", "K7"), result("", "K4", "K5", "K7")]


def alternatives(**options: object) -> dict[tuple[str, str], Alternative]:
    """Return what another house rule would change in the third round of a game with these options."""
    states = replayed(4, options, ROUNDS)
    assert states is not None
    history = History([*zip(states, all_decoded(GAME, ROUNDS), strict=False)], states[-1])
    situation = situations.situation_at("bids", 4, options, history, 2, "round")
    answer = answer_question(
        "bids", situation, InGame(EnteredGame(GAME, 4, (0,), options, [*all_decoded(GAME, ROUNDS)]), 2, "round")
    )
    return {(other.switch.name, other.value): other for other in answer.alternatives}


def test_in_a_game_the_count_of_earlier_rounds_follows_the_other_rule_too() -> None:
    other = alternatives()["lucky_loser_count", "consecutive"]
    assert other.case is not None and other.case.result["scores"] == [8, 4, 5, 7]
    other = alternatives(rulings={"lucky_loser_count": "consecutive"})["lucky_loser_count", "cumulative"]
    assert other.case is not None and other.case.result["scores"] == [16, 4, 5, 7]
    assert ("lone_special", "allows") not in alternatives(), "nobody ever had only the 2x or the thief"


@pytest.mark.parametrize(("count", "effect"), [("0", None), ("2", "unknown")])
def test_without_a_game_a_count_that_another_rule_would_make_differently_is_in_doubt(
    count: str, effect: str | None
) -> None:
    fronts = {"front0": "", "front1": "K4", "front2": "K5", "front3": "K7"}
    answer = answer_question("bids", {"ask": "round", "players": "4", **fronts, "zero0": count})
    effects = {(other.switch.name, other.value): other for other in answer.alternatives}
    found = effects.get(("lucky_loser_count", "consecutive"))
    assert (None if found is None else found.effect) == effect
    lone_special = effects.get(("lone_special", "allows"))
    assert (None if lone_special is None else lone_special.effect) == effect
    assert answer.missing_for_alternatives == (), "nothing that the page could ask for would help"
