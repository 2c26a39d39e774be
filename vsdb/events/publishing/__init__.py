"""Publishing an event’s lists as public decks, and its statistics."""
