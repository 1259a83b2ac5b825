"""The pages of the games: a module for each game that needs more than the pages of a `CountedGame`."""
