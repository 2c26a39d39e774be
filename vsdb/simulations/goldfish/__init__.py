"""Goldfish games: playing, comparing, their page and API."""
