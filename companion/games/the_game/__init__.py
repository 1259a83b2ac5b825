"""The Game: one to five players lay 98 cards on four piles, together against the cards."""

from companion.games.the_game.switches import SWITCHES
from companion.games.the_game.words import WORDS

SLUG = "the-game"
