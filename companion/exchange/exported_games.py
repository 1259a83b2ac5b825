"""A game of a table for files for other programs: its report, its figures, when it began and ended."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from msgspec import Struct

from companion.core.figures import place
from companion.core.game import report_without_texts
from companion.core.messages import Json
from companion.statistics.summary import statistics_of
from companion.store import game_log
from companion.store.models import Game


class ExportedGame(Struct, frozen=True):
    """A game with its report; `points` and `places` are by seat, `starter` and `winners` are seats.

    The points of a cooperative game are the cards left. While the game is in progress, `finished_at` is None, and
    nobody has won. `variant` is "" for the usual one; `variant_name` is in English.
    """

    game: Game
    state: Any
    report: dict[str, Json]
    finished_at: datetime | None
    variant: str
    variant_name: str
    starter: int | None
    points: list[int]
    places: list[int | None]
    winners: list[int]


def exported_game(game: Game) -> ExportedGame:
    """Replay a game's log, and return the game with its report."""
    position, statistics, seats = game_log.position(game), statistics_of(game.slug), range(len(game.seats))
    report = report_without_texts(position.rules, position.state)
    finished_at = game_log.finished_at(game, position)
    variant = statistics.variant(position.state)
    return ExportedGame(
        game=game,
        state=position.state,
        report=report,
        finished_at=finished_at,
        variant=variant,
        variant_name=statistics.VARIANTS.get(variant, ""),
        starter=statistics.first_player(position.state),
        points=[statistics.points(report, seat) for seat in seats],
        places=[place(report, seat) for seat in seats],
        winners=[seat for seat in seats if finished_at is not None and statistics.has_won(report, seat)],
    )
