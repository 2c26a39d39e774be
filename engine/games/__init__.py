"""A folder a game: its deck rules by edition, its sections, how its copies count."""
