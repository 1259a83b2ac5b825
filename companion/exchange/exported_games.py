"""A game of a table for files for other programs: its report, its figures, when it began and ended."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from msgspec import Struct

from companion.core import figures
from companion.core.figures import GameStatistics
from companion.core.game import report_without_texts
from companion.core.messages import Json
from companion.statistics import statistics_of
from companion.store import game_log
from companion.store.models import Game


class ExportedGame(Struct, frozen=True):
    """A game with its report; `finished_at` is None while it is in progress."""

    game: Game
    state: Any
    report: dict[str, Json]
    finished_at: datetime | None

    @property
    def statistics(self) -> GameStatistics:
        """Return what the game declares about its figures."""
        return statistics_of(self.game.slug)

    @property
    def variant(self) -> str:
        """Return the value of the option that distinguishes variants of the game, or "" for the usual one."""
        return self.statistics.variant(self.state)

    @property
    def variant_name(self) -> str:
        """Return the English name of the variant, "" for the usual one."""
        return self.statistics.VARIANTS.get(self.variant, "")

    def points(self, seat: int) -> int:
        """Return the points of a seat, or the cards left in a cooperative game."""
        return self.statistics.points(self.report, seat)

    def place(self, seat: int) -> int | None:
        """Return the place of a seat, or None before the end or in a cooperative game."""
        return figures.place(self.report, seat)

    def is_starter(self, seat: int) -> bool:
        """Return whether a seat started the game."""
        return self.statistics.first_player(self.state) == seat

    def has_won(self, seat: int) -> bool:
        """Return whether a seat has won."""
        return self.finished_at is not None and self.statistics.has_won(self.report, seat)


def exported_game(game: Game) -> ExportedGame:
    """Replay the log of a game, and return the game with its report."""
    position = game_log.position(game)
    report = report_without_texts(position.game, position.state)
    return ExportedGame(game, position.state, report, game_log.finished_at(game, position))
