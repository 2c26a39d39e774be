"""Papers of an event in one PDF: sheets, judges’ lists, missing lists, seats and table slips."""
