"""The text index: which cards contain words, and how well."""
