"""Verdicts of stored decks, kept for as long as they hold."""
