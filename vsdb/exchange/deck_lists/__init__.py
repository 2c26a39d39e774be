"""Decks in and out: layouts that are written and read, one door in, decisions, and lists out of addresses."""
