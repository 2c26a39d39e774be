"""Riftbound."""
