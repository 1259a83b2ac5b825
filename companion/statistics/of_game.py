"""The figures of one finished game."""

from __future__ import annotations

from typing import Any

from companion import games
from companion.core.figures import GameFigures
from companion.core.game import report_without_texts
from companion.statistics.declared import declared


def count_game(slug: str, state: Any, seats: int) -> GameFigures:
    """Return the figures of a game of so many players that is over in `state`.

    :raises KeyError: there is no such game.
    """
    report = report_without_texts(games.load(slug), state)
    seat_figures, group, together = (declared(slug, name) for name in ("seat_figures", "group", "together"))
    ranking = report["ranking"]
    return GameFigures(
        slug,
        tuple(seat_figures(report, seat) for seat in range(seats)),
        None if ranking is None else tuple(map(tuple, ranking)),
        group and group(state),
        together and together(report),
    )
