"""The Game: one to five players lay 98 cards on four piles, together against the cards."""

from companion.core.messages import N_
from companion.games.the_game.describe import describe, heading, outcome, summary
from companion.games.the_game.options import OPTIONS
from companion.games.the_game.play import apply, prompt, question, report, setup
from companion.games.the_game.setup import SEATS
from companion.games.the_game.switches import SWITCHES
from companion.games.the_game.words import WORDS

SLUG = "the-game"
TITLE = "The Game"
ABOUT = N_("1 to 5 players together against 98 cards")
