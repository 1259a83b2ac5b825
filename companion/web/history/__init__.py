"""Finished games: the end of a game, the history and statistics of a table."""
