"""Rules questions filled in from a game of The Game that was played have the same answers as the game."""

from __future__ import annotations

from hypothesis import given

from companion.core.game import Valid
from companion.core.questions import History
from companion.games import record
from companion.games.the_game.game import GAME
from companion.games.the_game.piles import PILES
from companion.questions import situations
from tests.checked import decoded
from tests.rules.questions import result_of
from tests.the_game import legal


@given(legal.games())
def test_the_desk_and_the_game_allow_a_card_on_the_same_piles(game: legal.Played) -> None:
    state = record.parse(game.record).state
    for at, entry in enumerate(game.entries):
        after = GAME.apply_json(state, entry)
        assert isinstance(after, Valid)
        if entry["type"] == "play":
            history = History([(state, decoded(GAME, entry))], after.state)
            players, options = len(game.record["players"]), game.record["options"]
            situation = situations.situation_at("the-game", players, options, history, 0, "play")
            assert result_of("the-game", situation)["legal"], (at, situation)
            backwards = abs(entry["card"] - state.tops[PILES.index(entry["pile"])]) == 10
            rises = entry["card"] > state.tops[PILES.index(entry["pile"])]
            assert result_of("the-game", situation)["backwards"] == (backwards and rises != (entry["pile"][0] == "u"))
        state = after.state
