"""Notices by mail, and events as calendar entries."""
