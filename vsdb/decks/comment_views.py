"""Likes, comments and reports of decks, and the page where staff settles them."""
