"""The query language in pure Python: text becomes a tree, mistakes become notes."""
