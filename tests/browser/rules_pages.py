"""Addresses of the rule books, of answers of the rules questions, and of misplays."""

from urllib.parse import urlencode

from companion.games import with_rules
from tests import samples

DESKS = [
    f"/rules?{urlencode({'game': game, **situation})}"
    for game in with_rules()
    for situation in ({}, *samples.of(game).SITUATIONS, *samples.of(game).OPEN_SITUATIONS, samples.of(game).IMPOSSIBLE)
]
MISPLAYS = ("/rules/bids/wrong", "/rules/bids/wrong/MP-16")
PAGES = (
    "/rules",
    "/rules?q=minus+5",
    *MISPLAYS,
    *(f"/rules/{game}{page}" for game in with_rules() for page in ("", "/look-up")),
    *DESKS,
)
