"""Tags of the pages of events."""
