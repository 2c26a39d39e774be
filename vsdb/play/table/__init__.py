"""The drawn table of a position: rows, areas and battlefields as shapes, changed by drag, tap and keys."""
