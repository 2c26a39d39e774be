"""Tags of rechecks."""
