"""The reference: cards, sets, formats, rulebooks and wordings."""
