"""`companion rule` on The Game."""

from __future__ import annotations

import json

from tests.rules.running import run


def test_a_turn_and_a_result_are_judged() -> None:
    assert "Yes, you can lay" in run("the-game", "--piles", "47 60 12 15", "--hand", "37 39", "--draw", "20")[1]
    assert "7 cards are left: excellent." in run("the-game", "--left", "7")[1]


def test_a_card_is_laid_ten_back() -> None:
    verdict = json.loads(run("the-game", "--piles", "47 1 65 100", "--pile", "up1", "--card", "37", "--json")[1])
    assert verdict["result"] == {"legal": True, "backwards": True}
