"""Figures of Bids that only pages show, and the highlights made of them."""

from __future__ import annotations

from random import Random

import pytest

from companion.core.game import report_without_texts
from companion.games import rules_of
from companion.games.bids.cards import VALUE
from companion.statistics.summary import summarise
from tests.bids import legal


@pytest.mark.parametrize("stolen_2x", ["inert", "moves_doubling"])
def test_points_from_the_2x_are_those_beyond_the_values_of_the_cards(stolen_2x: str) -> None:
    rules, thefts = rules_of("bids"), 0
    for seed in range(30):
        played = legal.play(Random(seed), 4, {"specials": ["thief"], "rulings": {"stolen_2x": stolen_2x}})
        state = played.states[-1]
        report = report_without_texts(rules, state)
        thefts += sum(trick["stolen"] is not None for trick in report["turns"])
        for seat, details in enumerate(summarise("bids", state, 4).details):
            cards = sum(VALUE[card] for result in report["rounds"] for card in result["fronts"][seat])
            assert details["2x"] == sum(result["raw"][seat] for result in report["rounds"]) - cards
    assert thefts
