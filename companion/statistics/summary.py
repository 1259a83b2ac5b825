"""The figures of a finished game, and its summary, which is stored so that pages need not replay the log."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from companion import games
from companion.core.figures import GameFigures, GameStatistics, Report, place
from companion.core.game import report_without_texts

VERSION = 2  # increased whenever GameSummary changes, so that older rows are recalculated


class GameSummary(Struct, frozen=True):
    """A finished game: its figures, its variant, and by seat points, places, who won, and totals after each round.

    `details` are further figures of each seat, for pages only (not in `companion-statistics/1`); `partners` has for
    each seat how many rounds it was allied with each other seat.
    """

    figures: GameFigures
    variant: str
    points: list[int]
    places: list[int | None]
    winners: list[int]
    totals_after: list[list[int]]
    details: list[dict[str, Any]]
    partners: list[dict[str, int]]
    version: int = VERSION

    @property
    def ranking(self) -> tuple[tuple[int, ...], ...]:
        """Return the groups of seats, best first; none for a cooperative game."""
        return self.figures.ranking or ()


@cache
def statistics_of(slug: str) -> GameStatistics:
    """Return what the game called `slug` declares about its figures.

    :raises KeyError: there is no such game.
    """
    return games.part_of(slug, ".figures", "STATISTICS", GameStatistics())


def count_game(slug: str, state: Any, player_count: int) -> GameFigures:
    """Return the figures of a game for this many players that is over in `state`.

    :raises KeyError: there is no such game.
    """
    return _count(slug, report_without_texts(games.load(slug), state), state, player_count)


def _count(slug: str, report: Report, state: Any, player_count: int) -> GameFigures:
    statistics, ranking = statistics_of(slug), report["ranking"]
    return GameFigures(
        slug,
        tuple(statistics.seat_figures(report, seat) for seat in range(player_count)),
        None if ranking is None else tuple(map(tuple, ranking)),
        statistics.comparable_by(state),
        statistics.together(report),
    )


def summarise(slug: str, state: Any, player_count: int) -> GameSummary:
    """Return the summary of a game for this many players that is over in `state`."""
    report, statistics = report_without_texts(games.load(slug), state), statistics_of(slug)
    scores = games.load(slug).scores(state)
    return GameSummary(
        figures=_count(slug, report, state, player_count),
        variant=statistics.variant(state),
        points=[statistics.points(report, seat) for seat in range(player_count)],
        places=[place(report, seat) for seat in range(player_count)],
        winners=[seat for seat in range(player_count) if statistics.has_won(report, seat)],
        totals_after=[] if scores is None else [list(totals) for totals in scores.totals_after],
        details=[statistics.details(report, seat, state) for seat in range(player_count)],
        partners=[statistics.partners(report, seat) for seat in range(player_count)],
    )


def as_json(summary: GameSummary) -> dict[str, Any]:
    """Return a summary as plain values, for a column of JSON."""
    return msgspec.to_builtins(summary)


def from_json(plain: Any) -> GameSummary | None:
    """Return the summary that `as_json` wrote, or None if another version of the program wrote it."""
    if type(plain) is not dict or plain.get("version") != VERSION:
        return None
    try:
        return msgspec.convert(plain, GameSummary)
    except msgspec.ValidationError:
        return None
