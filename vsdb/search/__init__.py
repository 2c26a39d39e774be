"""Finding cards: one query language, SQL for its fields, a text index for its words."""
