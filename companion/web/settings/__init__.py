"""The settings of games: a new game, changed settings, removal."""
