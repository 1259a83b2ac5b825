"""The log of a game, and corrections of its entries."""
