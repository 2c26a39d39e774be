"""Commands about rechecks."""
