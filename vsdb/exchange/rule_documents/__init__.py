"""Readers of rules documents: a text into units, with nothing lost, and what the document itself has wrong."""
