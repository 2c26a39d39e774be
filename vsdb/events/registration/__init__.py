"""Registering for events: by account or code, the waiting list, withdrawal, tables and rounds."""
