"""Any other game: its name, the points of each round, and who wins with them; the program knows none of its rules."""
