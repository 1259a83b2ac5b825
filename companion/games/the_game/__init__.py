"""The Game: one to five players lay 98 cards on four piles, together against the cards."""
