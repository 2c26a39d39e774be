"""Errors that people report: with what was shown to them, for staff to answer."""
