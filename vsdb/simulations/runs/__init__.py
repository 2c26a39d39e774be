"""Goldfish games in the background: who may, pages and API."""
