"""Figures over many games: pure, the same for the command line and for pages (docs/statistics.md)."""
