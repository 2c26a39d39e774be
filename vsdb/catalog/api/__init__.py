"""The reference through the API."""
