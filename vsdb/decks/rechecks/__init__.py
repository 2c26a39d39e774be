"""Stored decks judged anew when the facts have changed, and what became of their verdicts."""
