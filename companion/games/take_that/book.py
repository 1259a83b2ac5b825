"""The numbers in the tables of the rule book of Take That."""

from companion.games.take_that.setup import PLAYER_COUNTS, TOAD_COST, Setup

_SETUPS = tuple(map(Setup, PLAYER_COUNTS))

NUMBERS = {
    "hand": [setup.hand for setup in _SETUPS],
    "draw_pile": [setup.draw_pile for setup in _SETUPS],
    "toad_cost": TOAD_COST,
}
