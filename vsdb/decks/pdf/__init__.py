"""Decks on paper: the registration sheet, the judge's list and proxies, as PDF."""
