"""Rules questions: a situation read, answered by the game, and put into words."""
