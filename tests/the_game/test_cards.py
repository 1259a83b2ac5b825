"""The Game on cards."""

from __future__ import annotations

import pytest

from companion.core.translator import Translator
from companion.games.the_game.setup import Setup as TheGame
from companion.sheets.printed_games import game_sheets

ENGLISH = Translator()


def test_another_hand_size_changes_the_card_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TheGame, "hand", 7)
    heads, normal, *_others = game_sheets("the-game", TheGame(3), ENGLISH).setup_sheet().levels
    assert dict(zip(heads, normal, strict=True))["Draw pile"] == "77"


@pytest.mark.parametrize(("players", "is_said"), [(1, False), (2, True), (5, True)])
def test_only_those_who_play_with_others_are_told_to_do_it_together(players: int, is_said: bool) -> None:
    aim = game_sheets("the-game", TheGame(players), ENGLISH).setup_sheet().aim
    assert "98 cards" in aim and ("Together" in aim) == is_said
