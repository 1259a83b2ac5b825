"""The figures of a finished game, and its summary, which is stored so that pages need not replay the log."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal

import msgspec
from msgspec.structs import asdict

from companion import games
from companion.core.figures import Figures, GameFigures, GameResult, GameStatistics, place
from companion.core.game import report_without_texts
from companion.core.rounds import Winning


class GameSummary(GameResult, frozen=True, kw_only=True):
    """A finished game: its result, its figures, and by seat places and the scores of each round.

    `totals_after` are the totals after each round, with the adjustments until then. `details` are further figures of
    each seat, which only highlights show (not `companion-statistics/1`).
    """

    figures: GameFigures
    places: list[int | None]
    round_scores: list[list[int]]
    totals_after: list[list[int]]
    details: list[Figures]
    version: Literal[11] = 11  # another number when what is stored changes, so that older rows are recalculated

    @property
    def winning(self) -> Winning:
        return self.figures.winning

    @property
    def ranking(self) -> tuple[tuple[int, ...], ...]:
        """The groups of seats, best first; none for a cooperative game."""
        return self.figures.ranking or ()


@cache
def statistics_of(kind: str) -> GameStatistics:
    """:raises KeyError: there is no such game."""
    return games.part_of(kind.partition(":")[0], ".statistics", "STATISTICS", GameStatistics())


def summarise(slug: str, state: Any, player_count: int) -> GameSummary:
    """Of a game that is over in `state`.

    :raises KeyError: there is no such game.
    """
    rules, statistics, seats = games.rules_of(slug), statistics_of(slug), range(player_count)
    report, scores = report_without_texts(rules, state), rules.scores(state)
    ranking = report["ranking"]
    figures = GameFigures(
        slug,
        rules.kind_in(state.setup).key,
        tuple(statistics.seat_figures(report, seat) for seat in seats),
        rules.winning(state.setup),
        None if ranking is None else tuple(map(tuple, ranking)),
        statistics.group(state),
        statistics.together(report),
    )
    return GameSummary(
        **asdict(statistics.result(report, state)),
        figures=figures,
        places=[place(report, seat) for seat in seats],
        round_scores=[] if scores is None else [list(points) for _number, points in scores.rounds],
        totals_after=[] if scores is None else [list(totals) for totals in scores.totals_after],
        details=[statistics.details(report, seat, state) for seat in seats],
    )


def from_json(text: str) -> GameSummary | None:
    """None if another version of the program wrote it."""
    try:
        return msgspec.json.decode(text, type=GameSummary)
    except msgspec.ValidationError:
        return None
