"""`companion rule` on The Game."""

from __future__ import annotations

import json

from tests.commands import run


def test_a_turn_and_a_result_are_decided() -> None:
    turn = run("rule", "the-game", "--piles", "47 60 12 15", "--hand", "37 39", "--draw", "20")
    assert "Yes, you can lay" in turn.stdout
    assert "7 cards are left: excellent." in run("rule", "the-game", "--left", "7").stdout


def test_a_card_is_laid_ten_back() -> None:
    result = run("rule", "the-game", "--piles", "47 1 65 100", "--pile", "up1", "--card", "37", "--json")
    assert json.loads(result.stdout)["result"] == {"legal": True, "backwards": True}
