"""The lives of decks and cards: from which day to which each was legal, illegal or uncertain, and what turned."""
