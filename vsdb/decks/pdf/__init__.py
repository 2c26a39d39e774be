"""Decks on paper: the registration sheet and proxies as PDF, the judge's list as a page to print."""
