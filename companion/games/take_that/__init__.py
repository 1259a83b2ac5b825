"""Take That."""
