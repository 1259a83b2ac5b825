"""The cards that a pile of The Game says it takes."""

from __future__ import annotations

import pytest

from companion.games.the_game.piles import PILES, onwards, takes, ten_back
from companion.games.the_game.setup import CARDS


@pytest.mark.parametrize("pile", PILES)
def test_a_pile_takes_the_cards_of_its_range_and_the_one_ten_back_and_no_other(pile: str) -> None:
    for top in range(1, 101):
        low, high = onwards(pile, top)
        said = {*range(low, high + 1)} | {ten_back(pile, top)} - {None}
        assert said == {card for card in CARDS if takes(pile, top, card)}, top
