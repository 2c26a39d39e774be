"""Formats by organizers through the API."""
