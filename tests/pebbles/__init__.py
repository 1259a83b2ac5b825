"""Pebbles, an invented game of added-up rounds."""
