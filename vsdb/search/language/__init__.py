"""The query language, in pure Python: text into a tree, mistakes into notes."""
