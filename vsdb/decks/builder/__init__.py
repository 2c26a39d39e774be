"""Building a deck with its verdict beside it."""
