"""Bringing the fixtures of Riftbound up to a newer list: what differs, what it does to decks and pools, and back."""
