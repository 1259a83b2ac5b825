"""Addresses of the rule books, of answers of the rules questions, and of misplays."""

from urllib.parse import urlencode

from companion.games import GAMES
from tests import samples

DESKS = [
    f"/rules?{urlencode({'game': game, **situation})}"
    for game in GAMES
    for situation in ({}, *samples.of(game).SITUATIONS, *samples.of(game).OPEN_SITUATIONS, samples.of(game).IMPOSSIBLE)
]
MISPLAYS = ("/rules/bids/wrong", "/rules/bids/wrong/MP-16")
PAGES = (
    "/rules",
    "/rules?q=minus+5",
    *MISPLAYS,
    *(f"/rules/{game}{page}" for game in GAMES for page in ("", "/look-up")),
    *DESKS,
)
