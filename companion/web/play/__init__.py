"""A game in progress: its page, what phones send and receive, and what all pages of a game are given."""
