"""A sample event with a full desk, for newcomers to look around in."""
