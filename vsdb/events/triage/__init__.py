"""Triage of an event’s lists, rulings, penalties and adopted verdicts."""
