"""Odds of draws: counted exactly as fractions, or estimated by games that are dealt by chance."""
