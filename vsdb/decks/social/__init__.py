"""Likes, comments and reports."""
