"""Deck checks, judges’ notes, and an event that is taken along: devices, packages and what they send back."""
