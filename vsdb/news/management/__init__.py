"""Commands about changes."""
