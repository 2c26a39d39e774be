"""The page that asks: what is said, what is asked next, and the answer beside it."""
