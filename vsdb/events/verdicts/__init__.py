"""Verdicts on the lists of an event: made with each version, kept for ever, made again when facts change."""
