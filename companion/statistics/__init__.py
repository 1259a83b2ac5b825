"""Figures over many games: pure, the same for the command line and for pages (docs/statistics.md)."""

from companion.statistics.summary import count_game, statistics_of
from companion.statistics.tally import FORMAT, PersonKey, Tally

__all__ = ["FORMAT", "PersonKey", "Tally", "count_game", "statistics_of"]
