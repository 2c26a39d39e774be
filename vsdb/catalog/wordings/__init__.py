"""The wording of cards as dated revisions, and the rulings about them: each from a source, with its place in it."""
