"""The pages of the games: a module for each game."""
