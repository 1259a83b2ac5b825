"""A game in a list: whether it is being played, the current result, the places and the variant."""

from __future__ import annotations

from collections.abc import Sequence

from flask_babel import gettext as _
from msgspec import Struct

from companion.i18n import language
from companion.statistics.summary import statistics_of
from companion.store import game_log
from companion.store.finished_games import FinishedGame
from companion.store.models import Game, Table
from companion.store.tables import newest_game
from companion.web.play.context import translator_for
from companion.web.play.pages import PlaceView, podium


class GameRow(Struct, frozen=True):
    """A game in a list, with the current result in words."""

    game: Game
    is_over: bool
    outcome: str

    @property
    def is_in_progress(self) -> bool:
        """Whether the game is being played: neither over nor abandoned."""
        return not self.is_over and self.game.abandoned_at is None


def game_row(game: Game) -> GameRow:
    position = game_log.position(game)
    return GameRow(game, position.is_over, translator_for(game)(position.rules.headline(position.state)))


def playing(table: Table) -> GameRow | None:
    """The newest game of a table, if it is being played."""
    newest = newest_game(table)
    row = None if newest is None else game_row(newest)
    return row if row and row.is_in_progress else None


def podium_of(finished: FinishedGame) -> Sequence[PlaceView]:
    """The places of a finished game, none for a cooperative game."""
    return podium(finished.summary.ranking, finished.summary.points, finished.game.names, language.translator())


def variant_label(finished: FinishedGame) -> str:
    """The variant of a game in words, or "" for the default."""
    label = statistics_of(finished.game.slug).VARIANTS.get(finished.summary.variant, "")
    return _(label) if label else ""
