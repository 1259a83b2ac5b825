"""The numbers in the tables of the rule book of Bids."""

from __future__ import annotations

from companion.core.game import Person, Refusal
from companion.games.bids.game import GAME
from companion.games.bids.setup import HAND, PLAYER_COUNTS, RATE

# Every set-up without special cards, fewest players first.
_STATES = [GAME.start([Person("-")] * count, {"ally": ally}) for count in PLAYER_COUNTS for ally in (False, True)]
_SETUPS = [state.setup for state in _STATES if not isinstance(state, Refusal)]

NUMBERS = {
    "colours": [len(setup.colors) for setup in _SETUPS],
    "highest": [setup.top for setup in _SETUPS],
    "coloured": [len(setup.coloured) for setup in _SETUPS],
    "taken_out": [setup.removed for setup in _SETUPS],
    "allies": [int(setup.ally) for setup in _SETUPS],
    "mixed_in": [setup.hand_blacks for setup in _SETUPS],
    "bidding_deck": [setup.deck for setup in _SETUPS],
    "black": [len(setup.blacks) for setup in _SETUPS],
    "centre_deck": [setup.centre for setup in _SETUPS],
    "never_turned_up": [setup.centre - HAND for setup in _SETUPS],
    **{f"lucky_loser_{count}": [rate * rounds for rounds in range(1, 7)] for count, rate in RATE.items()},
}
