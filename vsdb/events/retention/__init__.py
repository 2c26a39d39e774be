"""Erasing what is kept no longer, the log’s page, and what is held about people."""
