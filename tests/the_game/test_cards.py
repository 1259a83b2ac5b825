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
