"""Own decks sorted: folders, private labels, and what is done to many decks at once."""
