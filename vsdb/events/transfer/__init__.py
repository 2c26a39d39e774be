"""Players, lists, rounds and whole events in and out of files."""
