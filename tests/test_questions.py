"""Every game tells which question of the table an entry answers, and that an answer closes it."""

from random import Random

import pytest

from companion import games
from companion.games import record
from tests.bids import legal as bids
from tests.take_that import legal as take_that
from tests.the_game import legal as the_game

PLAYED = {
    "bids": lambda rng: bids.play(rng, 4, {"ally": True, "rounds": 2, "ruleset": "bga", "specials": [*bids.SPECIALS]}),
    "the-game": lambda rng: the_game.play(rng, 3, {}),
    "take-that": lambda rng: take_that.play(rng, 2, {"advanced": True}),
}


@pytest.mark.parametrize("slug", games.GAMES)
def test_an_answer_closes_its_question(slug: str) -> None:
    """So the same answer from a second phone is known for what it is, whatever was reported in between."""
    game = games.load(slug)
    for seed in range(5):
        played = record.accept(PLAYED[slug](Random(seed)).record)
        state = played.state
        for entry in played.entries:
            asked = game.question(state, entry)
            state = game.apply(state, entry).state
            assert asked is not None
            assert game.question(state, entry) != asked
