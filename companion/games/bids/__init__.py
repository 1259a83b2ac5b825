"""Bids and Color Bids."""
