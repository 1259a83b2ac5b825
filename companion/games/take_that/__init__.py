"""Take That: lay, pair or take the row; two to four players, two games added up."""

from companion.games.take_that.play import GAME

__all__ = ["GAME"]
