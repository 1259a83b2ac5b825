"""The numbers in the tables of the rule book of The Game: hands, draw piles and minimums of each level."""

from companion.games.the_game.options import LEVEL_OPTION
from companion.games.the_game.setup import PLAYER_COUNTS, Setup

NUMBERS = {
    f"{level}_{name}": [getattr(Setup(count, level), name) for count in PLAYER_COUNTS]
    for level in LEVEL_OPTION.values
    for name in ("hand", "draw_pile", "minimum")
}
