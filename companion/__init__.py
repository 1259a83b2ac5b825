"""A scorekeeping companion for physical card games."""
