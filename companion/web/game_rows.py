"""A game in a list: who plays, when it began, and the current result."""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct

from companion import games
from companion.store import game_log
from companion.store.models import Game, Table
from companion.web.game_context import translator_for


class GameRow(Struct, frozen=True):
    """A game in a list: who plays, when it began, and the current result."""

    n: int
    title: str
    names: str
    started_at: datetime
    is_over: bool
    is_abandoned: bool
    outcome: str

    @property
    def is_played(self) -> bool:
        """Return whether the game is being played: neither over nor abandoned."""
        return not self.is_over and not self.is_abandoned


def game_row(game: Game) -> GameRow:
    """Return how a list shows a game."""
    position = game_log.position(game)
    return GameRow(
        game.n,
        games.load(game.slug).TITLE,
        ", ".join(game.names),
        game.started_at,
        position.is_over,
        game.abandoned_at is not None and not position.is_over,
        translator_for(game)(position.game.summary(position.state)),
    )


def playing(table: Table) -> GameRow | None:
    """Return the newest game of a table, if it is being played."""
    row = game_row(table.games[-1]) if table.games else None
    return row if row and row.is_played else None
