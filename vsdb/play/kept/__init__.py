"""Positions that somebody keeps: saved with an account, found from rules and cards, exported and shared."""
