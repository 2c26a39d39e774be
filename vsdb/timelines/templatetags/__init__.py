"""Template tags of timelines."""
