"""Importers of card files: read what a file proposes, plan it against the reference, apply it whole or not at all."""
