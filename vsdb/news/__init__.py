"""What changed in the facts, and what happened to what people follow."""
