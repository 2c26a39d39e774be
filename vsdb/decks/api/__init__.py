"""Stored decks through the API."""
