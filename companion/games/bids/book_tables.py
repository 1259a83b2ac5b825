"""Additions to the rules in the rule book of Bids: set-up tables and drawn cards."""

from __future__ import annotations

from companion.core.game import Person, Refusal
from companion.core.messages import N_
from companion.core.rulebook import Grid
from companion.games.bids import book_sections as at
from companion.games.bids.cards import ALLY, DOUBLE, LOWEST, MINUS5, SHUFFLE, SURPRISE, THIEF
from companion.games.bids.game import GAME
from companion.games.bids.setup import HAND, PLAYER_COUNTS, RATE

# The card that a chapter is about.
PICTURES = {
    at.DOUBLE.chapter: DOUBLE,
    at.MINUS5.chapter: MINUS5,
    at.THIEF.chapter: THIEF,
    at.SHUFFLE.chapter: SHUFFLE,
    at.LOWEST.chapter: LOWEST,
    at.SURPRISE.chapter: SURPRISE,
    at.ALLY.chapter: ALLY,
}


# Every set-up without special cards, fewest players first.
_STATES = [GAME.start([Person("-")] * count, {"ally": ally}) for count in PLAYER_COUNTS for ally in (False, True)]
_SETUPS = [state.setup for state in _STATES if not isinstance(state, Refusal)]

GRIDS = (
    Grid(
        at.SETUP.chapter,
        N_("The decks"),
        (N_("Players"), *(setup.player_count for setup in _SETUPS)),
        (
            (N_("With the ally"), *(N_("yes") if setup.ally else N_("no") for setup in _SETUPS)),
            (N_("Colours"), *(len(setup.colors) for setup in _SETUPS)),
            (N_("Highest number"), *(setup.top for setup in _SETUPS)),
            (N_("Coloured cards"), *(len(setup.coloured) for setup in _SETUPS)),
            (N_("− taken out"), *(setup.removed for setup in _SETUPS)),
            (N_("+ ally"), *(int(setup.ally) for setup in _SETUPS)),
            (N_("+ black cards mixed in"), *(setup.hand_blacks for setup in _SETUPS)),
            (N_("= bidding deck"), *(setup.deck for setup in _SETUPS)),
            (N_("Cards per player"), *(HAND for _ in _SETUPS)),
            (N_("Black cards"), *(len(setup.blacks) for setup in _SETUPS)),
            (N_("Centre deck"), *(setup.centre for setup in _SETUPS)),
            (N_("Never turned up"), *(setup.centre - HAND for setup in _SETUPS)),
        ),
    ),
    Grid(
        at.LUCKY.chapter,
        N_("Points for rounds without black cards"),
        (N_("Players"), *range(1, 7)),
        tuple((count, *(rate * rounds for rounds in range(1, 7))) for count, rate in RATE.items()),
    ),
)
