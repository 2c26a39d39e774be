"""The rules of the Vs. System games in pure Python."""
