"""Formats, their pools and their bans."""
