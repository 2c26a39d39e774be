"""Template tags of collections."""
