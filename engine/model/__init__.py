"""The values that everything else is said in: cards, decks, formats, verdicts."""
