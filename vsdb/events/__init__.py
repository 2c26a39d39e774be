"""The organizer's desk: events with their players, lists, verdicts of record, rulings, papers and log.

The lists of an event are never stored decks: nothing counts, searches or follows them before they are published.
"""
