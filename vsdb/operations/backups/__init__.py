"""Backups of all that the site stores, and how they are restored: one layout for SQLite and PostgreSQL."""
