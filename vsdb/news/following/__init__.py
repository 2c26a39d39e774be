"""What people follow: a card, a deck or a query; and what happened to it."""
