"""The figures of one finished game."""

from __future__ import annotations

from typing import Any

from companion import games
from companion.core import figures
from companion.core.figures import GameFigures
from companion.core.messages import Message, Violation


def count_game(slug: str, state: Any, seats: int) -> GameFigures:
    """Return the figures of a game of so many players that is over in `state`.

    :raises KeyError: there is no such game.
    """
    report = games.load(slug).report(state, _without_words)
    own: Any = games.chapter(slug, "figures") or figures
    ranking = report["ranking"]
    return GameFigures(
        slug,
        tuple(own.seat_figures(report, seat) for seat in range(seats)),
        None if ranking is None else tuple(map(tuple, ranking)),
        own.group(state) if hasattr(own, "group") else None,
        own.together(report) if hasattr(own, "together") else None,
    )


def _without_words(message: Message | Violation) -> str:
    return ""
