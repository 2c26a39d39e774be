"""The text index: which cards hold some words, and how well."""
