"""Rules questions filled in from a game of The Game that was played have the same answers as the game."""

from __future__ import annotations

from hypothesis import given

from companion.core.questions import Course
from companion.games.the_game.game import Play
from companion.games.the_game.piles import PILES
from companion.questions import situations
from tests.checked import steps
from tests.rules.questions import result_of
from tests.the_game import legal


@given(legal.games())
def test_the_desk_and_the_game_allow_a_card_on_the_same_piles(game: legal.Played) -> None:
    for before, entry, after in steps(game.record):
        if isinstance(entry, Play):
            course = Course([(before, entry)], after)
            situation = situations.situation_at("the-game", game.players, game.options, course, 0, "play")
            found = result_of("the-game", situation)
            step = entry.card - before.tops[PILES.index(entry.pile)]
            assert (found["legal"], found["backwards"]) == (True, step == (-10 if entry.pile[0] == "u" else 10))
